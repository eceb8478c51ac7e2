import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { AlertSeverity, ClosedAs } from '../../platform/db/tables/alerts.js';
import type { Escalation } from './escalation.store.js';

/**
 * Lets one process at a time start an escalation for a person. False: another process holds the lock. Held until the
 * commit.
 */
export async function tryLockPatient(db: Db, patientId: string): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('escalation:' || ${patientId}, 0)) as is_locked`.execute(db);
  return rows[0]?.isLocked ?? false;
}

/**
 * The newest escalation about falls of a person that is not closed, and the number of them, counted up to `countTo`.
 */
export async function findNewestOpen(
  db: Db,
  patientId: string,
  countTo: number,
): Promise<{ newest: Escalation | undefined; openCount: number }> {
  const open = db
    .selectFrom('escalations')
    .where('patientId', '=', patientId)
    .where('type', '=', 'FALL_DETECTED')
    .where('isDrill', '=', false)
    .where('closedAt', 'is', null);
  const counted = open.select('id').limit(countTo).as('counted');
  const found = await open
    .selectAll()
    .select((eb) => eb.selectFrom(counted).select(eb.fn.countAll<number>().as('count')).as('openCount'))
    .orderBy('raisedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) return { newest: undefined, openCount: 0 };
  const { openCount, ...newest } = found;
  return { newest, openCount: Number(openCount) };
}

/** Undefined: another process holds the lock to take a step. The caller does not wait for it. */
export function tryLockEscalation(db: Db, id: string): Promise<Escalation | undefined> {
  return db.selectFrom('escalations').selectAll().where('id', '=', id).forNoKeyUpdate().skipLocked().executeTakeFirst();
}

export interface EscalationFall {
  readonly fallId: string;
  readonly escalationId: string;
  readonly isAnnounced: boolean;
}

/** Adds the fall to the escalation, or reopens it there. */
export async function upsertEscalationFall(db: Db, fall: EscalationFall): Promise<void> {
  await db
    .insertInto('escalationFalls')
    .values(fall)
    .onConflict((conflict) => conflict.column('fallId').doUpdateSet({ ...fall, closedAt: null, closedAs: null }))
    .execute();
}

/** Escalations from before the table escalation_falls get the row of their first fall when another fall joins. */
export async function ensureEscalationFall(db: Db, fall: EscalationFall): Promise<void> {
  await db
    .insertInto('escalationFalls')
    .values(fall)
    .onConflict((conflict) => conflict.column('fallId').doNothing())
    .execute();
}

export async function updateFallClosed(db: Db, fallId: string, as: ClosedAs): Promise<void> {
  await db
    .updateTable('escalationFalls')
    .set({ closedAt: sql<string>`service_now()`, closedAs: as })
    .where('fallId', '=', fallId)
    .where('closedAt', 'is', null)
    .execute();
}

export interface OpenFall {
  readonly fallId: string;
  /** Null: there is no FALL_DETECTED alert about it. */
  readonly severity: AlertSeverity | null;
  readonly message: string | null;
}

/** Of the other open falls of an escalation, the one with the highest confidence. */
export async function findOtherOpenFall(
  db: Db,
  escalationId: string,
  besideFallId: string | null,
): Promise<OpenFall | undefined> {
  const { rows } = await sql<OpenFall>`
    select escalation_falls.fall_id, told.severity, told.message
    from escalation_falls
    join falls on falls.id = escalation_falls.fall_id
    left join lateral (
      select severity, message from alerts
      where alerts.fall_id = escalation_falls.fall_id and type = 'FALL_DETECTED' limit 1) told on true
    where escalation_falls.escalation_id = ${escalationId} and escalation_falls.fall_id is distinct from ${besideFallId}::uuid
      and escalation_falls.closed_at is null
    order by falls.confidence desc, falls.created_at desc limit 1`.execute(db);
  return rows[0];
}

export interface Unannounced {
  readonly fallId: string;
  readonly escalationId: string;
  /** Its escalation was closed while the fall joined. */
  readonly isOrphan: boolean;
}

/**
 * Falls that joined since the last call. FOR SHARE keeps an open escalation from being closed before this transaction
 * has announced its falls. Rows locked by another process are left for the next call.
 */
export async function claimUnannounced(db: Db, limit: number): Promise<Unannounced[]> {
  const { rows } = await sql<Unannounced>`
    select joined.fall_id, joined.escalation_id,
      escalations.closed_at is not null and joined.closed_at is null as is_orphan
    from escalation_falls joined join escalations on escalations.id = joined.escalation_id
    where not joined.is_announced limit ${limit}
    for no key update of joined skip locked for share of escalations skip locked`.execute(db);
  return rows;
}

export async function updateAnnounced(db: Db, fallIds: readonly string[]): Promise<void> {
  await sql`update escalation_falls set is_announced = true where fall_id = any(${fallIds}::uuid[])`.execute(db);
}

export interface JoinedAlert {
  readonly alertId: string;
  readonly escalationId: string;
  /** Null: the admins. */
  readonly recipientId: string | null;
  readonly patientId: string;
  readonly fallId: string;
  readonly type: string;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly raisedAt: string;
  readonly step: number;
  /** Unacknowledged alerts of this recipient about the given falls in this escalation. */
  readonly reports: number;
}

/** The newest unacknowledged alert about these falls, for each escalation and recipient. */
export async function listJoinedAlerts(db: Db, fallIds: readonly string[]): Promise<JoinedAlert[]> {
  const { rows } = await sql<JoinedAlert>`
    select distinct on (alerts.escalation_id, alerts.recipient_id) alerts.id as alert_id, alerts.escalation_id,
      alerts.recipient_id, alerts.patient_id, alerts.fall_id, alerts.type, alerts.severity, alerts.message,
      escalations.raised_at, escalations.step,
      count(*) over (partition by alerts.escalation_id, alerts.recipient_id)::integer as reports
    from alerts join escalations on escalations.id = alerts.escalation_id
    where alerts.fall_id = any(${fallIds}::uuid[]) and alerts.acknowledged_at is null
    order by alerts.escalation_id, alerts.recipient_id, alerts.timestamp desc, alerts.id desc`.execute(db);
  return rows;
}

export async function updateAllAnnounced(db: Db, escalationId: string): Promise<void> {
  await db
    .updateTable('escalationFalls')
    .set({ isAnnounced: true })
    .where('escalationId', '=', escalationId)
    .where('isAnnounced', '=', false)
    .execute();
}
