/**
 * Vitals by the minute, made of the readings a while after they are stored, so that the sensor stream does nothing for
 * them. A minute is always made anew from all its readings: folding it twice is harmless, and nothing is counted twice.
 *
 *   a minute is over, and settled → it is folded, and the progress moves on by it
 *   the recorder has written readings of a minute that was folded before → it had noted the minute → folded again
 */
import { type Context, inTransaction } from '../../platform/context.js';
import { dropPartition } from './ingest.store.js';
import * as store from './vitals-fold.store.js';

const minuteMs = 60_000;
/**
 * How long after its end a minute is folded. Readings that go straight into the database are there after ten seconds or
 * never (the time-outs of a connection and a statement); the rest is for processes whose clocks differ.
 */
const settleMs = 30_000;

/** Safe in several processes: one folds, the others leave. */
export async function foldVitals(ctx: Context): Promise<void> {
  const settledMs = Math.floor((ctx.clock.nowMs() - settleMs) / minuteMs) * minuteMs;
  const settledTo = new Date(settledMs).toISOString();
  await store.ensureProgress(ctx.db, settledTo);
  await store.summarizeDay(ctx.db, settledTo.slice(0, 10));
  while (await foldOne(ctx, settledTo));
}

/** For whoever has written readings of the past: these minutes as well. */
export async function foldPastVitals(ctx: Context, minutes: readonly string[]): Promise<void> {
  await store.insertNotes(ctx.db, minutes);
  await foldVitals(ctx);
}

/** In a transaction of its own: a long time to make up for holds nobody up, and is not lost halfway. */
function foldOne(ctx: Context, settledTo: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const foldedTo = await store.lockProgress(ctx.db);
    if (foldedTo === undefined) return false;
    // What is new before what is late: a log that is far behind must not hold up the present.
    const isNew = foldedTo < settledTo;
    const minute = isNew ? foldedTo : await store.findLateMinute(ctx.db, foldedTo);
    if (minute === undefined) return false;
    // First the notes, then the readings: one that commits in between is seen by the second and noted for the next time.
    await store.deleteNotes(ctx.db, minute);
    await store.upsertMinute(ctx.db, minute);
    if (isNew) await store.updateProgress(ctx.db, new Date(Date.parse(minute) + minuteMs).toISOString());
    return true;
  });
}

/** Whole months, as the days of readings. */
export async function dropOldVitals(ctx: Context, olderThanMs: number): Promise<void> {
  const firstKeptDay = new Date(ctx.clock.nowMs() - olderThanMs).toISOString().slice(0, 10);
  for (const name of await store.listMonthsBefore(ctx.db, firstKeptDay)) await dropPartition(ctx.db, name);
}

/** In pieces: the minutes of half a year lie on as many pages. */
export async function eraseVitals(ctx: Context, deviceKey: number): Promise<void> {
  const pieceSize = 5_000;
  while ((await store.deleteSomeVitals(ctx.db, deviceKey, pieceSize)) === pieceSize);
}
