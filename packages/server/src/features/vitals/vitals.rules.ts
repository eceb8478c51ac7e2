import { parseStart } from '../../platform/dates.js';
import { invalid } from '../../platform/refusal.js';
import { type HeartRateTrend, maxBuckets, type VitalsQuery } from './vitals.schema.js';

const dayMs = 86_400_000;
const minuteMs = 60_000;

export interface VitalsRange {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
  readonly step: number;
}

export function parseVitalsRange({ from, to, step }: VitalsQuery, nowMs: number): VitalsRange {
  const toMs = to === undefined ? nowMs : parseStart('to', to);
  const fromMs = from === undefined ? toMs - dayMs : parseStart('from', from);
  if (fromMs >= toMs) throw invalid({ to: 'must be after from' });
  if (step % 60 !== 0) throw invalid({ step: `must be a whole number of minutes, as 60, 300 or 3600; got ${step}` });
  const shortest = Math.ceil((toMs - fromMs) / maxBuckets / minuteMs) * 60;
  if (step < shortest)
    throw invalid({
      step: `must be at least ${shortest} between these times, or the times closer: an answer has at most ${maxBuckets} steps; got ${step}`,
    });
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), step };
}

/** 36 points in six hours: as many as a line of 100 px can show. */
const bucketMinutes = 10;

/** Whole buckets; the last one contains now. */
export function trendRange(hours: number, nowMs: number): VitalsRange {
  const bucketMs = bucketMinutes * minuteMs;
  const toMs = (Math.floor(nowMs / bucketMs) + 1) * bucketMs;
  const fromMs = toMs - hours * 60 * minuteMs;
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), step: bucketMinutes * 60 };
}

export interface TrendPoint {
  readonly patientId: string;
  readonly at: string;
  readonly mean: number;
}

/** One trend for each of these people; buckets without a point are null. */
export function toTrends(
  patientIds: readonly string[],
  points: readonly TrendPoint[],
  { from, to, step }: VitalsRange,
): HeartRateTrend[] {
  const toBucket = (at: string): number => Math.floor((Date.parse(at) - Date.parse(from)) / (step * 1_000));
  const trends = new Map(
    patientIds.map((patientId): [string, HeartRateTrend] => {
      return [patientId, { patientId, bucketMinutes, heartRate: Array(toBucket(to)).fill(null) }];
    }),
  );
  for (const { patientId, at, mean } of points) {
    const trend = trends.get(patientId);
    if (trend) trend.heartRate[toBucket(at)] = mean;
  }
  return [...trends.values()];
}
