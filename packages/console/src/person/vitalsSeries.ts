import type { Vitals } from '@fallwatch/client';
import type { PlotSeries } from '../parts/plotProps.js';

export type Vital = 'heartRate' | 'oxygenSaturation';

export interface Drawn {
  readonly x: readonly number[];
  readonly mean: readonly (number | null)[];
  readonly band: NonNullable<PlotSeries['band']>;
  readonly lowest: number;
  readonly highest: number;
}

/** One entry for every step of the range; steps without a value are gaps. Undefined if there are no values at all. */
export function toSeries({ from, to, step, buckets }: Vitals, vital: Vital): Drawn | undefined {
  const stepMs = step * 1_000;
  const first = Math.floor(Date.parse(from) / stepMs) * stepMs;
  const length = Math.ceil((Date.parse(to) - first) / stepMs);
  const x = Array.from({ length }, (_, index) => first + index * stepMs);
  const found = new Map(buckets.map((bucket) => [Date.parse(bucket.at), bucket[vital]]));
  const each = (of: 'min' | 'mean' | 'max') => x.map((ms) => found.get(ms)?.[of] ?? null);
  const band = { low: each('min'), high: each('max') };
  const lowest = Math.min(...band.low.filter((value) => value !== null));
  const highest = Math.max(...band.high.filter((value) => value !== null));
  return Number.isFinite(lowest) ? { x, mean: each('mean'), band, lowest, highest } : undefined;
}
