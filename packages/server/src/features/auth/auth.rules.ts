import type { Config } from '../../config.js';

type Durations = Pick<Config, 'sessionDurationMs' | 'sessionMaxDurationMs'>;

/** When a session opened at `openedAtMs` ends if it is opened or extended now. */
export function sessionEnd(openedAtMs: number, nowMs: number, config: Durations): number {
  return Math.min(nowMs + config.sessionDurationMs, lastSessionEnd(openedAtMs, config));
}

/** The latest possible end of a session. Never before its first expiry: a device may have a token for a year. */
export function lastSessionEnd(openedAtMs: number, { sessionDurationMs, sessionMaxDurationMs }: Durations): number {
  return openedAtMs + Math.max(sessionDurationMs, sessionMaxDurationMs);
}
