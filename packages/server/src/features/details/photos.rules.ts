export const maxPhotoBytes = 200_000;

export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp';

/** By the first bytes, whatever the sender says: the type decides what a browser does with the file. */
export function photoType(bytes: Buffer): PhotoType | undefined {
  const starts = bytes.toString('latin1', 0, 12);
  if (starts.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (starts.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  return starts.startsWith('RIFF') && starts.endsWith('WEBP') ? 'image/webp' : undefined;
}
