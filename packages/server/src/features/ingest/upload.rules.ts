import type { DetectorState } from '@fallwatch/detection';
import { toDetails } from '../../platform/http/validation.js';
import type { Refusal } from '../../platform/refusal.js';
import type { UploadResult } from './upload.schema.js';

type ValidationError = Parameters<typeof toDetails>[0][number];
type Problems = Readonly<Record<string, string>>;

export interface UploadProblems {
  /** The request itself is invalid: it is refused as a whole. */
  readonly ofRequest: Problems | undefined;
  readonly byReading: ReadonlyMap<number, Problems>;
}

const readingPath = /^\/readings\/(\d+)/;

/** Separates the errors of the request from those of its readings. */
export function groupProblems(errors: readonly ValidationError[]): UploadProblems {
  const ofRequest = errors.filter(({ instancePath }) => !readingPath.test(instancePath));
  const byReading = new Map<number, ValidationError[]>();
  for (const error of errors) {
    const [path, index] = readingPath.exec(error.instancePath) ?? [];
    if (path === undefined) continue;
    const own = byReading.get(Number(index)) ?? [];
    own.push({ ...error, instancePath: error.instancePath.slice(path.length) });
    byReading.set(Number(index), own);
  }
  return {
    ofRequest: ofRequest.length === 0 ? undefined : toDetails(ofRequest),
    byReading: new Map([...byReading].map(([index, own]) => [index, toReadingDetails(own)])),
  };
}

function toReadingDetails(errors: readonly ValidationError[]): Problems {
  // 'body' is the key of errors about the whole value.
  const { body, ...details } = toDetails(errors);
  return body === undefined ? details : { ...details, reading: body };
}

export function toProblem({ code, message, details = {} }: Refusal): NonNullable<UploadResult['problem']> {
  return { code, message, details };
}

/** The moment of a reading: the service's time, and the device's own clock. Without one, the clock is not known. */
export interface Moment {
  readonly atMs: number;
  readonly uptimeMs: number | undefined;
}

/** The times of two readings are this far off, relative to each other: the difference of two delays on the way. */
const jitterMs = 5_000;

/** Whether the reading comes after the last one that the detector has seen, of the same start of the device. */
export function follows({ atMs, uptimeMs }: Moment, last: DetectorState | undefined): boolean {
  if (last === undefined) return true;
  if (uptimeMs === undefined) return atMs > last.atMs;
  return uptimeMs > last.uptimeMs && atMs > last.atMs - jitterMs;
}

/** The same for a reading that is not stored yet: the device may have started again after the last one. */
export function isNewer(moment: Moment, last: DetectorState | undefined): boolean {
  const { atMs, uptimeMs } = moment;
  if (follows(moment, last) || last === undefined) return true;
  return uptimeMs !== undefined && uptimeMs < last.uptimeMs && atMs - uptimeMs > last.atMs - jitterMs;
}

/** Of two readings of one start, uptime and time differ by the same; a delay on the way may add a minute. */
const sameStartMs = 60_000;

/** The state to which the reading is added. A later start of the device, or an earlier reading, begins a new one. */
export function continuedState(moment: Moment, last: DetectorState | undefined): DetectorState | undefined {
  if (last === undefined || !follows(moment, last)) return undefined;
  const { atMs, uptimeMs = last.uptimeMs + atMs - last.atMs } = moment;
  const driftMs = atMs - last.atMs - (uptimeMs - last.uptimeMs);
  return Math.abs(driftMs) < sameStartMs ? last : undefined;
}

/** By time, then by uptime; of equal ones, as they were sent. */
export function compareMoments(one: Moment, other: Moment): number {
  return one.atMs - other.atMs || (one.uptimeMs ?? 0) - (other.uptimeMs ?? 0);
}
