import {
  type Assessment,
  assess,
  type DetectorState,
  evidenceWindowOf,
  packState,
  type Reading,
  unpackState,
} from '@fallwatch/detection';
import type { Config } from '../../config.js';
import { type Context, inTransaction } from '../../platform/context.js';
import type { Pace, Turn } from '../../platform/hot/hot-state.js';
import { macAddressOf } from '../../platform/mac.js';
import { tooMany } from '../../platform/refusal.js';
import { wakesSomebody } from '../alerts/alerts.rules.js';
import {
  type DeviceRow,
  devicesByMac,
  findOrRegisterDevice,
  logForDevice,
  noteNews,
  refuseForeignOrDisabled,
} from '../devices/devices.service.js';
import { recordDetectedFall } from '../falls/falls.service.js';
import { refreshScores, type ScoredPerson } from '../scores/scores.service.js';
import { logLinesOf, newsOf, readingOf, sensorDataOf, vitalOf } from './ingest.rules.js';
import type { Assessed, SensorReading } from './ingest.schema.js';
import * as store from './ingest.store.js';
import { awaitNextReading } from './silence.service.js';

/** Radio and scheduler jitter of an honest device that sends once a second. */
const toleranceMs = 200;
const partitionsAhead = 7;
const dayMs = 86_400_000;
const looksLikeG = 'looks like g, expected m/s²';

/** A reading with the request it came in. */
export interface Arrival {
  readonly ctx: Context;
  readonly sent: SensorReading;
}

/** A reading on its way through the steps of a batch. */
interface Passing extends Arrival {
  readonly reading: Reading;
  readonly macAddress: string;
  readonly device: DeviceRow;
}

interface Judged extends Passing {
  readonly at: string;
  readonly turn: Turn;
  readonly assessment: Assessment;
}

type Outcome = PromiseSettledResult<Assessed>;

/**
 * The readings of one turn of the event loop, from the devices to the answers, each with its own answer or refusal:
 * devices → turns and kept state → detector → falls → rows → answers, a few statements for all of them. A reading
 * that comes too early is not stored, but the detector sees it, and a fall seen there is recorded and alerted.
 */
export async function acceptReadings(arrivals: readonly Arrival[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = Array(arrivals.length);
  const refuse = (index: number) => (reason: unknown) => {
    outcomes[index] = { status: 'rejected', reason };
    return undefined;
  };
  const passing = await Promise.all((await admit(arrivals)).map((one, index) => one.catch(refuse(index))));
  const judged = await judge(passing);

  const falls = await Promise.all(judged.map((one, index) => one && recordFall(one).catch(refuse(index))));
  for (const [index, one] of judged.entries())
    if (one && !outcomes[index] && !one.turn.isAllowed) refuse(index)(tooEarly(one.ctx, one.turn.nextAtMs));

  const accepted = judged.filter((one, index): one is Judged => one !== undefined && !outcomes[index]);
  const scores = await storeReadings(accepted);
  for (const [index, one] of judged.entries())
    if (one && !outcomes[index]) {
      const healthScore = scores.get(one.device.userId)?.healthScore ?? 0;
      outcomes[index] = { status: 'fulfilled', value: answerOf(one, falls[index] ?? null, healthScore) };
    }
  return outcomes;
}

/** Whose device is it? Unknown ones are registered; foreign and disabled ones refused. */
async function admit(arrivals: readonly Arrival[]): Promise<Promise<Passing>[]> {
  const macs = arrivals.map(({ sent }) => macAddressOf(sent.device_id) as string);
  const known = await devicesByMac(arrivals[0]?.ctx as Context, macs);
  return arrivals.map(async ({ ctx, sent }, index) => {
    const macAddress = macs[index] as string;
    const reading = readingOf(sent);
    const device = known.get(macAddress) ?? (await findOrRegisterDevice(ctx, macAddress));
    await refuseForeignOrDisabled(ctx, device);
    return { ctx, sent, reading, macAddress, device };
  });
}

/** Two readings of one device in a batch are judged one after the other. */
async function judge(passing: readonly (Passing | undefined)[]): Promise<(Judged | undefined)[]> {
  const present = passing.filter((one): one is Passing => one !== undefined);
  const [first] = present;
  if (!first) return passing.map(() => undefined);
  const { hot, config } = first.ctx;
  const turns = await hot.takeTurns(present.map(keyOf), paceOf(config));
  const states = new Map<string, DetectorState>();
  const judged = new Map<Passing, Judged>();
  for (const [index, one] of present.entries()) {
    const turn = turns[index] as Turn;
    const at = one.ctx.now();
    const state = states.get(one.macAddress) ?? (turn.kept === null ? undefined : unpackState(turn.kept));
    const assessment = assess(state, one.reading, Date.parse(at));
    states.set(one.macAddress, assessment.state);
    judged.set(one, { ...one, at, turn, assessment });
  }
  await hot.keep(new Map(present.map((one) => [keyOf(one), packState(states.get(one.macAddress) as DetectorState)])));
  return passing.map((one) => one && judged.get(one));
}

function keyOf({ macAddress }: Passing): string {
  return `device:${macAddress}`;
}

function answerOf(
  { ctx, device, macAddress, at, assessment }: Judged,
  fallEventId: string | null,
  healthScore: number,
): Assessed {
  const { level, confidence, explanation } = assessment;
  return {
    deviceId: device.id,
    macAddress,
    timestamp: at,
    fallDetected: wakesSomebody(level),
    fallConfidence: confidence,
    fallLevel: level,
    fallEventId,
    healthScore,
    nextAllowedRequest: new Date(Date.parse(at) + (paceOf(ctx.config)?.intervalMs ?? 0)).toISOString(),
    explanation,
    warnings: isInG(assessment) ? [`accel_x, accel_y, accel_z: ${looksLikeG}`] : [],
  };
}

async function recordFall({ ctx, device, sent, assessment, at }: Judged): Promise<string | null> {
  if (assessment.level === 'NO_FALL') return null;
  const { confidence, explanation, state } = assessment;
  const sensorData = sensorDataOf(sent, at);
  const evidence = evidenceWindowOf(state);
  const found = { deviceId: device.id, userId: device.userId, confidence, explanation, sensorData, evidence };
  return inTransaction(ctx, async (ctx) => {
    const fallId = await recordDetectedFall(ctx, found);
    await awaitNextReading(ctx, device.id, assessment, sensorData);
    await logForDevice(ctx, device.id, 'WARNING', `Fall assessed ${assessment.level}`);
    return fallId;
  });
}

/** The readings and what they say about their devices stand or fall together; then how the wearers are. */
async function storeReadings(accepted: readonly Judged[]): Promise<Map<string, ScoredPerson>> {
  const [first] = accepted;
  if (!first) return new Map();
  const news = new Map(accepted.map(({ device, sent, at }) => [device.id, { ...device, ...newsOf(device, sent, at) }]));
  await inTransaction(first.ctx, async (ctx) => {
    await store.insertReadings(ctx.db, accepted.map(rowOf));
    await noteNews(ctx, [...news.values()]);
    for (const { device, sent, assessment, at } of accepted) {
      const lines = logLinesOf(device, sent, Date.parse(at), ctx.config);
      if (isInG(assessment)) lines.push({ type: 'WARNING', message: `Acceleration ${looksLikeG}` });
      for (const { type, message } of lines) await logForDevice(ctx, device.id, type, message);
    }
  });
  return refreshScores(first.ctx, [...new Set(accepted.map(({ device }) => device.userId))]);
}

/** Nothing is rescaled: the device is told, and so is whoever reads its log. */
function isInG({ explanation }: Assessment): boolean {
  return explanation.dataQuality.notes.includes('LOOKS_LIKE_G');
}

function rowOf({ device, sent, assessment, at }: Judged): store.NewReading {
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
    confidence: assessment.confidence,
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
