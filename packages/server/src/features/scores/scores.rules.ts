import { type FallLevel, fallLoadOf, type HealthInput, type HealthScore, healthScore } from '@fallwatch/detection';

/** What the latest device and the last month say about a person. */
export interface ScoreFacts {
  readonly heartRate: number | null;
  readonly heartRateMean: number | null;
  readonly heartRateVariance: number | null;
  readonly spo2: number | null;
  readonly batteryLevel: number | null;
  readonly sensorsInitialized: boolean | null;
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

export function personScoreOf(facts: ScoreFacts, nowMs: number): PersonScore {
  const { score, basis, factors } = healthScore(healthInputOf(facts, nowMs));
  const riskScore = 100 - score;
  return { healthScore: score, riskScore, isHighRisk: basis === 'DATA' && riskScore >= highRiskFrom, basis, factors };
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
