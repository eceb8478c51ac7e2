import type { Context } from '../../platform/context.js';
import { sendDigest } from './digests.service.js';
import { claimDigests } from './digests.store.js';

/** As many as there are connections to the mail server. */
const batchSize = 5;

/** Sends the digests that are due. */
export async function sendDigests(ctx: Context): Promise<void> {
  for (let due = await claimDigests(ctx.db, batchSize); due.length > 0; ) {
    await Promise.all(due.map((digest) => sendDigest(ctx, digest)));
    due = due.length === batchSize ? await claimDigests(ctx.db, batchSize) : [];
  }
}
