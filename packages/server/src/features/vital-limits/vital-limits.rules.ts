/**
 * When a vital is outside a person's limits, and when it is back. Each minute counts with its median, so that single
 * wrong values change nothing; a minute with too few values is unknown, and proves neither.
 */

export interface Limits {
  readonly heartRateLow: number | null;
  readonly heartRateHigh: number | null;
  readonly oxygenLow: number | null;
  /** How long a value must be outside, and later inside again. */
  readonly minutes: number;
}

export const defaultMinutes = 5;

export type Vital = 'heartRate' | 'oxygenSaturation';
export type Direction = 'LOW' | 'HIGH';

export interface Excursion {
  readonly vital: Vital;
  readonly direction: Direction;
  readonly limit: number;
  /** The beginning of the first minute outside. */
  readonly since: string;
}

/** One minute of a person: how many values, and their median. */
export interface MinuteOfVitals {
  /** When it begins. */
  readonly minute: string;
  /** The longest interval at which the person's devices send; null if none says so. */
  readonly intervalMs: number | null;
  readonly heartRateCount: number;
  readonly heartRate: number | null;
  readonly oxygenCount: number;
  readonly oxygen: number | null;
}

/** An alert ends only this far inside the limit: a value around the limit is one alert, not many. */
const hysteresis: Readonly<Record<Vital, number>> = { heartRate: 5, oxygenSaturation: 2 };
/** With three values the median is right although one of them is wrong. */
const leastValues = 3;
const minuteMs = 60_000;
/** One of this many minutes may be unknown. */
const minutesPerUnknown = 5;

/** Between the limits there must be room for both distances at which alerts end. */
const leastRange = 20;

/** Field → problem, beyond the schema. Undefined when there is none. */
export function findLimitProblem({ heartRateLow, heartRateHigh }: Limits): Record<string, string> | undefined {
  if (heartRateLow === null || heartRateHigh === null || heartRateHigh - heartRateLow >= leastRange) return undefined;
  const needed = heartRateLow + leastRange;
  return { heartRateHigh: `must be at least ${needed}, ${leastRange} above heartRateLow; got ${heartRateHigh}` };
}

/** A device that sends less than three times a minute cannot send three values. */
function toLeastValues(intervalMs: number | null): number {
  return Math.min(leastValues, Math.max(1, Math.floor(minuteMs / (intervalMs ?? 1_000))));
}

/** The medians of the last `minutes` minutes before `to`, oldest first; null: unknown. */
function toMedians(minutes: readonly MinuteOfVitals[], vital: Vital, length: number, to: string): (number | null)[] {
  const medians: (number | null)[] = Array(length).fill(null);
  for (const one of minutes) {
    const count = vital === 'heartRate' ? one.heartRateCount : one.oxygenCount;
    const place = length - (Date.parse(to) - Date.parse(one.minute)) / minuteMs;
    if (place < 0 || place >= length || count < toLeastValues(one.intervalMs)) continue;
    medians[place] = vital === 'heartRate' ? one.heartRate : one.oxygen;
  }
  return medians;
}

/** All known minutes are so, and enough of them are known. */
function holds(medians: readonly (number | null)[], isSo: (median: number) => boolean): boolean {
  const known = medians.filter((median) => median !== null);
  const unknown = medians.length - known.length;
  return unknown <= Math.floor(medians.length / minutesPerUnknown) && known.every(isSo);
}

function findLimit(limits: Limits, vital: Vital, direction: Direction): number | null {
  if (vital === 'oxygenSaturation') return direction === 'LOW' ? limits.oxygenLow : null;
  return direction === 'LOW' ? limits.heartRateLow : limits.heartRateHigh;
}

/** Most urgent first: of two at once, one is alerted. */
const watched: readonly (readonly [Vital, Direction])[] = [
  ['oxygenSaturation', 'LOW'],
  ['heartRate', 'LOW'],
  ['heartRate', 'HIGH'],
];

/** What has been outside its limit in each of the last minutes before `to`. */
export function findExcursion(limits: Limits, minutes: readonly MinuteOfVitals[], to: string): Excursion | undefined {
  for (const [vital, direction] of watched) {
    const limit = findLimit(limits, vital, direction);
    if (limit === null) continue;
    const medians = toMedians(minutes, vital, limits.minutes, to);
    if (!holds(medians, (median) => (direction === 'LOW' ? median < limit : median > limit))) continue;
    const first = medians.findIndex((median) => median !== null);
    const since = new Date(Date.parse(to) - (limits.minutes - first) * minuteMs).toISOString();
    return { vital, direction, limit, since };
  }
  return undefined;
}

/** Back inside by the hysteresis in each of the last minutes, or no longer limited. Unknown values end nothing. */
export function isBackInRange(
  limits: Limits,
  { vital, direction }: Pick<Excursion, 'vital' | 'direction'>,
  minutes: readonly MinuteOfVitals[],
  to: string,
): boolean {
  const limit = findLimit(limits, vital, direction);
  if (limit === null) return true;
  // Oxygen has no value above 100 %.
  const inside = direction === 'LOW' ? limit + hysteresis[vital] : limit - hysteresis[vital];
  const bound = vital === 'oxygenSaturation' ? Math.min(inside, 100) : inside;
  const medians = toMedians(minutes, vital, limits.minutes, to);
  return holds(medians, (median) => (direction === 'LOW' ? median >= bound : median <= bound));
}

const names: Readonly<Record<Vital, { readonly name: string; readonly unit: string }>> = {
  heartRate: { name: 'Heart rate', unit: 'bpm' },
  oxygenSaturation: { name: 'Oxygen saturation', unit: '%' },
};

/** `Heart rate above 120 bpm for 5 minutes, since 14:05 UTC. Look after the person.` */
export function toMessage({ vital, direction, limit, since }: Excursion, minutes: number): string {
  const { name, unit } = names[vital];
  const length = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const side = direction === 'LOW' ? 'below' : 'above';
  return `${name} ${side} ${limit} ${unit} for ${length}, since ${since.slice(11, 16)} UTC. Look after the person.`;
}
