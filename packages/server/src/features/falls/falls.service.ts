import type { FallLevel } from '@fallwatch/detection';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { dateRangeOf } from '../../platform/dates.js';
import { type Page, type Paged, sortOf } from '../../platform/http/pagination.js';
import { levelsOfSeverity, severityOf } from '../alerts/alerts.rules.js';
import { alertsOfFall, storyOfFall } from '../alerts/alerts.service.js';
import type {
  AdminFall,
  AdminFallsQuery,
  FallDetail,
  FallRow,
  InvestigationRequest,
  OwnFallsQuery,
  RecentFall,
  RecentFallsQuery,
} from './falls.schema.js';
import * as store from './falls.store.js';

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
  const { impactAt, createdAt, cancelledAt, confirmedAt, resolvedAt } = fall;
  const { escalation, ...told } = await storyOfFall(ctx, id);
  return {
    ...withResponse(fall),
    investigation: investigationOf(fall),
    alerts: await alertsOfFall(ctx, id),
    resolution: resolutionOf(fall),
    escalation,
    timeline: { impactAt, recordedAt: createdAt, ...told, cancelledAt, confirmedAt, resolvedAt },
  };
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

function resolutionOf({ outcome, resolvedAt, resolvedBy, resolutionNote }: store.FallRecord) {
  return resolvedAt === null ? null : { outcome, note: resolutionNote, resolvedAt, resolvedBy };
}

function investigationOf({ investigationAt, investigationBy, investigationNotes }: store.FallRecord) {
  return {
    flagged: investigationAt !== null,
    flaggedAt: investigationAt,
    flaggedBy: investigationBy,
    notes: investigationNotes,
  };
}
