import {
  type FallLevel,
  fallLoadOf,
  type HealthFactor,
  type HealthInput,
  type HealthScore,
  healthScore,
} from '@fallwatch/detection';

/** What one device last said. */
export interface DeviceFacts {
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
export interface ScoreFacts extends Omit<DeviceFacts, 'userId' | 'vitalsAt'> {
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
export function factsOf(devices: readonly DeviceFacts[], nowMs: number): Omit<ScoreFacts, 'falls'> {
  const latest = (field: 'vitalsAt' | 'lastSeen'): DeviceFacts | undefined =>
    devices
      .filter((device) => device[field] !== null)
      .toSorted((a, b) => ((a[field] ?? '') < (b[field] ?? '') ? 1 : -1))[0];
  const measuring = latest('vitalsAt');
  const heard = latest('lastSeen');
  const isFresh = measuring !== undefined && nowMs - Date.parse(measuring.vitalsAt ?? '') < vitalsLastMs;
  const { heartRate, heartRateMean, heartRateVariance, spo2 } = isFresh ? measuring : noVitals;
  const { batteryLevel = null, sensorsInitialized = null, lastSeen = null } = heard ?? {};
  return { heartRate, heartRateMean, heartRateVariance, spo2, batteryLevel, sensorsInitialized, lastSeen };
}

export function personScoreOf(facts: ScoreFacts, nowMs: number): PersonScore {
  const { score, basis, factors } = healthScore(healthInputOf(facts, nowMs));
  const riskScore = 100 - score;
  return {
    healthScore: score,
    riskScore,
    isHighRisk: basis === 'DATA' && riskScore >= highRiskFrom,
    basis,
    factors: factors.map(rounded),
  };
}

/** Shown to people: no false precision. */
function rounded(factor: HealthFactor): HealthFactor {
  return { ...factor, score: Math.round(factor.score), weight: Math.round(factor.weight * 100) / 100 };
}

function healthInputOf(facts: ScoreFacts, nowMs: number): HealthInput {
  const { heartRate, heartRateMean, heartRateVariance, spo2, batteryLevel, sensorsInitialized } = facts;
  const falls = facts.falls.map(({ status, createdAt }) => ({
    level: status,
    ageDays: (nowMs - Date.parse(createdAt)) / dayMs,
  }));
  return {
    ...(heartRate === null
      ? {}
      : {
          heartRate: {
            latestBpm: heartRate,
            meanBpm: heartRateMean ?? heartRate,
            stdDevBpm: Math.sqrt(heartRateVariance ?? 0),
          },
        }),
    ...(spo2 === null ? {} : { oxygen: { latestPercent: spo2 } }),
    ...(batteryLevel === null ? {} : { batteryPercent: batteryLevel }),
    ...(sensorsInitialized === null ? {} : { sensorsReliable: sensorsInitialized }),
    fallLoad: fallLoadOf(falls),
  };
}
