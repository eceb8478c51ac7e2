/** For operators: records of the journal that could not be stored. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context.js';
import { unavailable } from '../../platform/refusal.js';
import * as store from './set-aside.store.js';

/** A process that has just started is not connected yet. */
const connectTimeoutMs = 5_000;
const lookEveryMs = 100;

export function listSetAside(ctx: Context): Promise<store.SetAsideRecord[]> {
  return store.listSetAside(ctx.db);
}

/**
 * Appends the records to the journal again: a release that can read them stores them, another sets them aside again.
 * Can be repeated: readings and falls are stored once.
 */
export async function putBackSetAside(ctx: Context): Promise<number> {
  const { db, journal } = ctx;
  if (!journal) throw unavailable('There is no journal to put them back into: set NATS_URL and DATABASE_URL.');
  const deadline = performance.now() + connectTimeoutMs;
  while (!(await journal.identify().catch(() => undefined)) && performance.now() < deadline) await pause(lookEveryMs);
  const setAside = await store.listSetAside(db);
  for (const { digest, bytes } of setAside) {
    await journal.append(0, bytes);
    await store.deleteSetAside(db, digest);
  }
  return setAside.length;
}
