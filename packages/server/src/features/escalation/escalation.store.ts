import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { ClosedAs } from '../../platform/db/tables/alerts.js';
import type { Tables } from '../../platform/db/tables.js';
import { mostUrgentFirst } from '../deliveries/deliveries.rules.js';
import { escalationIdOfFall } from './escalation-columns.store.js';

export type Escalation = Selectable<Tables['escalations']>;

/** The database's clock, which all deadlines use. */
export async function readServiceNow(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select service_now() as now`.execute(db);
  return (rows[0] as { now: string }).now;
}

export function insertEscalation(db: Db, escalation: Insertable<Tables['escalations']>): Promise<Escalation> {
  return db.insertInto('escalations').values(escalation).returningAll().executeTakeFirstOrThrow();
}

/**
 * Locked until the commit: no step is taken meanwhile. FOR NO KEY UPDATE here and below, not FOR UPDATE: a fall that
 * joins inserts a foreign key to the row and must not wait for a step.
 */
export function lockEscalationOfFall(db: Db, fallId: string): Promise<Escalation | undefined> {
  return db
    .selectFrom('escalations')
    .selectAll()
    .where('id', '=', escalationIdOfFall(fallId))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function updateEscalation(db: Db, id: string, changes: Updateable<Tables['escalations']>): Promise<Escalation> {
  return db.updateTable('escalations').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/**
 * Fair order: the most urgent row of every patient first, then the second of every patient, so that a thousand rows of
 * one patient cannot delay another patient's. Rows whose plan is not `mustReach` come last.
 */
function inTurn(time: 'due_at' | 'reach_by', limit: number) {
  const at = sql.ref(time);
  const urgency = sql`array_position(${mostUrgentFirst}::text[], severity)`;
  return sql<string>`select id from (
      select id, severity, ${at} as at, (plan->>'mustReach')::boolean as must_reach, row_number() over (
        partition by patient_id, (plan->>'mustReach')::boolean order by ${urgency}, ${at}) as turn
      from escalations where ${at} <= service_now()) waiting
    order by must_reach desc, turn, ${urgency}, at limit ${limit}`;
}

export function claimDueEscalations(db: Db, limit: number): Promise<Escalation[]> {
  return db
    .selectFrom('escalations')
    .selectAll()
    .where(sql<boolean>`id in (${inTurn('due_at', limit)}) and due_at <= service_now()`)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

export interface Advance {
  readonly id: string;
  readonly step: number;
  readonly position: number;
  readonly dueAt: string | null;
  readonly reachBy: string | null;
  /** The step, if it was for everybody instead of whoever is on duty. */
  readonly everybodyStep: number | null;
}

/** One statement for a whole batch. */
export async function updateAdvanced(db: Db, advances: readonly Advance[]): Promise<void> {
  const column = (name: keyof Advance) => advances.map((advance) => advance[name]);
  await sql`
    update escalations set step = changes.step, position = changes.position, due_at = changes.due_at,
      reach_by = changes.reach_by, everybody_step = changes.everybody_step, called_step = null,
      last_handled_at = coalesce(acknowledged_at, last_handled_at),
      last_handled_by = case when acknowledged_at is null then last_handled_by else acknowledged_by end,
      acknowledged_at = null, acknowledged_by = null
    from unnest(${column('id')}::uuid[], ${column('step')}::integer[], ${column('position')}::integer[],
      ${column('dueAt')}::timestamptz[], ${column('reachBy')}::timestamptz[], ${column('everybodyStep')}::integer[])
      as changes (id, step, position, due_at, reach_by, everybody_step)
    where escalations.id = changes.id`.execute(db);
}

export type Unreached = Escalation & { readonly isReached: boolean; readonly isAwaited: boolean };

/**
 * Escalations whose reach deadline has passed. `isReached`: the latest step reached somebody. `isAwaited`: another
 * service has accepted a notice of it, a short time ago.
 */
export function claimUnreached(db: Db, limit: number, awaitedMs: number): Promise<Unreached[]> {
  return db
    .selectFrom('escalations')
    .selectAll()
    .select(
      sql<boolean>`exists (select 1 from deliveries where escalation_id = escalations.id and step = escalations.step
          and status = 'sent')
        or exists (select 1 from alerts where escalation_id = escalations.id and seen_at >= escalations.started_at
          and acknowledged_at is null)`.as('isReached'),
    )
    .select(
      sql<boolean>`exists (select 1 from deliveries where escalation_id = escalations.id and step = escalations.step
        and status = 'accepted' and created_at > service_now() - make_interval(secs => ${awaitedMs / 1_000}))`.as(
        'isAwaited',
      ),
    )
    .where(sql<boolean>`id in (${inTurn('reach_by', limit)}) and reach_by <= service_now()`)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

/**
 * Makes the next step due now if nobody has answered. A step that is due earlier keeps its time. The plan of an alert
 * that still waits for its wearer starts now.
 */
export async function updateHastened(db: Db, fallId: string): Promise<boolean> {
  const { rows } = await sql`
    update escalations set due_at = service_now(),
      started_at = case when step = 0 then service_now() else started_at end
    where id = ${escalationIdOfFall(fallId)} and acknowledged_at is null and closed_at is null
      and due_at > service_now() returning id`.execute(db);
  return rows.length > 0;
}

/** Clears the reach deadline of `ids`, and makes the next step of `urgentIds` due now. */
export async function updateNoticed(db: Db, ids: readonly string[], urgentIds: readonly string[]): Promise<void> {
  await sql`
    update escalations set reach_by = null,
      due_at = case when id = any(${urgentIds}::uuid[]) then service_now() else due_at end
    where id = any(${ids}::uuid[])`.execute(db);
}

/** Looks again after this time. */
export async function updateReachBy(db: Db, ids: readonly string[], inMs: number): Promise<void> {
  if (ids.length === 0) return;
  await sql`update escalations set reach_by = service_now() + make_interval(secs => ${inMs / 1_000})
    where id = any(${ids}::uuid[])`.execute(db);
}

/** Caregivers who got an alert of this escalation on duty. */
export async function listOnDutyRecipients(db: Db, escalationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('recipientId')
    .distinct()
    .where('escalationId', '=', escalationId)
    .where('onDuty', '=', true)
    .execute();
  return rows.flatMap(({ recipientId }) => recipientId ?? []);
}

/**
 * Sets the reach deadline to now where every delivery of the latest step has failed at least once: waiting longer is
 * useless. Returns whether there were any.
 */
export async function markUnreached(db: Db, ids: readonly string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update escalations set reach_by = service_now()
    where id = any(${ids}::uuid[]) and reach_by > service_now() and not exists (
      select 1 from deliveries where escalation_id = escalations.id and step = escalations.step
        and (status in ('sent', 'accepted') or status = 'pending' and reason is null))`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function updateClosed(db: Db, id: string, as: ClosedAs): Promise<Escalation | undefined> {
  return db
    .updateTable('escalations')
    .set({ closedAt: sql<string>`service_now()`, closedAs: as, dueAt: null, reachBy: null })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Escalations of this type about this person that are not closed. */
export function listOpen(db: Db, patientId: string, type: string): Promise<Escalation[]> {
  return db
    .selectFrom('escalations')
    .selectAll()
    .where('patientId', '=', patientId)
    .where('type', '=', type)
    .where('closedAt', 'is', null)
    .forNoKeyUpdate()
    .execute();
}

/** Patient → ids of the assigned active caregivers. */
export async function listActiveCaregivers(db: Db, patientIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('assignments')
    .innerJoin('users', 'users.id', 'assignments.caregiverId')
    .select(['assignments.patientId', 'users.id'])
    .where(sql<boolean>`assignments.patient_id = any(${patientIds}::uuid[])`)
    .where('users.status', '=', 'active')
    .where('users.role', '=', 'CAREGIVER')
    .orderBy('assignments.assignedAt')
    .execute();
  const found = new Map<string, string[]>(patientIds.map((id) => [id, []]));
  for (const { patientId, id } of rows) found.get(patientId)?.push(id);
  return found;
}

export async function listActiveAdminIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .execute();
  return rows.map((row) => row.id);
}
