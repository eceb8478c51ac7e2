/** Measures how late the alert engine is. Any process can do it, for `/health` and the metrics. */
import type { Db } from '../../platform/db/database.js';
import { readLatenessMs } from '../deliveries/deliveries.service.js';
import { readLateness } from './watchdog.store.js';

/** A worker checks every second and restarts within seconds: a longer delay means that no worker is running. */
export const lateAfterMs = 10_000;

/** How late the engine is, over all processes. Null: no engine has ever run on this database, and nothing is due. */
export async function engineLatenessMs(db: Db): Promise<number | null> {
  const { beatMs, overdueMs } = await readLateness(db);
  const latest = Math.max(overdueMs ?? 0, await readLatenessMs({ db }), 0);
  return beatMs === null && latest === 0 ? null : Math.max(latest, beatMs ?? 0);
}
