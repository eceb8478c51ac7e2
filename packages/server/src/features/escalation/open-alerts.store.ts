/** Unacknowledged alerts: one for each fall and recipient of an escalation. */
import { sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { AlertSeverity } from '../../platform/db/tables/alerts.js';
import type { Tables } from '../../platform/db/tables.js';
import type { Escalation } from './escalation.store.js';

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

/** Inserts the missing alerts and returns all open alerts about these falls of these escalations. */
export async function ensureAlerts(db: Db, alerts: readonly NewAlert[]): Promise<OpenAlert[]> {
  const column = (name: keyof NewAlert) => alerts.map((alert) => alert[name]);
  const { rows: made } = await sql<{ id: string }>`
    insert into alerts (id, audience, escalation_id, recipient_id, patient_id, fall_id, type, severity, message, timestamp)
    select id, case when recipient_id is null then 'ADMIN' else 'CAREGIVER' end, escalation_id, recipient_id,
      patient_id, fall_id, type, severity, message, timestamp
    from unnest(${column('id')}::uuid[], ${column('escalationId')}::uuid[], ${column('recipientId')}::uuid[],
      ${column('patientId')}::uuid[], ${column('fallId')}::uuid[], ${column('type')}::text[],
      ${column('severity')}::text[], ${column('message')}::text[], ${column('timestamp')}::timestamptz[])
      as added (id, escalation_id, recipient_id, patient_id, fall_id, type, severity, message, timestamp)
    on conflict do nothing returning id`.execute(db);
  const isMade = new Set(made.map((row) => row.id));
  const { rows: open } = await sql<Omit<OpenAlert, 'isNew'>>`
    select alerts.id, alerts.escalation_id, alerts.recipient_id
    from (select distinct * from unnest(${column('escalationId')}::uuid[], ${column('fallId')}::uuid[])) asked (id, fall_id)
    join alerts on alerts.escalation_id = asked.id and (asked.fall_id is null or alerts.fall_id = asked.fall_id)
    where alerts.acknowledged_at is null`.execute(db);
  return open.map((alert) => ({ ...alert, isNew: isMade.has(alert.id) }));
}

/** These recipients get the alert because they are on duty: it lets them know about the patient while it is open. */
export async function updateOnDuty(
  db: Db,
  guests: readonly { readonly escalationId: string; readonly recipientId: string }[],
): Promise<void> {
  if (guests.length === 0) return;
  const column = (name: 'escalationId' | 'recipientId') => guests.map((guest) => guest[name]);
  await sql`
    update alerts set on_duty = true
    from unnest(${column('escalationId')}::uuid[], ${column('recipientId')}::uuid[]) as guests (escalation_id, recipient_id)
    where alerts.escalation_id = guests.escalation_id and alerts.recipient_id = guests.recipient_id
      and alerts.acknowledged_at is null and not on_duty`.execute(db);
}

export function listOpenAlerts(db: Db, escalationId: string, fallId: string | null) {
  return db
    .selectFrom('alerts')
    .select(['id', 'recipientId', 'message'])
    .where('escalationId', '=', escalationId)
    .where('fallId', fallId === null ? 'is' : '=', fallId)
    .where('acknowledgedAt', 'is', null)
    .execute();
}

/** Updates the open alerts about one fall of an escalation. */
export async function updateOpenAlerts(
  db: Db,
  escalationId: string,
  fallId: string | null,
  changes: Updateable<Tables['alerts']>,
): Promise<void> {
  await db
    .updateTable('alerts')
    .set(changes)
    .where('escalationId', '=', escalationId)
    .where('fallId', fallId === null ? 'is' : '=', fallId)
    .where('acknowledgedAt', 'is', null)
    .execute();
}

/** Updates the admins' open alerts of many escalations in one statement. */
export async function updateAdminAlerts(
  db: Db,
  told: readonly Pick<Escalation, 'id' | 'fallId' | 'type' | 'severity' | 'message'>[],
): Promise<void> {
  const column = (name: keyof (typeof told)[number]) => told.map((one) => one[name]);
  await sql`
    update alerts set type = changes.type, severity = changes.severity, message = changes.message
    from unnest(${column('id')}::uuid[], ${column('fallId')}::uuid[], ${column('type')}::text[],
      ${column('severity')}::text[], ${column('message')}::text[]) as changes (id, fall_id, type, severity, message)
    where alerts.escalation_id = changes.id and (changes.fall_id is null or alerts.fall_id = changes.fall_id)
      and alerts.audience = 'ADMIN' and alerts.acknowledged_at is null`.execute(db);
}

/** Keeps the first acknowledgement. */
export async function updateAcknowledged(db: Db, id: string, by: string, at: string): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ acknowledgedAt: at, acknowledgedBy: by })
    .where('id', '=', id)
    .where('acknowledgedAt', 'is', null)
    .execute();
}

/** Call it with the alerts of a list that their recipient has just read. */
export async function updateSeen(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ seenAt: sql<string>`service_now()` })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('seenAt', 'is', null)
    .where('acknowledgedAt', 'is', null)
    .execute();
}

/** The person's own unacknowledged alert about a fall: resolving the fall acknowledges it. */
export async function findOpenAlert(
  db: Db,
  escalationId: string,
  fallId: string,
  by: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('alerts')
    .innerJoin('users', 'users.id', sql<string>`${by}::uuid` as never)
    .select('alerts.id')
    .where('escalationId', '=', escalationId)
    .where('fallId', '=', fallId)
    .where('acknowledgedAt', 'is', null)
    .where(sql<boolean>`(recipient_id = users.id or audience = 'ADMIN' and users.role = 'ADMIN')`)
    .executeTakeFirst();
  return found?.id;
}
