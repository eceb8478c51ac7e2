import type { BufferedReading } from './buffer.js';
import type { BatchAnswer, BatchReading, BatchResult } from './service.js';
import type { Assessed } from './state.js';

/** The most readings of one batch that the service takes. */
export const mostInBatch = 120;
/** The service refuses older readings. */
export const oldestMs = 7 * 24 * 3_600_000;

export interface Now {
  readonly bootId: number;
  readonly uptimeMs: number;
  readonly wallMs: number;
}

/**
 * How long ago a reading was taken: by the uptime while the device runs, because the wall clock can be set; by the wall
 * clock after a restart.
 */
export function computeAgeMs({ bootId, takenAtMs, reading }: BufferedReading, now: Now): number {
  const ageMs = bootId === now.bootId ? now.uptimeMs - reading.uptime_ms : now.wallMs - takenAtMs;
  return Math.max(0, Math.round(ageMs));
}

export interface BatchPlan {
  readonly body: readonly BatchReading[];
  readonly sent: readonly BufferedReading[];
  /** Too old for the service. */
  readonly expired: readonly BufferedReading[];
}

/** The oldest readings, and the current one even if older ones fill the batch: an alert needs it most. */
export function chooseReadings(
  oldest: readonly BufferedReading[],
  current: BufferedReading | undefined,
  size: number,
): readonly BufferedReading[] {
  if (current === undefined || size < 2 || oldest.some(({ id }) => id === current.id)) return oldest.slice(0, size);
  return [...oldest.slice(0, size - 1), current];
}

export function planBatch(waiting: readonly BufferedReading[], now: Now): BatchPlan {
  const isExpired = (entry: BufferedReading) => computeAgeMs(entry, now) > oldestMs;
  const sent = waiting.filter((entry) => !isExpired(entry));
  return {
    body: sent.map((entry) => ({ ...entry.reading, age_ms: computeAgeMs(entry, now), boot_id: entry.bootId })),
    sent,
    expired: waiting.filter(isExpired),
  };
}

/** The size of the next batch after one was refused as a whole: halved until the invalid reading is alone. */
export function halveBatch(size: number): number {
  return Math.max(1, Math.floor(size / 2));
}

export interface Refused {
  readonly entry: BufferedReading;
  readonly problem: NonNullable<BatchResult['problem']>;
}

export interface BatchOutcome {
  /** Stored or known: they need not be sent again. */
  readonly done: readonly BufferedReading[];
  readonly refused: readonly Refused[];
  readonly assessed: readonly Assessed[];
}

const unknownProblem = { code: 'UNKNOWN', message: 'The service refused the reading without a reason', details: {} };

/** A reading without a result stays in the buffer: the service did not say that it has it. */
export function readOutcome({ body, sent }: BatchPlan, { results, receivedAt }: BatchAnswer): BatchOutcome {
  const done: BufferedReading[] = [];
  const refused: Refused[] = [];
  for (const [index, entry] of sent.entries()) {
    const result = results[index];
    if (result === undefined) continue;
    if (result.status === 'refused') refused.push({ entry, problem: result.problem ?? unknownProblem });
    else done.push(entry);
  }
  const assessed = results.flatMap((result, index) => toAssessed(result, receivedAt, body[index]?.age_ms ?? 0) ?? []);
  return { done, refused, assessed };
}

function toAssessed(result: BatchResult, answeredAt: string, ageMs: number): Assessed | undefined {
  const { fallDetected, fallConfidence, fallLevel, fallEventId, confirmation } = result;
  if (fallDetected === null || fallConfidence === null || fallLevel === null || confirmation === null) return undefined;
  return { fallDetected, fallConfidence, fallLevel, fallEventId, confirmation, answeredAt, ageMs };
}
