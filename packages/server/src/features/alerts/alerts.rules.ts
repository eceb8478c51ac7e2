import { type AftermathKind, type FallLevel, followedMs, toAction } from '@fallwatch/detection';
import type { AlertSeverity } from '../../platform/db/tables/alerts.js';

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

/**
 * A fall found in an older reading is recorded only: its wearer got up, or was found, long ago. Within this time
 * somebody may still lie there.
 */
const maxLateMs = 600_000;

export function isTooOldToAlert(lateMs = 0): boolean {
  return lateMs >= maxLateMs;
}

/** In minutes from two on; what was just now is not mentioned. */
const mentionedFromMs = 10_000;
const minuteMs = 60_000;

/** ` 4 minutes ago`, for the message of an alert. */
export function toAgeText(agoMs = 0): string {
  if (agoMs < mentionedFromMs) return '';
  if (agoMs < 2 * minuteMs) return ` ${Math.round(agoMs / 1_000)} seconds ago`;
  return ` ${Math.floor(agoMs / minuteMs)} minutes ago`;
}

/** A device that has sent nothing for this long says nothing about its wearer. It sends every second. */
const heardWithinMs = 30_000;

export interface StoredAftermath {
  readonly kind: AftermathKind;
  readonly at: string;
  readonly since: string;
  readonly fallAt: string;
  readonly lastSeen: string | null;
}

/** The latest change, with the time until which it is known: stillness must not be counted on without readings. */
export function toAftermath({ kind, at, since, fallAt, lastSeen }: StoredAftermath, nowMs: number) {
  const followedUntilMs = Date.parse(fallAt) + followedMs;
  // The table has the last reading some seconds late.
  const heardUntilMs = Math.max(Date.parse(at), Date.parse(lastSeen ?? at));
  const isHeard = nowMs - heardUntilMs <= heardWithinMs;
  if (isHeard && nowMs <= followedUntilMs) return { kind, since, until: null };
  const untilMs = Math.max(Date.parse(since), Math.min(heardUntilMs, followedUntilMs));
  return { kind, since, until: new Date(untilMs).toISOString() };
}
