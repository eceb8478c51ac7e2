/** Records the falls that the detector sees in a batch of readings. */
import { toEvidenceWindow } from '@fallwatch/detection';
import { LRUCache } from 'lru-cache';
import { createBreaker } from '../../platform/breaker.js';
import { inTransaction } from '../../platform/context.js';
import { isDatabaseUnavailable } from '../../platform/db/faults.js';
import { idFromText } from '../../platform/ids.js';
import { Refusal } from '../../platform/refusal.js';
import { withTimeout } from '../../platform/with-timeout.js';
import { logForDevice } from '../devices/devices.service.js';
import { type DetectedFall, recordDetectedFall } from '../falls/recording.service.js';
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

export async function recordFalls(batch: Batch, judged: readonly Judged[]): Promise<void> {
  const falls = judged.filter(({ assessment }) => assessment.level !== 'NO_FALL');
  if (falls.length === 0) return;
  await Promise.all(
    falls.map((one) => recordFall(batch, one).catch((reason: unknown) => refuse(batch, one.index, reason))),
  );
}

/** Into the database before the answer; if it is unavailable, into the journal with the reading. */
async function recordFall({ ctx, at }: Batch, one: Judged): Promise<void> {
  const { incidents, whenThere } = ctx.state.fallRecording;
  const fall = toDetectedFall(at, one);
  try {
    one.fallId = await (ctx.journal
      ? whenThere(() => withTimeout(recordNow(one, fall), carryAfterMs))
      : withTimeout(recordNow(one, fall), storeTimeoutMs));
  } catch (error) {
    if (!ctx.journal || !isAway(error)) throw error;
    ctx.metrics.carriedFalls.inc();
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

function toDetectedFall(at: string, { device, sent, assessment }: Judged): DetectedFall {
  const { confidence, explanation, state } = assessment;
  const sensorData = toSensorData(sent, at);
  const evidence = toEvidenceWindow(state);
  const { id: deviceId, userId } = device;
  const [id, canConfirm] = [createFallId(deviceId, at, sent), sent.can_confirm ?? false];
  return { id, at, deviceId, userId, confidence, explanation, sensorData, evidence, canConfirm };
}

/**
 * A reading whose answer was lost is sent again, maybe minutes later to another process, and must get the same fall id.
 * The id derives from the values that also make the reading unique in the table: device, day, uptime and acceleration.
 * Without an uptime it uses the arrival time: a second fall of the day may have the same acceleration and must not be
 * lost.
 */
function createFallId(
  deviceId: string,
  at: string,
  { uptime_ms, accel_x, accel_y, accel_z }: AssessableReading,
): string {
  const moment = uptime_ms === undefined ? [at] : [at.slice(0, 10), uptime_ms];
  return idFromText([deviceId, ...moment, accel_x, accel_y, accel_z].join());
}

function recordNow(one: Judged, fall: DetectedFall): Promise<string> {
  const { arrival, device, assessment } = one;
  return inTransaction(arrival.ctx, async (ctx) => {
    const fallId = await recordDetectedFall(ctx, fall);
    await awaitNextReading(ctx, device.id, assessment, fall.sensorData);
    await logForDevice(ctx, device.id, 'WARNING', `Fall assessed ${assessment.level}`);
    if (fall.canConfirm) one.confirmation = await readConfirmation(ctx, fallId);
    return fallId;
  });
}

function isAway(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof Refusal && error.status === 503);
}

/** Open incidents in memory, for when the database is unavailable: readings of one incident get the same fall id. */
function createIncidents() {
  const open = new LRUCache<string, Pick<DetectedFall, 'id' | 'at'>>({ max: 10_000 });
  return {
    findId({ deviceId, at }: DetectedFall, incidentDurationMs: number): string | undefined {
      const first = open.get(deviceId);
      return first && Date.parse(at) - Date.parse(first.at) < incidentDurationMs ? first.id : undefined;
    },
    note({ deviceId, id, at }: DetectedFall): void {
      if (open.get(deviceId)?.id !== id) open.set(deviceId, { id, at });
    },
  };
}
