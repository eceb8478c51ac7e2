import { type Context, inTransaction } from '../../platform/context.js';
import type { DetailChanges } from './details.schema.js';
import * as store from './details.store.js';

/** Partial: an absent key is unchanged, null clears. */
export function changeDetails(ctx: Context, patientId: string, changes: DetailChanges): Promise<void> {
  const { phoneNumbers, ...details } = changes;
  const given = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
  return inTransaction(ctx, async (ctx) => {
    if (Object.keys(given).length > 0) await store.upsertDetails(ctx.db, patientId, given);
    if (phoneNumbers)
      await store.replacePhoneNumbers(
        ctx.db,
        patientId,
        phoneNumbers.map(({ name, relationship = null, phone }) => ({ name, relationship, phone })),
      );
  });
}
