import type { BufferedReading } from './buffer.js';
import { hasImpact, nearMs } from './buffer.rules.js';

export type UnmarkedReading = Omit<BufferedReading, 'isQuiet'>;

/** The latest impact: in which run of the device, and its `uptime_ms`. */
export interface Impact {
  readonly bootId: number;
  readonly atMs: number;
}

export function findImpact({ bootId, reading }: UnmarkedReading): Impact | undefined {
  return hasImpact(reading) ? { bootId, atMs: reading.uptime_ms } : undefined;
}

/** Whether the reading is within ten seconds of the impact: the detector needs the seconds before and after it. */
export function isNear({ bootId, reading }: UnmarkedReading, impact: Impact | undefined): boolean {
  return impact?.bootId === bootId && Math.abs(reading.uptime_ms - impact.atMs) <= nearMs;
}
