import type { FallLevel } from '@fallwatch/detection';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { parseDateRange } from '../../platform/dates.js';
import { type Page, type Paged, toSort } from '../../platform/http/pagination.js';
import { levelsOfSeverity, toSeverity } from '../alerts/alerts.rules.js';
import { alertsOfFall, readFallTimes } from '../alerts/alerts.service.js';
import { endAfterAnswer } from '../thresholds/thresholds.service.js';
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
import { keepOutcome } from './outcome.service.js';

export async function listOwnFalls(ctx: Context, query: OwnFallsQuery): Promise<Paged<FallRow>> {
  const from = new Date(ctx.clock.nowMs() - query.days * 86_400_000).toISOString();
  const filter = { userId: actorId(ctx), from, statuses: query.status && [query.status] };
  return toRows(await store.listFalls(ctx.db, filter, toSort(query), query));
}

export async function listFallsOfPatient(
  ctx: Context,
  userId: string,
  query: Page & { sort: string; order: string; status?: FallLevel | undefined },
): Promise<Paged<FallRow>> {
  const filter = { userId, statuses: query.status && [query.status] };
  return toRows(await store.listFalls(ctx.db, filter, toSort(query), query));
}

/** Falls of all people. A caregiver sees the identity only of assigned patients. */
export async function listRecentFalls(ctx: Context, query: RecentFallsQuery): Promise<Paged<RecentFall>> {
  const from = new Date(ctx.clock.nowMs() - query.hours * 3_600_000).toISOString();
  const { rows, total } = await store.listFalls(ctx.db, { from }, toSort(query), query);
  const userIds = rows.map((fall) => fall.userId);
  const isAdmin = ctx.actor.role === 'ADMIN';
  const own = isAdmin ? new Set(userIds) : await store.listAssignedAmong(ctx.db, actorId(ctx), userIds);
  return { total, rows: rows.map((fall) => toRecentFall(fall, own.has(fall.userId))) };
}

function toRecentFall(fall: store.ListedFall, isTheirs: boolean): RecentFall {
  const { id, status, confidence, createdAt } = fall;
  const anonymous = { id, status, confidence, createdAt, severity: toSeverity(status) };
  return isTheirs ? { ...anonymous, ...withResponse(fall) } : anonymous;
}

export async function listAllFalls(ctx: Context, query: AdminFallsQuery): Promise<Paged<AdminFall>> {
  const filter = { ...parseDateRange(query), userId: query.patientId, statuses: toStatuses(query) };
  if (filter.statuses?.length === 0) return { rows: [], total: 0 };
  const { rows, total } = await store.listFalls(ctx.db, filter, toSort(query), query);
  return { total, rows: rows.map(toAdminFall) };
}

/** Both filters must match. */
function toStatuses({ status, severity }: AdminFallsQuery): readonly FallLevel[] | undefined {
  const bySeverity = severity && levelsOfSeverity(severity);
  if (!status) return bySeverity;
  return !bySeverity || bySeverity.includes(status) ? [status] : [];
}

export async function readFall(ctx: Context, id: string): Promise<FallDetail> {
  const fall = await store.getListedFall(ctx.db, id);
  const { impactAt, createdAt, cancelledAt, confirmedAt, resolvedAt } = fall;
  const { escalation, ...told } = await readFallTimes(ctx, id);
  return {
    ...withResponse(fall),
    investigation: toInvestigation(fall),
    alerts: await alertsOfFall(ctx, id),
    resolution: toResolution(fall),
    escalation,
    timeline: { impactAt, recordedAt: createdAt, ...told, cancelledAt, confirmedAt, resolvedAt },
  };
}

/** Flags the fall for investigation. The findings are stored beside the level, which is never changed. */
export async function investigateFall(ctx: Context, id: string, findings: InvestigationRequest): Promise<FallDetail> {
  return inTransaction(ctx, async (ctx) => {
    const before = await store.getFallLocked(ctx.db, id);
    await store.updateInvestigation(ctx.db, id, actorId(ctx), ctx.now(), findings);
    const after = await store.getListedFall(ctx.db, id);
    await endAfterAnswer(ctx, after);
    if (before.outcome !== after.outcome) await keepOutcome(ctx, before, after);
    const fall = await readFall(ctx, id);
    await recordAudit(ctx, 'fall.investigate', fall.userId);
    return fall;
  });
}

/** SUSPICIOUS or higher, since midnight UTC. */
export function countFallsToday(ctx: Context): Promise<number> {
  return store.countFallsSince(ctx.db, `${ctx.now().slice(0, 10)}T00:00:00.000Z`);
}

function toRows({ rows, total }: Paged<store.ListedFall>): Paged<FallRow> {
  return { total, rows: rows.map(withResponse) };
}

function withResponse(fall: store.ListedFall) {
  const { firstAcknowledgedAt, createdAt } = fall;
  const responseMs = firstAcknowledgedAt === null ? null : Date.parse(firstAcknowledgedAt) - Date.parse(createdAt);
  const responseTime = responseMs === null ? null : Math.max(0, Math.floor(responseMs / 1_000));
  return { ...fall, responded: responseTime !== null, responseTime };
}

function toAdminFall(fall: store.ListedFall): AdminFall {
  return { ...withResponse(fall), severity: toSeverity(fall.status), investigation: toInvestigation(fall) };
}

function toResolution(fall: store.FallRecord) {
  const { outcome, resolvedAt, resolvedBy, resolutionNote: note, falseAlarmAct: act } = fall;
  const { injury, headImpact, ambulance, liftedBy } = fall;
  if (resolvedAt === null) return null;
  return { outcome, note, act, injury, headImpact, ambulance, liftedBy, resolvedAt, resolvedBy };
}

function toInvestigation({ investigationAt, investigationBy, investigationNotes }: store.FallRecord) {
  return {
    flagged: investigationAt !== null,
    flaggedAt: investigationAt,
    flaggedBy: investigationBy,
    notes: investigationNotes,
  };
}
