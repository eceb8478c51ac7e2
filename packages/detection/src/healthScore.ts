import type { FallLevel } from './level.js';

/**
 * Aggregates, so that both a window in memory and a SQL query can provide them. A missing value is unknown: it is left
 * out of the score, never assumed.
 */
export type HealthInput = {
  readonly heartRate?: { readonly latestBpm: number; readonly meanBpm?: number; readonly stdDevBpm?: number };
  readonly oxygen?: { readonly latestPercent: number };
  /** Sum over recent falls, see `computeFallLoad`; undefined if falls were not monitored. */
  readonly fallLoad?: number;
  readonly batteryPercent?: number;
  readonly sensorsReliable?: boolean;
};

export type HealthFactorName = 'heartRate' | 'oxygen' | 'falls' | 'battery' | 'sensors';

export type HealthFactor = {
  readonly name: HealthFactorName;
  /** 0 (worst) to 100. */
  readonly score: number;
  /** Share of the personal score; for a device factor, the most points it can subtract. */
  readonly weight: number;
  readonly note: string;
};

export type HealthScore = {
  readonly score: number;
  readonly basis: 'DATA' | 'NO_DATA';
  readonly factors: readonly HealthFactor[];
};

/** Used when nothing is known: neither good nor bad. */
const neutralScore = 70;
/** A riskScore (100 - score) of 75 or more is high risk, so 26 is the lowest score that is not. */
const lowestWithoutHighRisk = 26;
/**
 * Weight of the worst vital. With a plain mean, a good pulse would hide an oxygen saturation of 70 %, and no single
 * extreme could reach high risk.
 */
const worstShare = 0.75;
/** After this many days a fall counts half. */
const fallHalfLifeDays = 10;

const fallWeights: Record<FallLevel, number> = { NO_FALL: 0, SUSPICIOUS: 0.1, POTENTIAL: 0.4, HIGH: 0.7, CONFIRMED: 1 };

/** Falls of the last weeks as one number: 1 is a confirmed fall today. */
export function computeFallLoad(falls: readonly { readonly level: FallLevel; readonly ageDays: number }[]): number {
  return falls.reduce(
    (sum, { level, ageDays }) => sum + fallWeights[level] * 0.5 ** (Math.max(0, ageDays) / fallHalfLifeDays),
    0,
  );
}

export function healthScore(input: HealthInput): HealthScore {
  return { ...bareHealthScore(input), factors: [...personalFactors(input), ...deviceFactors(input)] };
}

/** The score without its factors: computed for every reading, where the factors are not used. */
export function bareHealthScore(input: HealthInput): Omit<HealthScore, 'factors'> {
  const personal = personalScore(computeRatings(input));
  const own = personal ?? neutralScore;
  const taken = computeLoss('battery', batteryRating(input)) + computeLoss('sensors', sensorsRating(input));
  // Device problems make a score less reliable; they never make a person high risk by themselves.
  const score = Math.round(own) < lowestWithoutHighRisk ? own - taken : Math.max(lowestWithoutHighRisk, own - taken);
  return {
    score: Math.max(0, Math.min(100, Math.round(score))),
    basis: personal === undefined ? 'NO_DATA' : 'DATA',
  };
}

const personalNames = ['heartRate', 'oxygen', 'falls'] as const;
type PersonalName = (typeof personalNames)[number];
/** 0 (worst) to 100; undefined if unknown. */
type Ratings = Readonly<Record<PersonalName, number | undefined>>;

/** Shares of the personal score if everything is known; the share of an unknown factor is divided among the others. */
const shares: Record<PersonalName, number> = { heartRate: 0.35, oxygen: 0.35, falls: 0.3 };

function computeRatings({ heartRate, oxygen, fallLoad }: HealthInput): Ratings {
  const heart = heartRate && isPositive(heartRate.latestBpm) ? heartRating(heartRate) : undefined;
  const blood = oxygen && isPositive(oxygen.latestPercent) ? between(oxygen.latestPercent, oxygenCurve) : undefined;
  // Without falls and without vitals nothing is known about the person: not the same as healthy.
  const areFallsKnown = isPositive(fallLoad) || (fallLoad === 0 && (heart !== undefined || blood !== undefined));
  return { heartRate: heart, oxygen: blood, falls: areFallsKnown ? between(fallLoad, fallsCurve) : undefined };
}

function shareOfKnown(ratings: Ratings): number {
  let total = 0;
  for (const name of personalNames) if (ratings[name] !== undefined) total += shares[name];
  return total;
}

function personalScore(ratings: Ratings): number | undefined {
  const total = shareOfKnown(ratings);
  if (total === 0) return undefined;
  let [mean, worst] = [0, 100];
  for (const name of personalNames) {
    const rating = ratings[name];
    if (rating === undefined) continue;
    mean += (rating * shares[name]) / total;
    worst = Math.min(worst, rating);
  }
  return worstShare * worst + (1 - worstShare) * mean;
}

function personalFactors(input: HealthInput): HealthFactor[] {
  const ratings = computeRatings(input);
  const total = shareOfKnown(ratings);
  return personalNames.flatMap((name) => {
    const score = ratings[name];
    return score === undefined
      ? []
      : [{ name, score, weight: shares[name] / total, note: describeFactor(name, input) }];
  });
}

function describeFactor(name: PersonalName, { heartRate, oxygen, fallLoad = 0 }: HealthInput): string {
  if (name === 'falls') return `load ${fallLoad.toFixed(1)}`;
  return name === 'oxygen'
    ? `${Math.round(oxygen?.latestPercent ?? 0)} %`
    : `${Math.round(heartRate?.latestBpm ?? 0)} bpm`;
}

/** The most points that a device problem can subtract. */
const losses = { battery: 5, sensors: 10 } as const;

function computeLoss(name: keyof typeof losses, rating: number | undefined): number {
  return rating === undefined ? 0 : (losses[name] * (100 - rating)) / 100;
}

function batteryRating({ batteryPercent }: HealthInput): number | undefined {
  const isKnown = batteryPercent !== undefined && Number.isFinite(batteryPercent);
  return isKnown ? between(batteryPercent, batteryCurve) : undefined;
}

function sensorsRating({ sensorsReliable }: HealthInput): number | undefined {
  return sensorsReliable === undefined ? undefined : sensorsReliable ? 100 : 0;
}

function deviceFactors(input: HealthInput): HealthFactor[] {
  const found: HealthFactor[] = [];
  const [battery, sensors] = [batteryRating(input), sensorsRating(input)];
  if (battery !== undefined) {
    const note = `${Math.round(input.batteryPercent ?? 0)} %`;
    found.push({ name: 'battery', score: battery, weight: losses.battery, note });
  }
  if (sensors !== undefined) {
    const note = input.sensorsReliable ? 'working' : 'not initialised';
    found.push({ name: 'sensors', score: sensors, weight: losses.sensors, note });
  }
  return found;
}

/** Points of a piecewise linear function, constant outside them. */
type Curve = readonly [Point, ...Point[]];
type Point = readonly [number, number];
/** Resting adults stay within 50..100 bpm; below 35 or above 160 without exertion is an emergency. */
const pulseCurve: Curve = [
  [30, 0],
  [50, 100],
  [100, 100],
  [130, 50],
  [170, 0],
];
/** Daily life moves the pulse by 10 to 20 bpm; more than that within the window is unsteady. */
const swingCurve: Curve = [
  [20, 100],
  [60, 40],
];
/** 95 % and more is normal, below 90 % needs a doctor, below 80 % an ambulance. */
const oxygenCurve: Curve = [
  [80, 0],
  [90, 50],
  [95, 100],
];
/** One confirmed fall this week is a concern, three are high risk. */
const fallsCurve: Curve = [
  [0, 100],
  [1, 55],
  [3, 0],
];
const batteryCurve: Curve = [
  [0, 0],
  [20, 60],
  [50, 100],
];

function heartRating({ latestBpm, meanBpm, stdDevBpm }: NonNullable<HealthInput['heartRate']>): number {
  const swing = Math.max(stdDevBpm ?? 0, Math.abs(latestBpm - (meanBpm ?? latestBpm)));
  return Math.min(between(latestBpm, pulseCurve), between(swing, swingCurve));
}

function between(value: number, curve: Curve): number {
  let [beforeX, beforeY] = curve[0];
  if (value <= beforeX) return beforeY;
  for (const [x, y] of curve) {
    if (value <= x) return beforeY + ((value - beforeX) / (x - beforeX)) * (y - beforeY);
    [beforeX, beforeY] = [x, y];
  }
  return beforeY;
}

function isPositive(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value > 0;
}
