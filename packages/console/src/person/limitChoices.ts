import type { VitalLimits } from '@fallwatch/client';

export type EditedLimits = Pick<VitalLimits, 'heartRateLow' | 'heartRateHigh' | 'oxygenLow' | 'minutes'>;
export type LimitName = 'heartRateLow' | 'heartRateHigh' | 'oxygenLow';

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);

/** The usual values, within what the service accepts. */
export const limitChoices: Readonly<Record<LimitName, readonly number[]>> = {
  heartRateLow: range(30, 100, 5),
  heartRateHigh: range(60, 220, 5),
  oxygenLow: range(70, 98, 1),
};
export const limitNames = Object.keys(limitChoices) as LimitName[];
export const minuteChoices = [1, 2, 3, 5, 10, 15, 30, 60];

/** As the service requires: between the limits there is room for the values at which an alert ends. */
const leastRange = 20;

export function areApart({ heartRateLow, heartRateHigh }: EditedLimits): boolean {
  return heartRateLow === null || heartRateHigh === null || heartRateHigh - heartRateLow >= leastRange;
}
