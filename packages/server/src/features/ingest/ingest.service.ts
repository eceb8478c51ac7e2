import { type Assessment, assess, evidenceWindowOf, packState, unpackState } from '@fallwatch/detection';
import type { Config } from '../../config.js';
import { type Context, inTransaction } from '../../platform/context.js';
import type { Pace } from '../../platform/hot/hot-state.js';
import { macAddressOf } from '../../platform/mac.js';
import { tooMany } from '../../platform/refusal.js';
import { wakesSomebody } from '../alerts/alerts.rules.js';
import {
  type DeviceRow,
  findOrRegisterDevice,
  logForDevice,
  noteNews,
  refuseForeignOrDisabled,
} from '../devices/devices.service.js';
import { recordDetectedFall } from '../falls/falls.service.js';
import { refreshScore } from '../scores/scores.service.js';
import { logLinesOf, newsOf, readingOf, sensorDataOf, vitalOf } from './ingest.rules.js';
import type { Assessed, SensorReading } from './ingest.schema.js';
import * as store from './ingest.store.js';
import { awaitNextReading } from './silence.service.js';

/** Radio and scheduler jitter of an honest device that sends once a second. */
const toleranceMs = 200;
const partitionsAhead = 7;
const dayMs = 86_400_000;
const looksLikeG = 'looks like g, expected m/s²';

/**
 * One reading, from the device to the answer. A reading that comes too early is not stored, but the detector
 * sees it, and a fall seen there is recorded and alerted all the same.
 */
export async function acceptReading(ctx: Context, sent: SensorReading): Promise<Assessed> {
  const macAddress = macAddressOf(sent.device_id) as string;
  const reading = readingOf(sent);
  const device = await findOrRegisterDevice(ctx, macAddress);
  await refuseForeignOrDisabled(ctx, device);

  const at = ctx.now();
  const pace = paceOf(ctx.config);
  const turn = await ctx.hot.takeTurn(`device:${macAddress}`, pace);
  const state = turn.kept === null ? undefined : unpackState(turn.kept);
  const assessment = assess(state, reading, Date.parse(at));
  await ctx.hot.keep(`device:${macAddress}`, packState(assessment.state));

  const fallEventId = await recordFall(ctx, device, sent, assessment, at);
  if (!turn.isAllowed) throw tooEarly(ctx, turn.nextAtMs);
  await storeReading(ctx, device, sent, assessment, at);
  const { healthScore } = await refreshScore(ctx, device.userId);
  return {
    deviceId: device.id,
    macAddress,
    timestamp: at,
    fallDetected: wakesSomebody(assessment.level),
    fallConfidence: assessment.confidence,
    fallLevel: assessment.level,
    fallEventId,
    healthScore,
    nextAllowedRequest: new Date(Date.parse(at) + (pace?.intervalMs ?? 0)).toISOString(),
    explanation: assessment.explanation,
    warnings: await warnOfUnits(ctx, device, assessment),
  };
}

async function recordFall(
  ctx: Context,
  device: DeviceRow,
  sent: SensorReading,
  assessment: Assessment,
  at: string,
): Promise<string | null> {
  if (assessment.level === 'NO_FALL') return null;
  const { confidence, explanation, state, silenceDueAtMs } = assessment;
  const sensorData = sensorDataOf(sent, at);
  const evidence = evidenceWindowOf(state);
  const found = { deviceId: device.id, userId: device.userId, confidence, explanation, sensorData, evidence };
  return inTransaction(ctx, async (ctx) => {
    const fallId = await recordDetectedFall(ctx, found);
    if (silenceDueAtMs !== null)
      await awaitNextReading(ctx, found, { readingAt: at, withinMs: silenceDueAtMs - Date.parse(at) });
    await logForDevice(ctx, device.id, 'WARNING', `Fall assessed ${assessment.level}`);
    return fallId;
  });
}

/** Nothing is rescaled: the device is told, and so is whoever reads its log. */
async function warnOfUnits(ctx: Context, device: DeviceRow, { explanation }: Assessment): Promise<string[]> {
  if (!explanation.dataQuality.notes.includes('LOOKS_LIKE_G')) return [];
  await logForDevice(ctx, device.id, 'WARNING', `Acceleration ${looksLikeG}`);
  return [`accel_x, accel_y, accel_z: ${looksLikeG}`];
}

/** The reading and what it says about its device stand or fall together. */
function storeReading(ctx: Context, device: DeviceRow, sent: SensorReading, assessment: Assessment, at: string) {
  const nowMs = Date.parse(at);
  return inTransaction(ctx, async (ctx) => {
    await store.insertReadings(ctx.db, [rowOf(device, sent, assessment, at)]);
    await noteNews(ctx, device.id, newsOf(device, sent, at));
    for (const { type, message } of logLinesOf(device, sent, nowMs, ctx.config))
      await logForDevice(ctx, device.id, type, message);
  });
}

function rowOf(device: DeviceRow, sent: SensorReading, { confidence }: Assessment, at: string): store.NewReading {
  return {
    at,
    uptimeMs: sent.uptime_ms,
    deviceKey: device.key,
    accelX: sent.accel_x,
    accelY: sent.accel_y,
    accelZ: sent.accel_z,
    gyroX: sent.gyro_x,
    gyroY: sent.gyro_y,
    gyroZ: sent.gyro_z,
    pressure: sent.pressure ?? null,
    fsr: sent.fsr ?? null,
    batteryLevel: sent.battery_level ?? null,
    confidence,
    heartRate: vitalOf(sent.heart_rate),
    spo2: vitalOf(sent.spo2),
  };
}

export function paceOf({ limitSensor }: Pick<Config, 'limitSensor'>): Pace | null {
  return limitSensor && { intervalMs: limitSensor.windowMs / limitSensor.points, toleranceMs };
}

function tooEarly(ctx: Context, nextAtMs: number) {
  ctx.metrics.refusedByLimit.inc({ limit: 'sensor' });
  const seconds = Math.max(1, Math.ceil((nextAtMs - ctx.clock.nowMs()) / 1_000));
  return tooMany('Too many readings from this device. Wait until nextAllowedRequest.', seconds);
}

/** Today's partition and those of the coming days: called at start and by the upkeep schedule. */
export function prepareReadingDays(ctx: Context): Promise<void> {
  const yesterday = new Date(ctx.clock.nowMs() - dayMs).toISOString().slice(0, 10);
  return store.ensurePartitions(ctx.db, yesterday, partitionsAhead + 2);
}

/** Drops whole days: no row is touched, no table bloats. Answers the names of those that are old. */
export async function dropOldReadings(ctx: Context, olderThanMs: number, isDryRun: boolean): Promise<string[]> {
  const firstKeptDay = new Date(ctx.clock.nowMs() - olderThanMs).toISOString().slice(0, 10);
  const old = await store.listPartitionsBefore(ctx.db, firstKeptDay);
  if (!isDryRun) for (const name of old) await store.dropPartition(ctx.db, name);
  return old;
}

/**
 * Readings of deleted devices. The deletion itself cut them from the person at once; the rows go here, day by day,
 * because months of a device are more than a request may wait for.
 */
export async function eraseReadings(ctx: Context): Promise<void> {
  for (const deviceKey of await store.listErasedDevices(ctx.db)) {
    for (const partition of await store.listPartitions(ctx.db))
      await store.deleteReadings(ctx.db, partition, deviceKey);
    await store.deleteErasedDevice(ctx.db, deviceKey);
  }
}
