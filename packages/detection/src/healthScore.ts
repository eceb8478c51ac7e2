import type { FallLevel } from './level.js';

/**
 * Aggregates, so that a window in memory and a SQL query can both fill it. What is missing is unknown: it is left
 * out of the score, never invented.
 */
export type HealthInput = {
  readonly heartRate?: { readonly latestBpm: number; readonly meanBpm?: number; readonly stdDevBpm?: number };
  readonly oxygen?: { readonly latestPercent: number };
  /** Sum over recent falls, see `fallLoadOf`; undefined when nobody has watched. */
  readonly fallLoad?: number;
  readonly batteryPercent?: number;
  readonly sensorsReliable?: boolean;
};

export type HealthFactorName = 'heartRate' | 'oxygen' | 'falls' | 'battery' | 'sensors';

export type HealthFactor = {
  readonly name: HealthFactorName;
  /** 0 (worst) to 100. */
  readonly score: number;
  /** Share of the personal score, or for a device factor the most points it can take away. */
  readonly weight: number;
  readonly note: string;
};

export type HealthScore = {
  readonly score: number;
  readonly basis: 'DATA' | 'NO_DATA';
  readonly factors: readonly HealthFactor[];
};

/** Neither good nor bad: nothing is known. */
const neutralScore = 70;
/** riskScore = 100 - score is high from 75 on (spec section 2), so 26 is the lowest score that is not high risk. */
const lowestWithoutHighRisk = 26;
/**
 * The worst vital counts for this much: a mean alone would let a good pulse hide an oxygen saturation of 70 %,
 * and no single extreme could ever reach high risk.
 */
const worstShare = 0.75;
/** Older falls fade: after this many days a fall counts half. */
const fallHalfLifeDays = 10;

const fallWeights: Record<FallLevel, number> = { NO_FALL: 0, SUSPICIOUS: 0.1, POTENTIAL: 0.4, HIGH: 0.7, CONFIRMED: 1 };

/** Falls of the last weeks as one number: 1 is a confirmed fall today. */
export function fallLoadOf(falls: readonly { readonly level: FallLevel; readonly ageDays: number }[]): number {
  return falls.reduce(
    (sum, { level, ageDays }) => sum + fallWeights[level] * 0.5 ** (Math.max(0, ageDays) / fallHalfLifeDays),
    0,
  );
}

export function healthScore(input: HealthInput): HealthScore {
  const personal = personalFactors(input);
  const device = deviceFactors(input);
  const own = personal.length === 0 ? neutralScore : personalScore(personal);
  const taken = device.reduce((sum, { score, weight }) => sum + (weight * (100 - score)) / 100, 0);
  // A device's troubles make a score less sure, they never make a person high risk by themselves.
  const score = Math.round(own) < lowestWithoutHighRisk ? own - taken : Math.max(lowestWithoutHighRisk, own - taken);
  return {
    score: Math.max(0, Math.min(100, Math.round(score))),
    basis: personal.length === 0 ? 'NO_DATA' : 'DATA',
    factors: personal.concat(device),
  };
}

function personalScore(factors: readonly HealthFactor[]): number {
  let [mean, worst] = [0, 100];
  for (const { score, weight } of factors) {
    mean += score * weight;
    worst = Math.min(worst, score);
  }
  return worstShare * worst + (1 - worstShare) * mean;
}

/** Shares of the personal score when everything is known; what is unknown leaves its share to the others. */
const shares = { heartRate: 0.35, oxygen: 0.35, falls: 0.3 } as const;

function personalFactors({ heartRate, oxygen, fallLoad }: HealthInput): HealthFactor[] {
  const heart = isPositive(heartRate?.latestBpm) ? ratedHeart(heartRate as NonNullable<typeof heartRate>) : undefined;
  const blood = isPositive(oxygen?.latestPercent) ? ratedOxygen(oxygen as NonNullable<typeof oxygen>) : undefined;
  // No falls and no vitals is a person nobody knows anything about, not a healthy one.
  const areFallsKnown = isPositive(fallLoad) || ((heart || blood) && fallLoad === 0);
  const falls = areFallsKnown ? ratedFalls(fallLoad as number) : undefined;
  const total = (heart ? shares.heartRate : 0) + (blood ? shares.oxygen : 0) + (falls ? shares.falls : 0);
  const found: HealthFactor[] = [];
  if (heart) found.push(factorOf('heartRate', heart, shares.heartRate / total));
  if (blood) found.push(factorOf('oxygen', blood, shares.oxygen / total));
  if (falls) found.push(factorOf('falls', falls, shares.falls / total));
  return found;
}

function factorOf(name: HealthFactorName, { score, note }: Rated, weight: number): HealthFactor {
  return { name, score, weight, note };
}

function deviceFactors(input: HealthInput): HealthFactor[] {
  const found: HealthFactor[] = [];
  const { batteryPercent, sensorsReliable } = input;
  if (batteryPercent !== undefined && Number.isFinite(batteryPercent)) {
    const score = between(batteryPercent, [0, 0], [20, 60], [50, 100]);
    found.push({ name: 'battery', score, weight: 5, note: `${Math.round(batteryPercent)} %` });
  }
  if (sensorsReliable !== undefined) {
    const note = sensorsReliable ? 'working' : 'not initialised';
    found.push({ name: 'sensors', score: sensorsReliable ? 100 : 0, weight: 10, note });
  }
  return found;
}

type Rated = { readonly score: number; readonly note: string };

/** Resting adults stay within 50..100 bpm; below 35 or above 160 without exertion is an emergency. */
function ratedHeart(heart: NonNullable<HealthInput['heartRate']>): Rated {
  const { latestBpm, meanBpm, stdDevBpm } = heart;
  const level = between(latestBpm, [30, 0], [50, 100], [100, 100], [130, 50], [170, 0]);
  const swing = Math.max(stdDevBpm ?? 0, Math.abs(latestBpm - (meanBpm ?? latestBpm)));
  // Daily life moves the pulse by 10 to 20 bpm; more than that within the window is unsteady.
  const stability = between(swing, [20, 100], [60, 40]);
  return { score: Math.min(level, stability), note: `${Math.round(latestBpm)} bpm` };
}

/** 95 % and more is normal, below 90 % needs a doctor, below 80 % an ambulance. */
function ratedOxygen(oxygen: NonNullable<HealthInput['oxygen']>): Rated {
  const score = between(oxygen.latestPercent, [80, 0], [90, 50], [95, 100]);
  return { score, note: `${Math.round(oxygen.latestPercent)} %` };
}

/** One confirmed fall this week worries, three are high risk. */
function ratedFalls(load: number): Rated {
  return { score: between(load, [0, 100], [1, 55], [3, 0]), note: `load ${load.toFixed(1)}` };
}

/** Straight lines between the points, flat outside them. */
function between(value: number, ...points: readonly (readonly [number, number])[]): number {
  let [beforeX, beforeY] = points[0] ?? [0, 0];
  if (value <= beforeX) return beforeY;
  for (const [x, y] of points) {
    if (value <= x) return beforeY + ((value - beforeX) / (x - beforeX)) * (y - beforeY);
    [beforeX, beforeY] = [x, y];
  }
  return beforeY;
}

function isPositive(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value > 0;
}
