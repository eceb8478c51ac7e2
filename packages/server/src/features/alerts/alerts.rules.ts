import { actionOf, type FallLevel } from '@fallwatch/detection';
import type { AlertSeverity } from '../../platform/db/tables.js';

export const alertSeverities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

const severities: Record<FallLevel, AlertSeverity> = {
  NO_FALL: 'LOW',
  SUSPICIOUS: 'LOW',
  POTENTIAL: 'MEDIUM',
  HIGH: 'HIGH',
  CONFIRMED: 'CRITICAL',
};

export function severityOf(level: FallLevel): AlertSeverity {
  return severities[level];
}

/** The levels that a severity stands for, to filter falls by it. */
export function levelsOfSeverity(severity: AlertSeverity): FallLevel[] {
  return (Object.keys(severities) as FallLevel[]).filter((level) => severities[level] === severity);
}

/** Spec section 3: POTENTIAL and above wake somebody. */
export function wakesSomebody(level: FallLevel): boolean {
  const action = actionOf(level);
  return action !== 'none' && action !== 'log';
}
