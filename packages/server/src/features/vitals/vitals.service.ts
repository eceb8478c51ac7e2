import type { Context } from '../../platform/context.js';
import { parseVitalsRange } from './vitals.rules.js';
import type { Vitals, VitalsQuery } from './vitals.schema.js';
import * as store from './vitals.store.js';

export async function readVitals(ctx: Context, patientId: string, query: VitalsQuery): Promise<Vitals> {
  const range = parseVitalsRange(query, ctx.clock.nowMs());
  // Read before the buckets, so that every minute up to `completeTo` is included in them.
  const completeTo = await store.findCompleteTo(ctx.db);
  return { patientId, ...range, completeTo, buckets: await store.listBuckets(ctx.db, patientId, range) };
}
