/**
 * Records falls: reported by a person or a device, or seen by the detector. Each with its alerts, in one transaction.
 */
import { type EvidenceWindow, type Explanation, type FallLevel, fallLevels, toLevel } from '@fallwatch/detection';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { violates } from '../../platform/db/faults.js';
import type { FallSource, SensorEvidence } from '../../platform/db/tables/falls.js';
import { createTurns } from '../../platform/turns.js';
import { type FallAlerts, listRaisedAlerts, raiseFallAlerts } from '../alerts/raising.service.js';
import { refreshScores } from '../scores/scores.service.js';
import { insertDepartedFall } from './departed-falls.store.js';
import type { FallReport } from './falls.schema.js';
import * as store from './falls.store.js';

type SourcedReport = FallReport & { readonly source?: FallSource };

/** A fall reported by a person or a device. Every call records a fall, unless it repeats an idempotency key. */
export function reportFall(ctx: Context, report: SourcedReport, idempotencyKey?: string) {
  return ctx.state.reportTurns(actorId(ctx), () => recordReport(ctx, report, idempotencyKey));
}

declare module '../../platform/context.js' {
  interface ProcessState {
    /** Limits how many reports are recorded at once. */
    readonly reportTurns: ReturnType<typeof createReportTurns>;
  }
}

/**
 * Reports are recorded in turns per person: the reports of a person who sends hundreds at once wait behind everybody
 * else's. Four at a time, so that six of the ten database connections are left to the rest of the service. A request is
 * answered within 10 s: 5 s of waiting, 5 s for the database.
 */
export const createReportTurns = () =>
  createTurns({
    maxInFlight: 4,
    maxWaitMs: 5_000,
    refusal: 'Too many falls are being reported at once. Send this one again.',
  });

async function recordReport(ctx: Context, report: SourcedReport, idempotencyKey: string | undefined) {
  try {
    return (await findReported(ctx, idempotencyKey)) ?? (await insertReported(ctx, report, idempotencyKey));
  } catch (error) {
    // The same report arrived twice at once: the other one has just been recorded.
    const twin = violates(error, 'falls_idempotency_key') ? await findReported(ctx, idempotencyKey) : undefined;
    if (twin) return twin;
    throw error;
  }
}

async function findReported(ctx: Context, idempotencyKey: string | undefined) {
  const fall = idempotencyKey ? await store.findFallByKey(ctx.db, actorId(ctx), idempotencyKey) : undefined;
  return fall && { ...fall, alerts: await listRaisedAlerts(ctx, fall.id) };
}

function insertReported(ctx: Context, report: SourcedReport, idempotencyKey: string | undefined) {
  return inTransaction(ctx, async (ctx) => {
    const { confidence, location = null, witnessed = null, injuries = null, source = null } = report;
    const fall = await store.insertFall(ctx.db, {
      ...newFall(ctx, actorId(ctx), confidence),
      location,
      witnessed,
      injuries,
      source,
      idempotencyKey: idempotencyKey ?? null,
    });
    return { ...fall, alerts: await alertAndRecord(ctx, fall) };
  });
}

export interface DetectedFall {
  /**
   * The same id for the same reading, created before the fall is recorded. So the device gets it even when the database
   * fails meanwhile, and a reading that is sent again starts no second incident, however late.
   */
  readonly id: string;
  readonly at: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly confidence: number;
  readonly explanation: Explanation;
  readonly sensorData: SensorEvidence;
  /** The seconds before the fall. */
  readonly evidence: EvidenceWindow;
  /** The device reports that it can ask its wearer. */
  readonly canConfirm?: boolean | undefined;
  /** How long after `at` the reading arrived. Only for readings that were uploaded later. */
  readonly lateMs?: number | undefined;
}

/**
 * Records a fall that the detector found. Readings of one device within a minute of the first one are one incident. Its
 * confidence only rises; a higher level alerts again. The minute counts from the first reading, so that an endless
 * series of detections cannot hide a second fall.
 */
export function recordDetectedFall(ctx: Context, detected: DetectedFall): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const open = await store.findOpenIncident(ctx.db, detected, ctx.config.incidentDurationMs);
    if (!open) return (await store.hasFall(ctx.db, detected.id)) ? detected.id : openIncident(ctx, detected);
    if (detected.confidence > open.confidence) await raiseIncident(ctx, open, detected);
    return open.id;
  });
}

/** Whether this fall raised no alert because of the person's own threshold. */
export async function isAlertWithheld(ctx: Context, fallId: string): Promise<boolean> {
  return isWithheld(await store.getListedFall(ctx.db, fallId));
}

/** The device fell silent, so the confidence cannot rise any more: raises the alert that the threshold withheld. */
export async function alertAfterSilence(ctx: Context, device: { deviceId: string; at: string }): Promise<void> {
  const open = await store.findOpenIncident(ctx.db, device, ctx.config.incidentDurationMs);
  if (open && isWithheld(open)) await alertAndRecord(ctx, open);
}

/** Records a fall from the journal, written there while the database was unavailable. Idempotent. */
export function recordCarriedFall(ctx: Context, detected: DetectedFall): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    // Without the device the account was deleted meanwhile, and there is nothing to record, or it moved to another cell.
    if (!(await store.hasDevice(ctx.db, detected.deviceId, detected.userId)))
      return insertDepartedFall(ctx.db, detected.id, detected.userId, JSON.stringify(detected));
    const fallId = await recordDetectedFall(ctx, detected);
    // A later reading of the incident was recorded first: the id that the device got becomes an alias of that fall.
    if (fallId !== detected.id) await store.insertAlias(ctx.db, detected.id, fallId);
  });
}

async function openIncident(ctx: Context, detected: DetectedFall): Promise<string> {
  const { id, at, deviceId, userId, confidence, sensorData } = detected;
  const impactAt = sensorData.timestamp;
  const seen = { ...toEvidenceColumns(detected), id, deviceId, createdAt: at, impactAt };
  const found = { ...newFall(ctx, userId, confidence), ...seen };
  const fall = await store.insertFall(ctx.db, found);
  await alertAndRecord(ctx, fall, detected);
  return fall.id;
}

async function raiseIncident(ctx: Context, open: store.FallRecord, detected: DetectedFall): Promise<void> {
  const { confidence } = detected;
  const raised = { confidence, status: toLevel(confidence), updatedAt: ctx.now() };
  await store.updateRaised(ctx.db, open.id, { ...raised, ...toEvidenceColumns(detected) });
  if (isHigher(raised.status, open.status) || isWithheld(open))
    await alertAndRecord(ctx, { ...open, ...raised }, detected);
}

/** A rise within POTENTIAL may exceed the person's threshold. After “I'm OK” or an outcome only a higher level alerts. */
function isWithheld({ withheldUpTo, cancelledAt, resolvedAt }: store.FallRecord): boolean {
  return withheldUpTo !== null && cancelledAt === null && resolvedAt === null;
}

function toEvidenceColumns({ sensorData, explanation, evidence }: DetectedFall) {
  return {
    sensorData: JSON.stringify(sensorData),
    explanation: JSON.stringify(explanation),
    evidence: JSON.stringify(evidence),
  };
}

async function alertAndRecord(ctx: Context, fall: store.FallRecord, detected?: DetectedFall): Promise<FallAlerts> {
  const { explanation = null, canConfirm, lateMs } = detected ?? {};
  const agoMs = lateMs === undefined ? 0 : ctx.clock.nowMs() - Date.parse(fall.createdAt);
  const seen = { explanation, summary: explanation?.summary, canConfirm, lateMs, agoMs };
  const alerts = await raiseFallAlerts(ctx, { ...fall, ...seen });
  if (alerts.withheldUpTo !== fall.withheldUpTo) await store.updateWithheld(ctx.db, fall.id, alerts.withheldUpTo);
  await recordAudit(ctx, 'fall.record', fall.userId);
  await refreshScores(ctx, [fall.userId]);
  ctx.events.publish({ type: 'falls.changed', userId: fall.userId });
  return alerts;
}

function newFall(ctx: Context, userId: string, confidence: number) {
  const now = ctx.now();
  return {
    id: ctx.newId(),
    userId,
    deviceId: null,
    confidence,
    status: toLevel(confidence),
    location: null,
    witnessed: null,
    injuries: null,
    sensorData: null,
    explanation: null,
    createdAt: now,
    updatedAt: now,
  };
}

function isHigher(level: FallLevel, than: FallLevel): boolean {
  return fallLevels.indexOf(level) > fallLevels.indexOf(than);
}
