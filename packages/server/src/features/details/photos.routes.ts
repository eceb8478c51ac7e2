import type { App } from '../../platform/http/app.js';
import { sendFile } from '../../platform/http/caching.js';
import { Deleted, IdParams, ok, reply } from '../../platform/http/shapes.js';
import { NewPhoto, PhotoChanged, PhotoFile } from './photos.schema.js';
import * as photos from './photos.service.js';

const tags = ['Patients'];
/** 200 kB in Base64, with room for a photo that is refused with its size. */
const bodyLimit = 420_000;

export async function photoRoutes(app: App): Promise<void> {
  app.get(
    '/patients/:id/photo',
    {
      config: { access: 'photo.read' },
      schema: { tags, summary: 'A patient’s photo', params: IdParams, response: { 200: PhotoFile } },
    },
    async (request, response) => sendFile(request, response, await photos.readPhoto(request.ctx, request.params.id)),
  );

  app.put(
    '/patients/:id/photo',
    {
      bodyLimit,
      config: { access: 'photo.change' },
      schema: {
        tags,
        summary: 'Set a patient’s photo',
        params: IdParams,
        body: NewPhoto,
        response: { 200: ok(PhotoChanged) },
      },
    },
    async ({ ctx, params, body }) => reply({ photoUrl: await photos.changePhoto(ctx, params.id, body.image) }),
  );

  app.delete(
    '/patients/:id/photo',
    {
      config: { access: 'photo.change' },
      schema: { tags, summary: 'Delete a patient’s photo', params: IdParams, response: { 200: ok(Deleted) } },
    },
    async ({ ctx, params }) => {
      await photos.removePhoto(ctx, params.id);
      return reply({ id: params.id, message: 'Photo deleted' });
    },
  );
}
