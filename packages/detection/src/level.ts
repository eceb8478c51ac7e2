/** The five levels of the API (docs/api/openapi.json), from least to most certain. */
export const fallLevels = ['NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'] as const;
export type FallLevel = (typeof fallLevels)[number];

/** The largest confidence of each level but the last. */
export const levelBounds = { NO_FALL: 0.3, SUSPICIOUS: 0.5, POTENTIAL: 0.7, HIGH: 0.89 } as const;

/** What the service does at each level. */
export type FallAction = 'none' | 'log' | 'alert' | 'notify-and-alert' | 'emergency';

/**
 * The level whose range contains the confidence. The ranges have two decimals and leave gaps (0.305): a value in a gap
 * belongs to the higher level, because an extra alert is better than a missed one.
 */
export function toLevel(confidence: number): FallLevel {
  // Four decimals: 0.1 + 0.2 is 0.30000000000000004, and must stay NO_FALL like 0.30.
  const value = Math.round(confidence * 10_000) / 10_000;
  if (value <= levelBounds.NO_FALL) return 'NO_FALL';
  if (value <= levelBounds.SUSPICIOUS) return 'SUSPICIOUS';
  if (value <= levelBounds.POTENTIAL) return 'POTENTIAL';
  if (value <= levelBounds.HIGH) return 'HIGH';
  return 'CONFIRMED';
}

const actions: Record<FallLevel, FallAction> = {
  NO_FALL: 'none',
  SUSPICIOUS: 'log',
  POTENTIAL: 'alert',
  HIGH: 'notify-and-alert',
  CONFIRMED: 'emergency',
};

export function toAction(level: FallLevel): FallAction {
  return actions[level];
}
