import { recordAudit } from '../../access/audit.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { invalid, notFound } from '../../platform/refusal.js';
import { maxPhotoBytes, photoType } from './photos.rules.js';
import * as store from './photos.store.js';

export function readPhoto(ctx: Context, patientId: string): Promise<store.Photo> {
  return store.getPhoto(ctx.db, patientId);
}

/** Replaces the photo; returns its address. */
export function changePhoto(ctx: Context, patientId: string, image: string): Promise<string> {
  const bytes = Buffer.from(image, 'base64');
  const type = photoType(bytes);
  if (!type) throw invalid({ image: 'must be a JPEG, PNG or WebP file' });
  if (bytes.length > maxPhotoBytes)
    throw invalid({ image: `must have at most ${maxPhotoBytes} bytes, has ${bytes.length}: scale the photo down` });
  return inTransaction(ctx, async (ctx) => {
    await recordAudit(ctx, 'photo.update', patientId);
    return store.upsertPhoto(ctx.db, { userId: patientId, bytes, type, updatedAt: ctx.now() });
  });
}

export function removePhoto(ctx: Context, patientId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await store.deletePhoto(ctx.db, patientId))) throw notFound('Photo');
    await recordAudit(ctx, 'photo.delete', patientId);
  });
}
