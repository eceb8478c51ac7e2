import { type Assessment, assess, type DetectorState, packState, unpackState } from '@fallwatch/detection';
import type { Config } from '../../config.js';
import type { Context } from '../../platform/context.js';
import type { Turn } from '../../platform/hot/hot-state.js';
import { Refusal, tooMany } from '../../platform/refusal.js';
import { withTimeout } from '../../platform/with-timeout.js';
import { alertsPeople } from '../alerts/alerts.rules.js';
import { applyReading, type CachedDevice } from '../devices/device-update.service.js';
import { cannotAsk, warningTexts } from '../devices/devices.rules.js';
import { logForDevice } from '../devices/devices.service.js';
import { toPace } from '../devices/pace.rules.js';
import { recordAftermath } from '../falls/aftermath.service.js';
import { storeReadings } from '../recorder/reading-storage.service.js';
import { type Accepted, type Batch, type Judged, type Outcome, type Passing, refuse } from './batch.js';
import { findLogLines, type LogLine } from './ingest.rules.js';
import type { Assessed, RefusedAssessment } from './ingest.schema.js';
import { recordFalls } from './stream-falls.service.js';

/** A reading waits no longer than this for its device log entries. */
const lineTimeoutMs = 1_000;
/** Nor for the other data of its wearer: after that, the score uses the device's values only. */
const wearerTimeoutMs = 500;
const looksLikeG = 'looks like g, expected m/s²';

/**
 * Processes the readings of one turn of the event loop; each gets its own answer or refusal: rate limit and detector
 * state → detector → falls → readings → scores → answers. Cached data costs no round trip; the rest costs one for all
 * readings. A reading that comes too early, or has an invalid field besides its motion, is not stored, but the detector
 * assesses it, and a fall is recorded and alerted.
 */
export async function acceptReadings(admitted: readonly Passing[]): Promise<Outcome[]> {
  const { ctx } = (admitted[0] as Passing).arrival;
  const nowMs = ctx.clock.nowMs();
  const batch: Batch = { ctx, nowMs, at: new Date(nowMs).toISOString(), outcomes: Array(admitted.length) };
  const judged = await judge(batch, admitted);
  await recordFalls(batch, judged);
  const accepted = judged.filter((one) => isAccepted(batch, one));
  await storeAccepted(batch, accepted, judged);
  // Most answers are sent first. No reading that is received after them overtakes it: batches start the same way.
  setImmediate(keepStates, batch, judged);
  await followFalls(batch, judged);
  await answer(batch, accepted);
  return batch.outcomes;
}

/** Two readings of one device in a batch are assessed one after the other. */
async function judge({ ctx, nowMs }: Batch, passing: readonly Passing[]): Promise<Judged[]> {
  for (let index = 0; index < passing.length; index += 1) {
    const one = passing[index] as Passing;
    one.index = index;
    // If the clock was set back meanwhile, the arrival would be in the future.
    one.agoMs = Math.max(0, nowMs - one.arrival.arrivedAtMs);
  }
  const turns = await ctx.hot.takeTurns(passing, toPace(ctx.config));
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

/**
 * Only after the readings are stored: a reading that was not stored is sent again, and the detector must not see it
 * twice.
 */
function keepStates({ ctx }: Batch, judged: readonly Judged[]): void {
  const kept = new Map<string, Uint8Array>();
  for (const one of judged) kept.set(one.key, packState(one.assessment.state));
  if (kept.size > 0) ctx.hot.keep(kept);
}

/** Only changes are written, a few in the minutes after a fall. */
async function followFalls({ at }: Batch, judged: readonly Judged[]): Promise<void> {
  const changed = judged.filter(({ assessment }) => assessment.aftermathChange !== null);
  if (changed.length === 0) return;
  await Promise.all(changed.map((one) => recordChange(one.arrival.ctx, one, at)));
}

export async function recordChange(
  ctx: Context,
  { device, assessment }: { readonly device: CachedDevice; readonly assessment: Assessment | undefined },
  at: string,
): Promise<void> {
  const change = assessment?.aftermathChange;
  if (change) await recordAftermath(ctx, { deviceId: device.id, at, change });
}

function isAccepted(batch: Batch, one: Judged): one is Accepted {
  const { index, turn, refusal } = one;
  if (batch.outcomes[index]) return false;
  if (turn.isAllowed && refusal === undefined) return true;
  refuse(batch, index, withAssessment(refusal ?? tooEarly(batch.ctx, turn.nextAtMs), one));
  return false;
}

/** The answer to a refused reading includes its assessment: the device may have to ask its wearer. */
function withAssessment(refusal: Refusal, { assessment, fallId, confirmation }: Judged): Refusal {
  const { status, code, message, details, retryAfterSeconds } = refusal;
  const { level, confidence } = assessment;
  const fields: RefusedAssessment = {
    fallDetected: alertsPeople(level),
    fallConfidence: confidence,
    fallLevel: level,
    fallEventId: fallId,
    confirmation,
  };
  const sentence = 'The reading was assessed all the same, and a fall was recorded.';
  const sentences = fallId === null ? message : `${message.replace(/\.?$/, '.')} ${sentence}`;
  return new Refusal(status, code, sentences, { details, retryAfterSeconds, fields });
}

/** Stores the readings before the answer, then updates the device cache. */
async function storeAccepted(batch: Batch, accepted: readonly Accepted[], judged: readonly Judged[]): Promise<void> {
  const { ctx, at, nowMs } = batch;
  const falls = judged.flatMap(({ carried }) => carried ?? []);
  if (accepted.length === 0 && falls.length === 0) return;
  try {
    await storeReadings(batch, accepted.map(toNewReading), falls);
  } catch (error) {
    // The devices send these readings again, and may do so at once. A reading that was stored after all is not stored
    // twice.
    ctx.hot.giveBack(
      accepted.map(({ key }) => key),
      toPace(ctx.config),
    );
    throw error;
  }
  const devices = ctx.state.deviceCache;
  const written: Promise<void>[] = [];
  for (const one of accepted) {
    const lines = toLogLines(one, nowMs, ctx.config);
    const isUrgent = applyReading(one.device, one.sent, at) || isFollowed(one.assessment);
    devices.note(one.device, isUrgent);
    if (lines.length > 0) written.push(writeLines(one.arrival.ctx, one.device, lines));
  }
  if (written.length > 0) await Promise.all(written);
}

/** After an impact or a fall, silence and movement are judged by what the tables say of the device. */
function isFollowed({ episode, state }: Assessment): boolean {
  return episode !== null || state.aftermath !== null;
}

function toNewReading({ device, sent, assessment }: Accepted) {
  return { deviceKey: device.key, confidence: assessment.confidence, sent };
}

export function toLogLines(
  { device, sent, assessment }: Pick<Accepted, 'device' | 'sent' | 'assessment'>,
  nowMs: number,
  config: Config,
): readonly LogLine[] {
  const lines = findLogLines(device, sent, nowMs, config);
  return isInG(assessment) ? [...lines, { type: 'WARNING', message: `Acceleration ${looksLikeG}` }] : lines;
}

/** The answer does not depend on the device log: an entry that cannot be written is dropped. */
export async function writeLines(ctx: Context, { id }: CachedDevice, lines: readonly LogLine[]): Promise<void> {
  const write = async (): Promise<void> => {
    for (const { type, message } of lines) await logForDevice(ctx, id, type, message);
  };
  try {
    await withTimeout(write(), lineTimeoutMs);
  } catch (error) {
    ctx.log.warn({ err: error, deviceId: id }, 'device log was not written');
  }
}

/** Loads the data that scores need and the cache does not have. */
export async function loadWearers(ctx: Context, accepted: readonly { readonly device: CachedDevice }[]): Promise<void> {
  const wearers = ctx.state.wearerCache;
  const unknown = accepted.filter(({ device }) => !wearers.peek(device.userId));
  if (unknown.length > 0)
    await withTimeout(
      Promise.all(unknown.map(({ device }) => wearers.findOrLast(device.userId))),
      wearerTimeoutMs,
    ).catch(() => {});
}

/** Computes the health scores and fills in the answers. */
async function answer({ ctx, at, nowMs, outcomes }: Batch, accepted: readonly Accepted[]): Promise<void> {
  await loadWearers(ctx, accepted);
  const wearers = ctx.state.wearerCache;
  const nextAllowedRequest = new Date(nowMs + (toPace(ctx.config)?.intervalMs ?? 0)).toISOString();
  for (const { device, sent, assessment, fallId, confirmation, index } of accepted) {
    const { level, confidence, explanation } = assessment;
    const value: Assessed = {
      deviceId: device.id,
      macAddress: device.macAddress,
      timestamp: at,
      fallDetected: alertsPeople(level),
      fallConfidence: confidence,
      fallLevel: level,
      fallEventId: fallId,
      confirmation,
      healthScore: wearers.score(device, nowMs),
      nextAllowedRequest,
      explanation,
      warnings: listWarnings(assessment, sent),
    };
    outcomes[index] = { status: 'fulfilled', value };
  }
}

const gWarning = `accel_x, accel_y, accel_z: ${looksLikeG}`;
/** Lists that are made once: each answer contains one of them. */
const warningLists = {
  none: [] as string[],
  inG: [gWarning],
  cannotAsk: [warningTexts.CANNOT_ASK],
  both: [gWarning, warningTexts.CANNOT_ASK],
};

function listWarnings(assessment: Assessment, { body_site, can_confirm }: Accepted['sent']): string[] {
  if (cannotAsk(body_site, can_confirm)) return isInG(assessment) ? warningLists.both : warningLists.cannotAsk;
  return isInG(assessment) ? warningLists.inG : warningLists.none;
}

/** Values in g are not rescaled: the answer and the device log contain a warning. */
function isInG({ explanation }: Assessment): boolean {
  return explanation.dataQuality.notes.includes('LOOKS_LIKE_G');
}

export function tooEarly(ctx: Context, nextAtMs: number) {
  ctx.metrics.counter('rate_limited_total').inc({ limit: 'sensor' });
  const seconds = Math.max(1, Math.ceil((nextAtMs - ctx.clock.nowMs()) / 1_000));
  return tooMany('Too many readings from this device. Wait until nextAllowedRequest.', seconds);
}
