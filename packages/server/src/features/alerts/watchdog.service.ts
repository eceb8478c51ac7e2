/** Who watches the engine: whoever is asked for the service's health. */
import type { Db } from '../../platform/db/database.js';
import { readLatenessMs } from '../deliveries/deliveries.service.js';
import { readLateness } from './watchdog.store.js';

/** A worker looks every second, and is back within seconds after a restart: later than this, nobody is working. */
export const lateAfterMs = 10_000;

/** How late the engine is, in any process. Null: none has ever run on this database, and nothing is due. */
export async function engineLatenessMs(db: Db): Promise<number | null> {
  const { beatMs, overdueMs } = await readLateness(db);
  const latest = Math.max(overdueMs ?? 0, await readLatenessMs({ db }), 0);
  return beatMs === null && latest === 0 ? null : Math.max(latest, beatMs ?? 0);
}
