import Type from 'typebox';
import { Named } from '../../platform/http/shapes.js';
import { maxPhotoBytes } from './photos.rules.js';

export const NewPhoto = Named(
  'NewPhoto',
  {
    image: Type.String({
      // Four characters for three bytes; a larger photo is refused with its size.
      maxLength: maxPhotoBytes * 2,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'must be a JPEG, PNG or WebP file of at most 200 kB in Base64',
    }),
  },
  { examples: [{ image: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQk=' }] },
);

export const PhotoChanged = Named('PhotoChanged', { photoUrl: Type.String() });

/** Bytes, not JSON: used for docs/api/openapi.json only. */
const file = { schema: Type.String({ format: 'binary' }) };
export const PhotoFile = {
  description: 'The photo. Answers 304 to If-None-Match with its ETag.',
  content: { 'image/jpeg': file, 'image/png': file, 'image/webp': file },
};
