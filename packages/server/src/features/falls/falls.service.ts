import { type EvidenceWindow, type Explanation, type FallLevel, fallLevels, levelOf } from '@fallwatch/detection';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { dateRangeOf } from '../../platform/dates.js';
import { violates } from '../../platform/db/faults.js';
import type { SensorEvidence } from '../../platform/db/tables.js';
import { type Page, type Paged, sortOf } from '../../platform/http/pagination.js';
import { levelsOfSeverity, severityOf } from '../alerts/alerts.rules.js';
import { alertsOfFall, type RaisedAlerts, raisedAlertsOf, raiseFallAlerts } from '../alerts/alerts.service.js';
import { refreshScores } from '../scores/scores.service.js';
import type {
  AdminFall,
  AdminFallsQuery,
  FallDetail,
  FallReport,
  FallRow,
  InvestigationRequest,
  OwnFallsQuery,
  RecentFall,
  RecentFallsQuery,
} from './falls.schema.js';
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
  readonly deviceId: string;
  readonly userId: string;
  readonly confidence: number;
  readonly explanation: Explanation;
  readonly sensorData: SensorEvidence;
  /** The seconds before it. */
  readonly evidence: EvidenceWindow;
}

/**
 * What the detector found. Readings of one device within a minute of its first one are one incident, whose
 * confidence only rises; crossing into a higher level alerts again. Counted from the beginning, so that an endless
 * alarm cannot hide a second fall.
 */
export function recordDetectedFall(ctx: Context, detected: DetectedFall): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const since = new Date(ctx.clock.nowMs() - ctx.config.incidentDurationMs).toISOString();
    const open = await store.findOpenIncident(ctx.db, detected.deviceId, since);
    if (!open) return openIncident(ctx, detected);
    if (detected.confidence > open.confidence) await raiseIncident(ctx, open, detected);
    return open.id;
  });
}

async function openIncident(ctx: Context, detected: DetectedFall): Promise<string> {
  const { deviceId, userId, confidence, explanation } = detected;
  const found = { ...newFall(ctx, userId, confidence), ...evidenceOf(detected), deviceId };
  const fall = await store.insertFall(ctx.db, found);
  await alertAndRecord(ctx, fall, explanation.summary);
  return fall.id;
}

async function raiseIncident(ctx: Context, open: store.FallRecord, detected: DetectedFall): Promise<void> {
  const { confidence, explanation } = detected;
  const raised = { confidence, status: levelOf(confidence), updatedAt: ctx.now() };
  await store.updateRaised(ctx.db, open.id, { ...raised, ...evidenceOf(detected) });
  if (isHigher(raised.status, open.status)) await alertAndRecord(ctx, { ...open, ...raised }, explanation.summary);
}

function evidenceOf({ sensorData, explanation, evidence }: DetectedFall) {
  return {
    sensorData: JSON.stringify(sensorData),
    explanation: JSON.stringify(explanation),
    evidence: JSON.stringify(evidence),
  };
}

async function alertAndRecord(ctx: Context, fall: store.FallRecord, summary?: string): Promise<RaisedAlerts> {
  const alerts = await raiseFallAlerts(ctx, { ...fall, summary });
  await recordAudit(ctx, 'fall.record', fall.userId);
  await refreshScores(ctx, [fall.userId]);
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

export async function listOwnFalls(ctx: Context, query: OwnFallsQuery): Promise<Paged<FallRow>> {
  const from = new Date(ctx.clock.nowMs() - query.days * 86_400_000).toISOString();
  const filter = { userId: actorId(ctx), from, statuses: query.status && [query.status] };
  return rowsOf(await store.listFalls(ctx.db, filter, sortOf(query), query));
}

export async function listFallsOfPatient(
  ctx: Context,
  userId: string,
  query: Page & { sort: string; order: string; status?: FallLevel | undefined },
): Promise<Paged<FallRow>> {
  const filter = { userId, statuses: query.status && [query.status] };
  return rowsOf(await store.listFalls(ctx.db, filter, sortOf(query), query));
}

/** All people's falls. A caregiver sees who fell only where that person is theirs. */
export async function listRecentFalls(ctx: Context, query: RecentFallsQuery): Promise<Paged<RecentFall>> {
  const from = new Date(ctx.clock.nowMs() - query.hours * 3_600_000).toISOString();
  const { rows, total } = await store.listFalls(ctx.db, { from }, sortOf(query), query);
  const userIds = rows.map((fall) => fall.userId);
  const isAdmin = ctx.actor.role === 'ADMIN';
  const own = isAdmin ? new Set(userIds) : await store.listAssignedAmong(ctx.db, actorId(ctx), userIds);
  return { total, rows: rows.map((fall) => recentFallOf(fall, own.has(fall.userId))) };
}

function recentFallOf(fall: store.ListedFall, isTheirs: boolean): RecentFall {
  const { id, status, confidence, createdAt } = fall;
  const anonymous = { id, status, confidence, createdAt, severity: severityOf(status) };
  return isTheirs ? { ...anonymous, ...withResponse(fall) } : anonymous;
}

export async function listAllFalls(ctx: Context, query: AdminFallsQuery): Promise<Paged<AdminFall>> {
  const filter = { ...dateRangeOf(query), userId: query.patientId, statuses: statusesOf(query) };
  if (filter.statuses?.length === 0) return { rows: [], total: 0 };
  const { rows, total } = await store.listFalls(ctx.db, filter, sortOf(query), query);
  return { total, rows: rows.map(adminFallOf) };
}

/** Status and severity together: both must hold. */
function statusesOf({ status, severity }: AdminFallsQuery): readonly FallLevel[] | undefined {
  const bySeverity = severity && levelsOfSeverity(severity);
  if (!status) return bySeverity;
  return !bySeverity || bySeverity.includes(status) ? [status] : [];
}

export async function readFall(ctx: Context, id: string): Promise<FallDetail> {
  const fall = await store.getListedFall(ctx.db, id);
  return { ...withResponse(fall), investigation: investigationOf(fall), alerts: await alertsOfFall(ctx, id) };
}

/** Marks the fall for a closer look. People record beside it what it was; its level is never rewritten. */
export async function investigateFall(ctx: Context, id: string, findings: InvestigationRequest): Promise<FallDetail> {
  return inTransaction(ctx, async (ctx) => {
    await store.updateInvestigation(ctx.db, id, actorId(ctx), ctx.now(), findings);
    const fall = await readFall(ctx, id);
    await recordAudit(ctx, 'fall.investigate', fall.userId);
    return fall;
  });
}

/** SUSPICIOUS or more since midnight, UTC. */
export function countFallsToday(ctx: Context): Promise<number> {
  return store.countFallsSince(ctx.db, `${ctx.now().slice(0, 10)}T00:00:00.000Z`);
}

function rowsOf({ rows, total }: Paged<store.ListedFall>): Paged<FallRow> {
  return { total, rows: rows.map(withResponse) };
}

function withResponse(fall: store.ListedFall) {
  const { firstAcknowledgedAt, createdAt } = fall;
  const responseMs = firstAcknowledgedAt === null ? null : Date.parse(firstAcknowledgedAt) - Date.parse(createdAt);
  const responseTime = responseMs === null ? null : Math.max(0, Math.floor(responseMs / 1_000));
  return { ...fall, responded: responseTime !== null, responseTime };
}

function adminFallOf(fall: store.ListedFall): AdminFall {
  return { ...withResponse(fall), severity: severityOf(fall.status), investigation: investigationOf(fall) };
}

function investigationOf({ investigationAt, investigationBy, investigationNotes }: store.FallRecord) {
  return {
    flagged: investigationAt !== null,
    flaggedAt: investigationAt,
    flaggedBy: investigationBy,
    notes: investigationNotes,
  };
}
