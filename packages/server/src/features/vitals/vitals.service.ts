import type { Context } from '../../platform/context.js';
import { vitalsRangeOf } from './vitals.rules.js';
import type { Vitals, VitalsQuery } from './vitals.schema.js';
import * as store from './vitals.store.js';

export async function readVitals(ctx: Context, patientId: string, query: VitalsQuery): Promise<Vitals> {
  const range = vitalsRangeOf(query, ctx.clock.nowMs());
  // Asked before the minutes: what is complete by then is in what is read after.
  const completeTo = await store.findCompleteTo(ctx.db);
  return { patientId, ...range, completeTo, buckets: await store.listBuckets(ctx.db, patientId, range) };
}
