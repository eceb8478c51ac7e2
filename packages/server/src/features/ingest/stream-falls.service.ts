/** The falls that the detector sees in a batch of readings. */
import { evidenceWindowOf } from '@fallwatch/detection';
import { LRUCache } from 'lru-cache';
import { createBreaker } from '../../platform/breaker.js';
import { inTransaction } from '../../platform/context.js';
import { isDatabaseUnavailable } from '../../platform/db/faults.js';
import { idOf } from '../../platform/ids.js';
import { Refusal } from '../../platform/refusal.js';
import { within } from '../../platform/within.js';
import { logForDevice } from '../devices/devices.service.js';
import { type DetectedFall, recordDetectedFall } from '../falls/recording.service.js';
import { confirmationOf } from '../falls/word.service.js';
import { type Batch, type Judged, refuse } from './batch.js';
import { sensorDataOf } from './ingest.rules.js';
import type { SensorReading } from './ingest.schema.js';
import { storeTimeoutMs } from './reading-storage.service.js';
import { awaitNextReading } from './silence.service.js';

/** With a log a fall waits no longer than this for the database; the others then do not wait for a while. */
const carryAfterMs = 1_000;
const restMs = 1_000;

export async function recordFalls(batch: Batch, judged: readonly Judged[]): Promise<void> {
  const falls = judged.filter(({ assessment }) => assessment.level !== 'NO_FALL');
  if (falls.length === 0) return;
  await Promise.all(
    falls.map((one) => recordFall(batch, one).catch((reason: unknown) => refuse(batch, one.index, reason))),
  );
}

/** In the database before the answer; when it is away, with the reading in the log. */
async function recordFall({ ctx, at }: Batch, one: Judged): Promise<void> {
  const { incidents, whenThere } = ctx.ofProcess(createFallWays);
  const fall = detectedOf(at, one);
  try {
    one.fallId = await (ctx.records
      ? whenThere(() => within(recordNow(one, fall), carryAfterMs))
      : within(recordNow(one, fall), storeTimeoutMs));
  } catch (error) {
    if (!ctx.records || !isAway(error)) throw error;
    one.fallId = incidents.idOf(fall, ctx.config.incidentDurationMs) ?? fall.id;
    // Its wearer is not asked: nothing may wait for an answer.
    one.carried = { ...fall, id: one.fallId, canConfirm: false };
  }
  incidents.note({ ...fall, id: one.fallId });
}

function createFallWays() {
  return { incidents: createIncidents(), whenThere: createBreaker(restMs, isAway) };
}

function detectedOf(at: string, { device, sent, assessment }: Judged): DetectedFall {
  const { confidence, explanation, state } = assessment;
  const sensorData = sensorDataOf(sent, at);
  const evidence = evidenceWindowOf(state);
  const { id: deviceId, userId } = device;
  const [id, canConfirm] = [fallIdOf(deviceId, at, sent), sent.can_confirm ?? false];
  return { id, at, deviceId, userId, confidence, explanation, sensorData, evidence, canConfirm };
}

/**
 * A reading whose answer was lost is sent again, maybe to another process and minutes later, and tells of the same
 * fall. It is known by what also makes it stand once in the table: device, day, uptime and acceleration.
 */
function fallIdOf(deviceId: string, at: string, { uptime_ms, accel_x, accel_y, accel_z }: SensorReading): string {
  return idOf([deviceId, at.slice(0, 10), uptime_ms, accel_x, accel_y, accel_z].join());
}

function recordNow(one: Judged, fall: DetectedFall): Promise<string> {
  const { arrival, device, assessment } = one;
  return inTransaction(arrival.ctx, async (ctx) => {
    const fallId = await recordDetectedFall(ctx, fall);
    await awaitNextReading(ctx, device.id, assessment, fall.sensorData);
    await logForDevice(ctx, device.id, 'WARNING', `Fall assessed ${assessment.level}`);
    if (fall.canConfirm) one.confirmation = await confirmationOf(ctx, fallId);
    return fallId;
  });
}

function isAway(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof Refusal && error.status === 503);
}

/** The falls that are going on, for when nobody can look them up: readings of one incident tell of one fall. */
function createIncidents() {
  const open = new LRUCache<string, Pick<DetectedFall, 'id' | 'at'>>({ max: 10_000 });
  return {
    idOf({ deviceId, at }: DetectedFall, incidentDurationMs: number): string | undefined {
      const first = open.get(deviceId);
      return first && Date.parse(at) - Date.parse(first.at) < incidentDurationMs ? first.id : undefined;
    },
    note({ deviceId, id, at }: DetectedFall): void {
      if (open.get(deviceId)?.id !== id) open.set(deviceId, { id, at });
    },
  };
}
