import type { Context } from '../../platform/context.js';
import * as store from './departed-falls.store.js';
import { type DetectedFall, recordCarriedFall } from './recording.service.js';

/**
 * While the rows of a person are being moved, a fall cannot be written to the database, and goes into the journal as in
 * an outage. The recorder keeps it in a table, and the command that moves the person records it in the other cell.
 */
export async function sendDepartedFalls(ctx: Context, there: Context, cell: string): Promise<void> {
  for (const { id, fall } of await store.listDepartedFalls(ctx.db, cell)) {
    await recordCarriedFall(there, fall as DetectedFall);
    await store.deleteDepartedFall(ctx.db, id);
  }
}
