/** How falls come to be: reported by somebody, or seen by the detector. Each with its alerts, in one transaction. */
import { type EvidenceWindow, type Explanation, type FallLevel, fallLevels, levelOf } from '@fallwatch/detection';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { violates } from '../../platform/db/faults.js';
import type { SensorEvidence } from '../../platform/db/tables.js';
import { type RaisedAlerts, raisedAlertsOf, raiseFallAlerts } from '../alerts/alerts.service.js';
import { refreshScores } from '../scores/scores.service.js';
import type { FallReport } from './falls.schema.js';
import * as store from './falls.store.js';

/** A fall that a person or a device reports itself. Every call is a record, unless it repeats a key. */
export async function reportFall(ctx: Context, report: FallReport, idempotencyKey?: string) {
  try {
    return (await findReported(ctx, idempotencyKey)) ?? (await insertReported(ctx, report, idempotencyKey));
  } catch (error) {
    // The same report came twice at once: the other one has just been recorded.
    const twin = violates(error, 'falls_idempotency_key') ? await findReported(ctx, idempotencyKey) : undefined;
    if (twin) return twin;
    throw error;
  }
}

async function findReported(ctx: Context, idempotencyKey: string | undefined) {
  const fall = idempotencyKey ? await store.findFallByKey(ctx.db, actorId(ctx), idempotencyKey) : undefined;
  return fall && { ...fall, alerts: await raisedAlertsOf(ctx, fall.id) };
}

function insertReported(ctx: Context, report: FallReport, idempotencyKey: string | undefined) {
  return inTransaction(ctx, async (ctx) => {
    const { confidence, location = null, witnessed = null, injuries = null } = report;
    const fall = await store.insertFall(ctx.db, {
      ...newFall(ctx, actorId(ctx), confidence),
      location,
      witnessed,
      injuries,
      idempotencyKey: idempotencyKey ?? null,
    });
    return { ...fall, alerts: await alertAndRecord(ctx, fall) };
  });
}

export interface DetectedFall {
  /**
   * The same for the same reading, and given before it is recorded: it can be told to the device whatever becomes of
   * the database meanwhile, and a reading that comes again opens no second incident, however late.
   */
  readonly id: string;
  readonly at: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly confidence: number;
  readonly explanation: Explanation;
  readonly sensorData: SensorEvidence;
  /** The seconds before it. */
  readonly evidence: EvidenceWindow;
  /** The device says that it can ask its wearer. */
  readonly canConfirm?: boolean | undefined;
}

/**
 * What the detector found. Readings of one device within a minute of its first one are one incident, whose
 * confidence only rises; crossing into a higher level alerts again. Counted from the beginning, so that an endless
 * alarm cannot hide a second fall.
 */
export function recordDetectedFall(ctx: Context, detected: DetectedFall): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const open = await store.findOpenIncident(ctx.db, detected, ctx.config.incidentDurationMs);
    if (!open) return (await store.hasFall(ctx.db, detected.id)) ? detected.id : openIncident(ctx, detected);
    if (detected.confidence > open.confidence) await raiseIncident(ctx, open, detected);
    return open.id;
  });
}

/** A fall that the log of readings carried while the database was away. Once, however often it is read. */
export function recordCarriedFall(ctx: Context, detected: DetectedFall): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    // Whoever was erased meanwhile has no falls any more.
    if (!(await store.hasDevice(ctx.db, detected.deviceId, detected.userId))) return;
    const fallId = await recordDetectedFall(ctx, detected);
    // A later reading of the same incident was in the database first: what was answered leads there.
    if (fallId !== detected.id) await store.insertAlias(ctx.db, detected.id, fallId);
  });
}

async function openIncident(ctx: Context, detected: DetectedFall): Promise<string> {
  const { id, at, deviceId, userId, confidence, sensorData } = detected;
  const impactAt = sensorData.timestamp;
  const seen = { ...evidenceOf(detected), id, deviceId, createdAt: at, impactAt };
  const found = { ...newFall(ctx, userId, confidence), ...seen };
  const fall = await store.insertFall(ctx.db, found);
  await alertAndRecord(ctx, fall, detected);
  return fall.id;
}

async function raiseIncident(ctx: Context, open: store.FallRecord, detected: DetectedFall): Promise<void> {
  const { confidence } = detected;
  const raised = { confidence, status: levelOf(confidence), updatedAt: ctx.now() };
  await store.updateRaised(ctx.db, open.id, { ...raised, ...evidenceOf(detected) });
  if (isHigher(raised.status, open.status)) await alertAndRecord(ctx, { ...open, ...raised }, detected);
}

function evidenceOf({ sensorData, explanation, evidence }: DetectedFall) {
  return {
    sensorData: JSON.stringify(sensorData),
    explanation: JSON.stringify(explanation),
    evidence: JSON.stringify(evidence),
  };
}

async function alertAndRecord(ctx: Context, fall: store.FallRecord, detected?: DetectedFall): Promise<RaisedAlerts> {
  const seen = { summary: detected?.explanation.summary, canConfirm: detected?.canConfirm };
  const alerts = await raiseFallAlerts(ctx, { ...fall, ...seen });
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
    status: levelOf(confidence),
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
