/**
 * Vitals per minute, computed from the stored readings with a delay, so that the sensor stream does no work for them. A
 * minute is always computed from all its readings: repeating it is harmless, and nothing is counted twice.
 *
 *   a minute has ended, and 30 s have passed → it is rolled up, and the progress moves to the next minute
 *   the recorder writes readings of a minute that is already rolled up → it notes the minute → rolled up again
 */
import { type Context, inTransaction } from '../../platform/context.js';
import { dropPartition } from './readings.store.js';
import * as store from './vitals-roll-up.store.js';

const minuteMs = 60_000;
/**
 * How long after its end a minute is rolled up. Readings that go directly into the database are there after 10 s or
 * never (the time-outs of a connection and a statement); the remaining 20 s allow for clock differences between
 * processes.
 */
const settleMs = 30_000;

/** Safe in several processes: one does the work, the others return. */
export async function rollUpVitals(ctx: Context): Promise<void> {
  const settledMs = Math.floor((ctx.clock.nowMs() - settleMs) / minuteMs) * minuteMs;
  const settledTo = new Date(settledMs).toISOString();
  await store.ensureProgress(ctx.db, settledTo);
  await store.summarizeDay(ctx.db, settledTo.slice(0, 10));
  while (await rollUpOne(ctx, settledTo));
}

/** For callers that have written readings of the past: rolls these minutes up too. */
export async function rollUpPastVitals(ctx: Context, minutes: readonly string[]): Promise<void> {
  await store.insertNotes(ctx.db, minutes);
  await rollUpVitals(ctx);
}

/** One transaction per minute: a long backlog blocks nobody, and finished minutes are kept after a failure. */
function rollUpOne(ctx: Context, settledTo: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const foldedTo = await store.lockProgress(ctx.db);
    if (foldedTo === undefined) return false;
    // New minutes before late ones: a journal that is far behind must not delay current vitals.
    const isNew = foldedTo < settledTo;
    const minute = isNew ? foldedTo : await store.findLateMinute(ctx.db, foldedTo);
    if (minute === undefined) return false;
    // Delete the notes before reading: readings committed in between are read now, and their note remains for the next
    // time.
    await store.deleteNotes(ctx.db, minute);
    await store.upsertMinute(ctx.db, minute);
    if (isNew) await store.updateProgress(ctx.db, new Date(Date.parse(minute) + minuteMs).toISOString());
    return true;
  });
}

/** Drops whole months, as readings are dropped by whole days. */
export async function dropOldVitals(ctx: Context, olderThanMs: number): Promise<void> {
  const firstKeptDay = new Date(ctx.clock.nowMs() - olderThanMs).toISOString().slice(0, 10);
  for (const name of await store.listMonthsBefore(ctx.db, firstKeptDay)) await dropPartition(ctx.db, name);
}

/** In pieces: the minutes of half a year are on as many database pages. */
export async function eraseVitals(ctx: Context, deviceKey: number): Promise<void> {
  const pieceSize = 5_000;
  while ((await store.deleteSomeVitals(ctx.db, deviceKey, pieceSize)) === pieceSize);
}
