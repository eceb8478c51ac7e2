import { type Assessment, assess, type DetectorState, packState, unpackState } from '@fallwatch/detection';
import type { Config } from '../../config.js';
import type { Context } from '../../platform/context.js';
import type { Pace, Turn } from '../../platform/hot/hot-state.js';
import { macAddressOf } from '../../platform/mac.js';
import { tooMany } from '../../platform/refusal.js';
import { within } from '../../platform/within.js';
import { wakesSomebody } from '../alerts/alerts.rules.js';
import {
  createKnownDevices,
  findOrRegisterDevice,
  isAccepted,
  type KnownDevice,
  logForDevice,
  refuseForeignOrDisabled,
} from '../devices/devices.service.js';
import { nothingToConfirm } from '../falls/word.service.js';
import { createKnownWearers } from '../scores/scores.service.js';
import { type Arrival, type Batch, type Judged, type Outcome, type Passing, refuse } from './batch.js';
import { type LogLine, logLinesOf, noteReading, readingOf } from './ingest.rules.js';
import type { Assessed } from './ingest.schema.js';
import { storeRows } from './reading-storage.service.js';
import { recordFalls } from './stream-falls.service.js';

/** Radio and scheduler jitter of an honest device that sends once a second. */
const toleranceMs = 200;
/** A line of a device's log is not worth more. */
const lineTimeoutMs = 1_000;
/** Nor is what else is known of a wearer: the score then says what the device says. */
const wearerTimeoutMs = 500;
const looksLikeG = 'looks like g, expected m/s²';

/**
 * The readings of one turn of the event loop, from the devices to the answers, each with its own answer or refusal:
 * devices → turns and kept state → detector → falls → readings → scores → answers. What is known already costs no
 * round trip; the rest costs one for all of them. A reading that comes too early is not stored, but the detector sees
 * it, and a fall seen there is recorded and alerted.
 */
export async function acceptReadings(arrivals: readonly Arrival[]): Promise<Outcome[]> {
  const { ctx } = arrivals[0] as Arrival;
  const nowMs = ctx.clock.nowMs();
  const batch: Batch = { ctx, nowMs, at: new Date(nowMs).toISOString(), outcomes: Array(arrivals.length) };
  const judged = await judge(batch, await admit(batch, arrivals));
  await recordFalls(batch, judged);
  const accepted = judged.filter((one) => isAcceptedTurn(batch, one));
  await storeReadings(batch, accepted, judged);
  keepStates(batch, judged);
  await answer(batch, accepted);
  return batch.outcomes;
}

/** Whose device is it? Unknown ones are registered; foreign and disabled ones refused. */
async function admit(batch: Batch, arrivals: readonly Arrival[]): Promise<Passing[]> {
  const devices = batch.ctx.ofProcess(createKnownDevices);
  const passing: Passing[] = [];
  const others: Promise<void>[] = [];
  for (let index = 0; index < arrivals.length; index += 1) {
    const arrival = arrivals[index] as Arrival;
    const { actor, body: sent } = arrival;
    const macAddress = macAddressOf(sent.device_id) as string;
    const known = devices.peek(macAddress);
    const enter = (device: KnownDevice): void => {
      const reading = readingOf(sent);
      passing.push({
        arrival,
        sent,
        index,
        reading,
        device,
        key: `device:${device.macAddress}`,
        turn: undefined,
        assessment: undefined,
        fallId: null,
        carried: null,
        confirmation: nothingToConfirm,
      });
    };
    if (known && isAccepted(known, actor.id) && sent.samples === undefined) enter(known);
    else
      others.push(
        findAccepted(arrival.ctx, macAddress)
          .then(enter)
          .catch((reason) => refuse(batch, index, reason)),
      );
  }
  if (others.length > 0) await Promise.all(others);
  return passing;
}

async function findAccepted(ctx: Context, macAddress: string): Promise<KnownDevice> {
  const device = await findOrRegisterDevice(ctx, macAddress);
  return isAccepted(device, ctx.actor.id) ? device : refuseForeignOrDisabled(ctx, device);
}

/** Two readings of one device in a batch are judged one after the other. */
async function judge({ ctx, nowMs }: Batch, passing: readonly Passing[]): Promise<Judged[]> {
  if (passing.length === 0) return [];
  const turns = await ctx.hot.takeTurns(
    passing.map(({ key }) => key),
    paceOf(ctx.config),
  );
  const states = new Map<string, DetectorState>();
  for (let index = 0; index < passing.length; index += 1) {
    const one = passing[index] as Passing;
    const turn = turns[index] as Turn;
    const state = states.get(one.key) ?? (turn.kept === null ? undefined : unpackState(turn.kept));
    one.turn = turn;
    one.assessment = assess(state, one.reading, nowMs);
    states.set(one.key, one.assessment.state);
  }
  return passing as readonly Passing[] as Judged[];
}

/** Only once the readings stand: those that do not come again, and the detector must not see them twice. */
function keepStates({ ctx }: Batch, judged: readonly Judged[]): void {
  const kept = new Map<string, Uint8Array>();
  for (const one of judged) kept.set(one.key, packState(one.assessment.state));
  if (kept.size > 0) ctx.hot.keep(kept);
}

function isAcceptedTurn(batch: Batch, { index, turn }: Judged): boolean {
  if (batch.outcomes[index]) return false;
  if (!turn.isAllowed) refuse(batch, index, tooEarly(batch.ctx, turn.nextAtMs));
  return turn.isAllowed;
}

/** Stored before the answer; then the devices remember what they said. */
async function storeReadings(batch: Batch, accepted: readonly Judged[], judged: readonly Judged[]): Promise<void> {
  const { ctx, at, nowMs } = batch;
  const falls = judged.flatMap(({ carried }) => carried ?? []);
  if (accepted.length === 0 && falls.length === 0) return;
  try {
    await storeRows(batch, accepted, falls);
  } catch (error) {
    // They come again, and may at once. Should they stand there after all, they meet themselves.
    ctx.hot.giveBack(
      accepted.map(({ key }) => key),
      paceOf(ctx.config),
    );
    throw error;
  }
  const devices = ctx.ofProcess(createKnownDevices);
  const written: Promise<void>[] = [];
  for (const one of accepted) {
    const lines = linesOf(one, nowMs, ctx.config);
    noteReading(one.device, one.sent, at);
    devices.note(one.device);
    if (lines.length > 0) written.push(writeLines(one.arrival.ctx, one.device, lines));
  }
  if (written.length > 0) await Promise.all(written);
}

function linesOf({ device, sent, assessment }: Judged, nowMs: number, config: Config): LogLine[] {
  const lines = logLinesOf(device, sent, nowMs, config);
  if (isInG(assessment)) lines.push({ type: 'WARNING', message: `Acceleration ${looksLikeG}` });
  return lines;
}

/** Worth a line, not worth a reading: the answer does not depend on it. */
async function writeLines(ctx: Context, { id }: KnownDevice, lines: readonly LogLine[]): Promise<void> {
  const write = async (): Promise<void> => {
    for (const { type, message } of lines) await logForDevice(ctx, id, type, message);
  };
  try {
    await within(write(), lineTimeoutMs);
  } catch (error) {
    ctx.log.warn({ err: error, deviceId: id }, 'device log was not written');
  }
}

/** How the wearers are after this, and what each device is told. */
async function answer({ ctx, at, nowMs, outcomes }: Batch, accepted: readonly Judged[]): Promise<void> {
  const wearers = ctx.ofProcess(createKnownWearers);
  const unknown = accepted.filter(({ device }) => !wearers.peek(device.userId));
  if (unknown.length > 0)
    await within(Promise.all(unknown.map(({ device }) => wearers.findOrLast(device.userId))), wearerTimeoutMs).catch(
      () => {},
    );
  const nextAllowedRequest = new Date(nowMs + (paceOf(ctx.config)?.intervalMs ?? 0)).toISOString();
  for (const { device, assessment, fallId, confirmation, index } of accepted) {
    const { level, confidence, explanation } = assessment;
    const value: Assessed = {
      deviceId: device.id,
      macAddress: device.macAddress,
      timestamp: at,
      fallDetected: wakesSomebody(level),
      fallConfidence: confidence,
      fallLevel: level,
      fallEventId: fallId,
      confirmation,
      healthScore: wearers.score(device, nowMs),
      nextAllowedRequest,
      explanation,
      warnings: isInG(assessment) ? [`accel_x, accel_y, accel_z: ${looksLikeG}`] : [],
    };
    outcomes[index] = { status: 'fulfilled', value };
  }
}

/** Nothing is rescaled: the device is told, and so is whoever reads its log. */
function isInG({ explanation }: Assessment): boolean {
  return explanation.dataQuality.notes.includes('LOOKS_LIKE_G');
}

export function paceOf({ limitSensor }: Pick<Config, 'limitSensor'>): Pace | null {
  return limitSensor && { intervalMs: limitSensor.windowMs / limitSensor.points, toleranceMs };
}

function tooEarly(ctx: Context, nextAtMs: number) {
  ctx.metrics.refusedByLimit.inc({ limit: 'sensor' });
  const seconds = Math.max(1, Math.ceil((nextAtMs - ctx.clock.nowMs()) / 1_000));
  return tooMany('Too many readings from this device. Wait until nextAllowedRequest.', seconds);
}
