import { actorId, type Context } from '../../platform/context.js';
import type { Paged } from '../../platform/http/pagination.js';
import { parseVitalsRange, toTrends, trendRange } from './vitals.rules.js';
import type { HeartRateTrend, TrendsQuery, Vitals, VitalsQuery } from './vitals.schema.js';
import * as store from './vitals.store.js';

export async function readVitals(ctx: Context, patientId: string, query: VitalsQuery): Promise<Vitals> {
  const range = parseVitalsRange(query, ctx.clock.nowMs());
  // Read before the buckets, so that every minute up to `completeTo` is included in them.
  const completeTo = await store.findCompleteTo(ctx.db);
  return { patientId, ...range, completeTo, buckets: await store.listBuckets(ctx.db, patientId, range) };
}

/** Of a caregiver's own patients, for an admin of all. */
export async function listTrends(ctx: Context, query: TrendsQuery): Promise<Paged<HeartRateTrend>> {
  const caregiverId = ctx.actor.role === 'CAREGIVER' ? actorId(ctx) : undefined;
  const { rows: ids, total } = await store.listTrendPatients(ctx.db, { caregiverId, ward: query.ward }, query);
  const range = trendRange(query.hours, ctx.clock.nowMs());
  return { rows: toTrends(ids, await store.listHeartRates(ctx.db, ids, range), range), total };
}
