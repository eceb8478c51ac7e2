import {
  bareHealthScore,
  type FallLevel,
  fallLoadOf,
  type HealthFactor,
  type HealthInput,
  type HealthScore,
  healthScore,
} from '@fallwatch/detection';

/** What one device last said. */
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

/** What devices and the last month say about a person. */
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

/** Spec section 2. */
const highRiskFrom = 75;
const dayMs = 86_400_000;
/** Older vitals say nothing about how a person is now: unknown is more honest. */
const vitalsLastMs = dayMs;

type Vitals = Pick<DeviceFacts, 'heartRate' | 'heartRateMean' | 'heartRateVariance' | 'spo2'>;
const noVitals: Vitals = { heartRate: null, heartRateMean: null, heartRateVariance: null, spo2: null };

/**
 * A person may wear several devices. Vitals come from the one that measured them last, so that a second device
 * without them does not hide a first one's alarm; the device's own state from the one heard last.
 */
export function factsOf(devices: readonly DeviceFacts[], falls: ScoreFacts['falls'], nowMs: number): ScoreFacts {
  const measuring = latestBy(devices, 'vitalsAt');
  const heard = latestBy(devices, 'lastSeen');
  const isFresh = measuring !== undefined && nowMs - Date.parse(measuring.vitalsAt ?? '') < vitalsLastMs;
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

export function personScoreOf(facts: ScoreFacts, nowMs: number): PersonScore {
  const health = healthScore(healthInputOf(facts, nowMs));
  const { score, basis, factors } = health;
  return {
    healthScore: score,
    riskScore: 100 - score,
    isHighRisk: isHighRisk(health),
    basis,
    factors: factors.map(rounded),
  };
}

/** Without its reasons: for the stream. */
export function bareScoreOf(facts: ScoreFacts, nowMs: number): Omit<HealthScore, 'factors'> {
  return bareHealthScore(healthInputOf(facts, nowMs));
}

export function isHighRisk({ basis, score }: Omit<HealthScore, 'factors'>): boolean {
  return basis === 'DATA' && 100 - score >= highRiskFrom;
}

/** Shown to people: no false precision. */
function rounded(factor: HealthFactor): HealthFactor {
  return { ...factor, score: Math.round(factor.score), weight: Math.round(factor.weight * 100) / 100 };
}

/** For every reading: fields are set where they are known, which costs less than spreading what may be empty. */
function healthInputOf(facts: ScoreFacts, nowMs: number): HealthInput {
  const { heartRate, heartRateMean, heartRateVariance, spo2, batteryLevel, sensorsInitialized } = facts;
  const input: { -readonly [Field in keyof HealthInput]: HealthInput[Field] } = { fallLoad: loadOf(facts, nowMs) };
  if (heartRate !== null) {
    const stdDevBpm = Math.sqrt(heartRateVariance ?? 0);
    input.heartRate = { latestBpm: heartRate, meanBpm: heartRateMean ?? heartRate, stdDevBpm };
  }
  if (spo2 !== null) input.oxygen = { latestPercent: spo2 };
  if (batteryLevel !== null) input.batteryPercent = batteryLevel;
  if (sensorsInitialized !== null) input.sensorsReliable = sensorsInitialized;
  return input;
}

function loadOf({ falls }: ScoreFacts, nowMs: number): number {
  if (falls.length === 0) return 0;
  return fallLoadOf(
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
