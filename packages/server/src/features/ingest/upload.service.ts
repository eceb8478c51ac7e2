/**
 * Processes requests with several readings each. The steps are those of the sensor stream, with these differences: each
 * reading has its own time; the device has one turn for the request; a reading that is stored already is neither stored
 * nor assessed again.
 */

import type { Assessment } from '@fallwatch/detection';
import type { Context } from '../../platform/context.js';
import { withTimeout } from '../../platform/with-timeout.js';
import { alertsPeople } from '../alerts/alerts.rules.js';
import { applyReading } from '../devices/device-update.service.js';
import { toPace } from '../devices/pace.rules.js';
import { appendReadings, insertUploadedReadings, storeTimeoutMs } from '../recorder/reading-storage.service.js';
import type { LogLine } from './ingest.rules.js';
import { loadWearers, recordChange, toLogLines, tooEarly, writeLines } from './ingest.service.js';
import { type FallReading, isAway, recordFall } from './stream-falls.service.js';
import { toProblem } from './upload.rules.js';
import type { UploadAnswer, UploadedReading, UploadResult } from './upload.schema.js';
import { nothingAssessed, refuseReading } from './upload-admission.service.js';
import type { DeviceItems, UploadBatch, UploadItem, UploadRequest } from './upload-batch.js';
import { assessUploads, packChangedStates, takeUploadTurns, toLiveKey } from './upload-detection.service.js';

/** With a journal: as long as a fall waits for the database. */
const directTimeoutMs = 1_000;

type Stored = UploadItem & { readonly sent: UploadedReading; readonly assessment: Assessment };

export async function acceptUploads(
  requests: readonly UploadRequest[],
): Promise<readonly PromiseSettledResult<UploadAnswer>[]> {
  const { ctx } = (requests[0] as UploadRequest).arrival;
  const batch: UploadBatch = { ctx, nowMs: ctx.clock.nowMs(), requests, outcomes: new Array(requests.length) };
  await takeUploadTurns(batch);
  refuseEarly(batch);
  await assessUploads(ctx, listAdmitted(batch));
  await recordUploadedFalls(batch);
  await store(batch);
  keepStates(batch);
  await followFalls(batch);
  await update(batch);
  return answer(batch);
}

/** A request none of whose devices has its turn is refused as a whole. */
function refuseEarly({ ctx, requests, outcomes }: UploadBatch): void {
  for (const [index, { devices, results }] of requests.entries()) {
    const early = devices.filter(({ turn }) => !turn?.isAllowed);
    const refuse = (own: DeviceItems) => tooEarly(ctx, own.turn?.nextAtMs ?? 0);
    if (early[0] && early.length === devices.length) outcomes[index] = { status: 'rejected', reason: refuse(early[0]) };
    else for (const own of early) for (const item of own.items) results[item.index] = refuseReading(refuse(own));
  }
}

function isFall(item: UploadItem): item is UploadItem & FallReading {
  return item.assessment !== undefined && item.assessment.level !== 'NO_FALL';
}

/**
 * A fall that cannot be recorded refuses its request only: the device sends it again, and may do so at once. One after
 * the other: the falls of many devices that come back together must not occupy the process.
 */
async function recordUploadedFalls({ ctx, nowMs, requests, outcomes }: UploadBatch): Promise<void> {
  for (const [index, { arrival, devices }] of requests.entries())
    try {
      for (const own of devices) await recordDeviceFalls(arrival.ctx, own, nowMs);
    } catch (reason) {
      outcomes[index] = { status: 'rejected', reason };
      ctx.hot.giveBack(devices.filter(isAdmitted).map(toLiveKey), toPace(ctx.config));
    }
}

/** In the order of their times. A reading of an incident that does not raise it is not recorded by itself. */
async function recordDeviceFalls(ctx: Context, { items }: DeviceItems, nowMs: number): Promise<void> {
  const falls = items.filter(isFall);
  if (falls.length === 0) return;
  const latest = items.findLast(({ isLive }) => isLive);
  let open: { fallId: string | null; atMs: number; confidence: number } | undefined;
  for (const fall of falls) {
    const { confidence } = fall.assessment;
    const isOpen = open !== undefined && fall.atMs - open.atMs < ctx.config.incidentDurationMs;
    if (open && isOpen && confidence <= open.confidence && fall !== latest) {
      fall.fallId = open.fallId;
      continue;
    }
    const lateMs = Math.max(0, nowMs - fall.atMs);
    await recordFall(ctx, fall, { at: fall.at, lateMs, isLatest: fall === latest });
    open = { fallId: fall.fallId, atMs: open && isOpen ? open.atMs : fall.atMs, confidence };
  }
}

function isAdmitted({ turn }: DeviceItems): boolean {
  return turn?.isAllowed ?? false;
}

/** The devices that have their turn, of requests that have not failed. */
function listAdmitted({ requests, outcomes }: UploadBatch): DeviceItems[] {
  return requests.flatMap(({ devices }, index) => (outcomes[index] ? [] : devices.filter(isAdmitted)));
}

/** Only now: readings that were not stored are sent again, and the detector must not see them twice. */
function keepStates(batch: UploadBatch): void {
  const kept = new Map(listAdmitted(batch).flatMap(packChangedStates));
  if (kept.size > 0) batch.ctx.hot.keep(kept);
}

async function followFalls(batch: UploadBatch): Promise<void> {
  for (const { items } of listAdmitted(batch))
    for (const item of items) if (item.isLive) await recordChange(batch.ctx, item, item.at);
}

function isToStore(item: UploadItem): item is Stored {
  return item.refusal === undefined && !item.isKnown;
}

/** Before the answer, as everything. Into the database: only it knows what it has. */
async function store(batch: UploadBatch): Promise<void> {
  const { ctx, nowMs } = batch;
  const admitted = listAdmitted(batch);
  const items = admitted.flatMap((own) => own.items.filter(isToStore));
  const falls = admitted.flatMap((own) => own.items.flatMap(({ carried }) => carried ?? []));
  if (items.length === 0 && falls.length === 0) return;
  const rows = items.map(({ device, assessment, sent, atMs, at }) => {
    return { deviceKey: device.key, confidence: assessment.confidence, sent, atMs, at };
  });
  try {
    const areNew = falls.length > 0 ? undefined : await insertUnlessAway(ctx, rows);
    if (areNew) for (const [index, item] of items.entries()) item.isKnown = !areNew[index];
    else if (ctx.journal) await appendReadings(ctx.journal, nowMs, rows, falls);
  } catch (error) {
    // The devices send again, and may do so at once.
    ctx.hot.giveBack(admitted.map(toLiveKey), toPace(ctx.config));
    throw error;
  }
}

type Rows = Parameters<typeof insertUploadedReadings>[1];

/** Undefined while the database is away and there is a journal instead, which stores all of them. */
async function insertUnlessAway(ctx: Context, rows: Rows): Promise<readonly boolean[] | undefined> {
  const insert = () => insertUploadedReadings(ctx, rows);
  if (!ctx.journal) return withTimeout(insert(), storeTimeoutMs);
  try {
    return await ctx.state.fallRecording.whenThere(() => withTimeout(insert(), directTimeoutMs));
  } catch (error) {
    if (!isAway(error)) throw error;
    return undefined;
  }
}

/** The device shows the values of its latest reading. Older ones change nothing. */
async function update(batch: UploadBatch): Promise<void> {
  const { ctx } = batch;
  const written: Promise<void>[] = [];
  for (const { device, items } of listAdmitted(batch)) {
    const lines = new Map<string, LogLine>();
    for (const item of items.filter(isToStore)) {
      if (device.lastSeen !== null && item.at <= device.lastSeen) continue;
      for (const line of toLogLines(item, item.atMs, ctx.config)) lines.set(line.message, line);
      applyReading(device, item.sent, item.at);
      // Devices that upload are heard seldom.
      ctx.state.deviceCache.note(device, true);
    }
    if (lines.size > 0) written.push(writeLines(ctx, device, [...lines.values()]));
  }
  if (written.length > 0) await Promise.all(written);
}

async function answer(batch: UploadBatch): Promise<readonly PromiseSettledResult<UploadAnswer>[]> {
  const { ctx, nowMs, requests, outcomes } = batch;
  await loadWearers(ctx, listAdmitted(batch));
  const nextAllowedRequest = new Date(nowMs + (toPace(ctx.config)?.intervalMs ?? 0)).toISOString();
  return requests.map(({ devices, results, receivedAtMs }, index): PromiseSettledResult<UploadAnswer> => {
    const outcome = outcomes[index];
    if (outcome) return outcome;
    const allowed = devices.filter(isAdmitted);
    for (const { items } of allowed) for (const item of items) results[item.index] = toResult(item);
    const healthScore = allowed[0] ? ctx.state.wearerCache.score(allowed[0].device, nowMs) : null;
    const receivedAt = new Date(receivedAtMs).toISOString();
    const value = { results: results as UploadResult[], healthScore, nextAllowedRequest, receivedAt };
    return { status: 'fulfilled', value };
  });
}

function toResult({ assessment, fallId, confirmation, refusal, isKnown }: UploadItem): UploadResult {
  const status = isKnown ? 'known' : 'stored';
  const assessed = assessment
    ? {
        fallDetected: alertsPeople(assessment.level),
        fallConfidence: assessment.confidence,
        fallLevel: assessment.level,
        fallEventId: fallId,
        confirmation,
      }
    : nothingAssessed;
  if (refusal) return { status: 'refused', ...assessed, problem: toProblem(refusal) };
  return { status, ...assessed, problem: null };
}
