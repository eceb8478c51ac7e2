import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { AlertSeverity, ClosedAs, Tables } from '../../platform/db/tables.js';

export type Escalation = Selectable<Tables['escalations']>;

/** The time that all deadlines are kept in. */
export async function readServiceNow(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select service_now() as now`.execute(db);
  return (rows[0] as { now: string }).now;
}

export function insertEscalation(db: Db, escalation: Insertable<Tables['escalations']>): Promise<Escalation> {
  return db.insertInto('escalations').values(escalation).returningAll().executeTakeFirstOrThrow();
}

/** Locked until the commit: no step is taken meanwhile. */
export function lockEscalationOfFall(db: Db, fallId: string): Promise<Escalation | undefined> {
  return db.selectFrom('escalations').selectAll().where('fallId', '=', fallId).forUpdate().executeTakeFirst();
}

export function updateEscalation(db: Db, id: string, changes: Updateable<Tables['escalations']>): Promise<Escalation> {
  return db.updateTable('escalations').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** The most urgent first. Whatever another worker holds is left to it. */
export function claimDueEscalations(db: Db, limit: number): Promise<Escalation[]> {
  return db
    .selectFrom('escalations')
    .selectAll()
    .where(sql<boolean>`due_at <= service_now()`)
    .orderBy(sql`array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'], severity)`)
    .orderBy('dueAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export interface Advance {
  readonly id: string;
  readonly step: number;
  readonly position: number;
  readonly dueAt: string | null;
  readonly reachBy: string | null;
}

/** One statement for a whole batch. */
export async function updateAdvanced(db: Db, advances: readonly Advance[]): Promise<void> {
  const column = (name: keyof Advance) => advances.map((advance) => advance[name]);
  await sql`
    update escalations set step = news.step, position = news.position, due_at = news.due_at,
      reach_by = news.reach_by,
      acknowledged_at = null, acknowledged_by = null
    from unnest(${column('id')}::uuid[], ${column('step')}::integer[], ${column('position')}::integer[],
      ${column('dueAt')}::timestamptz[], ${column('reachBy')}::timestamptz[])
      as news (id, step, position, due_at, reach_by)
    where escalations.id = news.id`.execute(db);
}

/** Those whose latest step has reached nobody by the time it had to. */
export function claimUnreached(db: Db, limit: number): Promise<(Escalation & { readonly isReached: boolean })[]> {
  return db
    .selectFrom('escalations')
    .selectAll()
    .select(
      sql<boolean>`exists (select 1 from deliveries where escalation_id = escalations.id and step = escalations.step
          and channel <> 'list' and status = 'sent')
        or exists (select 1 from alerts where escalation_id = escalations.id and seen_at >= escalations.started_at
          and acknowledged_at is null)`.as('isReached'),
    )
    .where(sql<boolean>`reach_by <= service_now()`)
    .orderBy('reachBy')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** It is known whom their latest step has reached; the next one of these need not wait. */
export async function updateNoticed(db: Db, ids: readonly string[], urgentIds: readonly string[]): Promise<void> {
  await sql`
    update escalations set reach_by = null,
      due_at = case when id = any(${urgentIds}::uuid[]) then service_now() else due_at end
    where id = any(${ids}::uuid[])`.execute(db);
}

/** Every delivery of their latest step has failed once: there is nothing to wait for. */
export async function updateHopeless(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update escalations set reach_by = service_now()
    where id = any(${ids}::uuid[]) and reach_by > service_now() and not exists (
      select 1 from deliveries where escalation_id = escalations.id and step = escalations.step and channel <> 'list'
        and (status = 'sent' or status = 'pending' and reason is null))`.execute(db);
}

/**
 * The first acknowledgement stops it for all. One that was answered, or is over, stays as it is. Answers the
 * escalation that was stopped.
 */
export async function updateAcknowledged(db: Db, alertId: string, by: string): Promise<Escalation | undefined> {
  return db
    .updateTable('escalations')
    .set({
      acknowledgedAt: sql<string>`service_now()`,
      acknowledgedBy: by,
      firstAcknowledgedAt: sql<string>`coalesce(first_acknowledged_at, service_now())`,
      dueAt: sql<
        string | null
      >`service_now() + make_interval(secs => (plan->>'reopenAfterMs')::double precision / 1000)`,
      reachBy: null,
    })
    .where('acknowledgedAt', 'is', null)
    .where('closedAt', 'is', null)
    .where('id', '=', (eb) =>
      eb.selectFrom('alerts').select('escalationId').where('id', '=', alertId).where('acknowledgedAt', 'is', null),
    )
    .returningAll()
    .executeTakeFirst();
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

/** Those that are not over, of a kind, about a person. */
export function listOpen(db: Db, patientId: string, type: string): Promise<Escalation[]> {
  return db
    .selectFrom('escalations')
    .selectAll()
    .where('patientId', '=', patientId)
    .where('type', '=', type)
    .where('closedAt', 'is', null)
    .forUpdate()
    .execute();
}

/** Of several people at once: person → active caregivers who look after them. */
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

export interface OpenAlert {
  readonly id: string;
  readonly escalationId: string;
  readonly recipientId: string | null;
  readonly isNew: boolean;
}

export interface NewAlert {
  readonly id: string;
  readonly escalationId: string;
  readonly recipientId: string | null;
  readonly patientId: string;
  readonly fallId: string | null;
  readonly type: string;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly timestamp: string;
}

/** Makes those that are not there yet, and answers all open ones of these escalations. */
export async function ensureAlerts(db: Db, alerts: readonly NewAlert[]): Promise<OpenAlert[]> {
  const column = (name: keyof NewAlert) => alerts.map((alert) => alert[name]);
  const { rows: made } = await sql<{ id: string }>`
    insert into alerts (id, audience, escalation_id, recipient_id, patient_id, fall_id, type, severity, message, timestamp)
    select id, case when recipient_id is null then 'ADMIN' else 'CAREGIVER' end, escalation_id, recipient_id,
      patient_id, fall_id, type, severity, message, timestamp
    from unnest(${column('id')}::uuid[], ${column('escalationId')}::uuid[], ${column('recipientId')}::uuid[],
      ${column('patientId')}::uuid[], ${column('fallId')}::uuid[], ${column('type')}::text[],
      ${column('severity')}::text[], ${column('message')}::text[], ${column('timestamp')}::timestamptz[])
      as news (id, escalation_id, recipient_id, patient_id, fall_id, type, severity, message, timestamp)
    on conflict do nothing returning id`.execute(db);
  const isMade = new Set(made.map((row) => row.id));
  const open = await db
    .selectFrom('alerts')
    .select(['id', 'escalationId', 'recipientId'])
    .where(sql<boolean>`escalation_id = any(${column('escalationId')}::uuid[])`)
    .where('acknowledgedAt', 'is', null)
    .execute();
  return open.map((alert) => ({ ...alert, escalationId: alert.escalationId as string, isNew: isMade.has(alert.id) }));
}

export function listOpenAlerts(db: Db, escalationId: string) {
  return db
    .selectFrom('alerts')
    .select(['id', 'recipientId'])
    .where('escalationId', '=', escalationId)
    .where('acknowledgedAt', 'is', null)
    .execute();
}

export interface Handler {
  readonly id: string;
  readonly name: string;
  readonly at: string;
}

/** Who has taken it on. */
export function findHandler(db: Db, escalationId: string): Promise<Handler | undefined> {
  return db
    .selectFrom('escalations')
    .innerJoin('users', 'users.id', 'escalations.acknowledgedBy')
    .select(['users.id', 'escalations.acknowledgedAt as at'])
    .select(sql<string>`users.first_name || ' ' || users.last_name`.as('name'))
    .where('escalations.id', '=', escalationId)
    .where('escalations.acknowledgedAt', 'is not', null)
    .executeTakeFirst() as Promise<Handler | undefined>;
}

/** What the open alerts of an escalation say from now on: of all its addressees, or of one audience. */
export async function updateOpenAlerts(
  db: Db,
  escalationId: string,
  changes: Updateable<Tables['alerts']>,
  audience?: 'ADMIN',
): Promise<void> {
  let query = db
    .updateTable('alerts')
    .set(changes)
    .where('escalationId', '=', escalationId)
    .where('acknowledgedAt', 'is', null);
  if (audience) query = query.where('audience', '=', audience);
  await query.execute();
}
