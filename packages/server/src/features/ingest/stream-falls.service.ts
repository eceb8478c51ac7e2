/** Records the falls that the detector sees in readings. */
import { type Assessment, toEvidenceWindow } from '@fallwatch/detection';
import { LRUCache } from 'lru-cache';
import { createBreaker } from '../../platform/breaker.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { isDatabaseUnavailable } from '../../platform/db/faults.js';
import { idFromText } from '../../platform/ids.js';
import { Refusal } from '../../platform/refusal.js';
import { withTimeout } from '../../platform/with-timeout.js';
import type { CachedDevice } from '../devices/device-update.service.js';
import { logForDevice } from '../devices/devices.service.js';
import type { Confirmation } from '../falls/falls.schema.js';
import { type DetectedFall, isAlertWithheld, recordDetectedFall } from '../falls/recording.service.js';
import { readConfirmation } from '../falls/wearer-response.service.js';
import { storeTimeoutMs } from '../recorder/reading-storage.service.js';
import { awaitNextReading } from '../silence/silence.service.js';
import { type Batch, type Judged, refuse } from './batch.js';
import { toSensorData } from './ingest.rules.js';
import type { AssessableReading } from './ingest.schema.js';

/**
 * With a journal, a fall waits at most 1 s for the database; after a failure, further falls go to the journal directly
 * for 1 s.
 */
const carryAfterMs = 1_000;
const restMs = 1_000;

/** A reading that the detector rates above NO_FALL. Mutable: recording it fills in the rest. */
export interface FallReading {
  readonly device: CachedDevice;
  readonly sent: AssessableReading;
  readonly assessment: Assessment;
  fallId: string | null;
  /** A fall that the database could not record: it goes into the journal. */
  carried: DetectedFall | null;
  confirmation: Confirmation;
}

export interface FallMoment {
  readonly at: string;
  /** How long after `at` the reading arrived, if it was uploaded later. */
  readonly lateMs?: number;
  /** False if a later reading of the device is known: the fall is not followed by silence. */
  readonly isLatest: boolean;
}

export async function recordFalls(batch: Batch, judged: readonly Judged[]): Promise<void> {
  const falls = judged.filter(({ assessment }) => assessment.level !== 'NO_FALL');
  if (falls.length === 0) return;
  const moment = { at: batch.at, isLatest: true };
  await Promise.all(
    falls.map((one) =>
      recordFall(one.arrival.ctx, one, moment).catch((reason: unknown) => refuse(batch, one.index, reason)),
    ),
  );
}

/** Into the database before the answer; if it is unavailable, into the journal with the reading. */
export async function recordFall(ctx: Context, one: FallReading, moment: FallMoment): Promise<void> {
  const { incidents, whenThere } = ctx.state.fallRecording;
  const fall = toDetectedFall(one, moment);
  const record = () => recordNow(ctx, one, fall, moment.isLatest);
  try {
    one.fallId = await (ctx.journal
      ? whenThere(() => withTimeout(record(), carryAfterMs))
      : withTimeout(record(), storeTimeoutMs));
  } catch (error) {
    if (!ctx.journal || !isAway(error)) throw error;
    ctx.metrics.counter('journal_carried_falls_total').inc();
    one.fallId = incidents.findId(fall, ctx.config.incidentDurationMs) ?? fall.id;
    // The wearer is not asked, so that the alert does not wait for an answer.
    one.carried = { ...fall, id: one.fallId, canConfirm: false };
  }
  incidents.note({ ...fall, id: one.fallId });
}

declare module '../../platform/context.js' {
  interface ProcessState {
    /** State for recording falls while the database is unavailable. */
    readonly fallRecording: ReturnType<typeof createFallRecording>;
  }
}

export function createFallRecording() {
  return { incidents: createIncidents(), whenThere: createBreaker(restMs, isAway) };
}

function toDetectedFall({ device, sent, assessment }: FallReading, { at, lateMs }: FallMoment): DetectedFall {
  const { confidence, explanation, state } = assessment;
  const sensorData = toSensorData(sent, at);
  const evidence = toEvidenceWindow(state);
  const { id: deviceId, userId } = device;
  const canConfirm = sent.can_confirm ?? false;
  const fall = { id: createFallId(deviceId, at, sent), at, deviceId, userId, confidence, explanation };
  return { ...fall, sensorData, evidence, canConfirm, ...(lateMs === undefined ? {} : { lateMs }) };
}

/**
 * A reading whose answer was lost is sent again, maybe minutes later to another process, and must get the same fall id.
 * The id derives from the values that also make the reading unique in the table: device, start and uptime; without a
 * start the day and the acceleration instead. Without an uptime it uses the arrival time: a second fall of the day may
 * have the same acceleration and must not be lost.
 */
function createFallId(
  deviceId: string,
  at: string,
  { boot_id, uptime_ms, accel_x, accel_y, accel_z }: AssessableReading,
): string {
  if (boot_id !== undefined && uptime_ms !== undefined) return idFromText([deviceId, boot_id, uptime_ms].join());
  const moment = uptime_ms === undefined ? [at] : [at.slice(0, 10), uptime_ms];
  return idFromText([deviceId, ...moment, accel_x, accel_y, accel_z].join());
}

function recordNow(outer: Context, one: FallReading, fall: DetectedFall, isLatest: boolean): Promise<string> {
  const { device, assessment } = one;
  return inTransaction(outer, async (ctx) => {
    const fallId = await recordDetectedFall(ctx, fall);
    if (isLatest) await awaitNextReading(ctx, device, await withSilenceDue(ctx, assessment, fallId), fall.sensorData);
    await logForDevice(ctx, device.id, 'WARNING', `Fall assessed ${assessment.level}`);
    if (fall.canConfirm) one.confirmation = await readConfirmation(ctx, fallId);
    return fallId;
  });
}

/** As long as the detector waits after an undecided impact. */
const withheldSilenceMs = 10_000;

/** A fall whose alert is withheld counts as undecided: if the device is silent after it, the alert is raised. */
async function withSilenceDue(ctx: Context, assessment: Assessment, fallId: string): Promise<Assessment> {
  if (assessment.level !== 'POTENTIAL' || !(await isAlertWithheld(ctx, fallId))) return assessment;
  return { ...assessment, silenceDueAtMs: assessment.state.atMs + withheldSilenceMs };
}

export function isAway(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof Refusal && error.status === 503);
}

/** Open incidents in memory, for when the database is unavailable: readings of one incident get the same fall id. */
function createIncidents() {
  const open = new LRUCache<string, Pick<DetectedFall, 'id' | 'at'>>({ max: 10_000 });
  return {
    findId({ deviceId, at }: DetectedFall, incidentDurationMs: number): string | undefined {
      const first = open.get(deviceId);
      // In either direction: an uploaded reading may be hours older than the incident.
      return first && Math.abs(Date.parse(at) - Date.parse(first.at)) < incidentDurationMs ? first.id : undefined;
    },
    note({ deviceId, id, at }: DetectedFall): void {
      if (open.get(deviceId)?.id !== id) open.set(deviceId, { id, at });
    },
  };
}
