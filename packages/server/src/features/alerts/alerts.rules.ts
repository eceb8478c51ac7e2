import { type FallLevel, toAction } from '@fallwatch/detection';
import type { AlertSeverity } from '../../platform/db/tables/alerts.js';

export const alertSeverities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

/** An alert with its deliveries takes about 1.5 kB: a list stays below 300 kB, however many falls are reported. */
export const maxListedAlerts = 200;

const severities: Record<FallLevel, AlertSeverity> = {
  NO_FALL: 'LOW',
  SUSPICIOUS: 'LOW',
  POTENTIAL: 'MEDIUM',
  HIGH: 'HIGH',
  CONFIRMED: 'CRITICAL',
};

export function toSeverity(level: FallLevel): AlertSeverity {
  return severities[level];
}

/** The fall levels that map to a severity, to filter falls by it. */
export function levelsOfSeverity(severity: AlertSeverity): FallLevel[] {
  return (Object.keys(severities) as FallLevel[]).filter((level) => severities[level] === severity);
}

/** POTENTIAL and above alert people; SUSPICIOUS is only logged. */
export function alertsPeople(level: FallLevel): boolean {
  const action = toAction(level);
  return action !== 'none' && action !== 'log';
}
