import {
  bareHealthScore,
  computeFallLoad,
  type FallLevel,
  type HealthFactor,
  type HealthInput,
  type HealthScore,
  healthScore,
} from '@fallwatch/detection';
import { parseTime } from '../../platform/dates.js';

/** The last values of one device. */
export interface DeviceFacts {
  readonly id: string;
  readonly userId: string;
  readonly heartRate: number | null;
  readonly heartRateMean: number | null;
  readonly heartRateVariance: number | null;
  readonly spo2: number | null;
  readonly vitalsAt: string | null;
  readonly batteryLevel: number | null;
  readonly sensorsInitialized: boolean | null;
  readonly lastSeen: string | null;
}

/** A person's device values, and the falls of the last month. */
export interface ScoreFacts extends Omit<DeviceFacts, 'id' | 'userId' | 'vitalsAt'> {
  readonly falls: readonly { readonly status: FallLevel; readonly createdAt: string }[];
}

export interface PersonScore {
  readonly healthScore: number;
  readonly riskScore: number;
  readonly isHighRisk: boolean;
  readonly basis: HealthScore['basis'];
  readonly factors: HealthScore['factors'];
}

/** Lowest risk score (100 minus the health score) that counts as high risk. */
const highRiskFrom = 75;
const dayMs = 86_400_000;
/** Older vitals do not show the person's current state: unknown is more accurate. */
const vitalsLastMs = dayMs;

type Vitals = Pick<DeviceFacts, 'heartRate' | 'heartRateMean' | 'heartRateVariance' | 'spo2'>;
const noVitals: Vitals = { heartRate: null, heartRateMean: null, heartRateVariance: null, spo2: null };

/**
 * A person may wear several devices. Vitals come from the device that measured last, so that a second device without
 * vitals does not hide the bad values of the first; battery and sensor state come from the device that sent last.
 */
export function collectFacts(devices: readonly DeviceFacts[], falls: ScoreFacts['falls'], nowMs: number): ScoreFacts {
  const measuring = latestBy(devices, 'vitalsAt');
  const heard = latestBy(devices, 'lastSeen');
  const isFresh = measuring !== undefined && nowMs - parseTime(measuring.vitalsAt ?? '') < vitalsLastMs;
  const { heartRate, heartRateMean, heartRateVariance, spo2 } = isFresh ? measuring : noVitals;
  const { batteryLevel = null, sensorsInitialized = null, lastSeen = null } = heard ?? {};
  return { heartRate, heartRateMean, heartRateVariance, spo2, batteryLevel, sensorsInitialized, lastSeen, falls };
}

function latestBy(devices: readonly DeviceFacts[], field: 'vitalsAt' | 'lastSeen'): DeviceFacts | undefined {
  let latest: DeviceFacts | undefined;
  for (const device of devices) {
    const at = device[field];
    if (at !== null && at > (latest?.[field] ?? '')) latest = device;
  }
  return latest;
}

export function scorePerson(facts: ScoreFacts, nowMs: number): PersonScore {
  const health = healthScore(toHealthInput(facts, nowMs));
  const { score, basis, factors } = health;
  return {
    healthScore: score,
    riskScore: 100 - score,
    isHighRisk: isHighRisk(health),
    basis,
    factors: factors.map(rounded),
  };
}

/** Without the factors, for the sensor stream. */
export function scoreWithoutFactors(facts: ScoreFacts, nowMs: number): Omit<HealthScore, 'factors'> {
  return bareHealthScore(toHealthInput(facts, nowMs));
}

export function isHighRisk({ basis, score }: Omit<HealthScore, 'factors'>): boolean {
  return basis === 'DATA' && 100 - score >= highRiskFrom;
}

/** For display: rounds the factors. */
function rounded(factor: HealthFactor): HealthFactor {
  return { ...factor, score: Math.round(factor.score), weight: Math.round(factor.weight * 100) / 100 };
}

/** Runs for every reading: assigning the known fields is faster than spreading optional objects. */
function toHealthInput(facts: ScoreFacts, nowMs: number): HealthInput {
  const { heartRate, heartRateMean, heartRateVariance, spo2, batteryLevel, sensorsInitialized } = facts;
  const input: { -readonly [Field in keyof HealthInput]: HealthInput[Field] } = { fallLoad: fallLoad(facts, nowMs) };
  if (heartRate !== null) {
    const stdDevBpm = Math.sqrt(heartRateVariance ?? 0);
    input.heartRate = { latestBpm: heartRate, meanBpm: heartRateMean ?? heartRate, stdDevBpm };
  }
  if (spo2 !== null) input.oxygen = { latestPercent: spo2 };
  if (batteryLevel !== null) input.batteryPercent = batteryLevel;
  if (sensorsInitialized !== null) input.sensorsReliable = sensorsInitialized;
  return input;
}

function fallLoad({ falls }: ScoreFacts, nowMs: number): number {
  if (falls.length === 0) return 0;
  return computeFallLoad(
    falls.map(({ status, createdAt }) => ({ level: status, ageDays: (nowMs - Date.parse(createdAt)) / dayMs })),
  );
}

export function groupByUser<Row extends { readonly userId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.userId);
    if (group) group.push(row);
    else groups.set(row.userId, [row]);
  }
  return groups;
}
