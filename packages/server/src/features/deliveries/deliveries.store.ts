import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import type { Notice } from './channel.js';
import type { Settled } from './deliveries.rules.js';
import type { Delivery } from './deliveries.schema.js';

export type NewDelivery = Insertable<Tables['deliveries']>;

/** What stands there already was made by the same step before: it is not made again. */
export async function insertDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const column = (name: keyof NewDelivery) => deliveries.map((delivery) => delivery[name] ?? null);
  await sql`
    insert into deliveries (id, escalation_id, alert_id, recipient_id, step, channel, status, urgency, created_at, due_at, settled_at)
    select * from unnest(${column('id')}::uuid[], ${column('escalationId')}::uuid[], ${column('alertId')}::uuid[],
      ${column('recipientId')}::uuid[], ${column('step')}::integer[], ${column('channel')}::text[],
      ${column('status')}::text[], ${column('urgency')}::smallint[], ${column('createdAt')}::timestamptz[],
      ${column('dueAt')}::timestamptz[], ${column('settledAt')}::timestamptz[])
    on conflict do nothing`.execute(db);
}

/** A delivery on its way, with what its recipient is told. */
export interface DueDelivery extends Notice {
  readonly escalationId: string;
  readonly channel: string;
  readonly ageMs: number;
  /** Does the recipient still look after the person, or is an admin? */
  readonly mayKnow: boolean;
}

/** Takes what is due away from the others who look for it, for as long as the lease lasts. */
export async function claimDue(
  db: Db,
  channels: readonly string[],
  { count, minUrgency }: { count: number; minUrgency: number },
  leaseMs: number,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as materialized (
      select id from deliveries
      where due_at <= service_now() and channel = any(${channels}::text[]) and urgency >= ${minUrgency}
      order by urgency desc, due_at limit ${count} for update skip locked)
    update deliveries set attempts = attempts + 1, due_at = service_now() + make_interval(secs => ${leaseMs / 1_000})
    from due, escalations, alerts
    where deliveries.id = due.id and escalations.id = deliveries.escalation_id and alerts.id = deliveries.alert_id
    returning deliveries.id as delivery_id, deliveries.escalation_id, deliveries.channel,
      extract(epoch from service_now() - deliveries.created_at)::double precision * 1000 as age_ms,
      deliveries.alert_id, deliveries.recipient_id, deliveries.step, escalations.patient_id, escalations.fall_id,
      escalations.raised_at, escalations.is_drill, alerts.type, alerts.severity, alerts.message,
      exists (select 1 from users where users.id = deliveries.recipient_id and users.status = 'active'
        and (users.role = 'ADMIN' and alerts.audience = 'ADMIN'
          or exists (select 1 from assignments where caregiver_id = users.id and patient_id = escalations.patient_id))
      ) as may_know`.execute(db);
  return rows;
}

/** The live stream confirms what it writes: what is due there unconfirmed found no open connection. */
export async function updateUnwritten(db: Db, channel: string): Promise<string[]> {
  const { rows } = await sql<{ escalationId: string }>`
    update deliveries set status = 'unreachable', reason = 'no live stream is open', attempts = 1, due_at = null,
      settled_at = service_now()
    where id in (${inOrder(sql`channel = ${channel} and due_at <= service_now()`)})
    returning escalation_id`.execute(db);
  return [...new Set(rows.map(({ escalationId }) => escalationId))];
}

/** Always in the order of ids: two who change the same rows wait for each other instead of locking each other out. */
function inOrder(condition: RawBuilder<unknown>) {
  return sql`select id from deliveries where ${condition} and status = 'pending' order by id for update`;
}

/** Says that these are still being tried. */
export async function renewLeases(db: Db, ids: readonly string[], leaseMs: number): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update deliveries set due_at = service_now() + make_interval(secs => ${leaseMs / 1_000})
    where id in (${inOrder(sql`id = any(${ids}::uuid[])`)})`.execute(db);
}

/**
 * What arrived although it had been called off meanwhile did arrive. Answers how long those of a first step took that
 * have arrived now; drills aside.
 */
export async function updateSettled(db: Db, settled: readonly (Settled & { readonly id: string })[]) {
  const column = (name: keyof (typeof settled)[number]) => settled.map((one) => one[name]);
  const { rows } = await sql<{ status: string; step: number; isDrill: boolean; seconds: number }>`
    with locked as materialized (
      select id, status from deliveries where id = any(${column('id')}::uuid[]) order by id for update)
    update deliveries set status = news.status, reason = news.reason,
      due_at = service_now() + make_interval(secs => news.due_in_ms / 1000),
      settled_at = case when news.due_in_ms is null then service_now() end
    from locked
    join unnest(${column('id')}::uuid[], ${column('status')}::text[], ${column('reason')}::text[],
      ${column('dueInMs')}::double precision[]) as news (id, status, reason, due_in_ms) on news.id = locked.id,
    escalations
    where deliveries.id = locked.id and escalations.id = deliveries.escalation_id
      and (locked.status = 'pending'
        or news.status = 'sent' and locked.status in ('cancelled', 'unreachable', 'failed'))
    returning deliveries.status, deliveries.step, escalations.is_drill,
      extract(epoch from deliveries.settled_at - escalations.raised_at)::double precision as seconds`.execute(db);
  return rows.filter(({ status, step, isDrill }) => status === 'sent' && step === 1 && !isDrill);
}

export async function updateCancelled(db: Db, escalationIds: readonly string[]): Promise<void> {
  await sql`
    update deliveries set status = 'cancelled', due_at = null, settled_at = service_now()
    where id in (${inOrder(sql`escalation_id = any(${escalationIds}::uuid[])`)})`.execute(db);
}

/** The newest of each alert: one that repeats for days has hundreds. */
export async function listDeliveries(db: Db, alertIds: readonly string[], limit: number) {
  const { rows } = await sql<Delivery & { readonly alertId: string }>`
    select alerts.id as alert_id, latest.* from unnest(${alertIds}::uuid[]) as alerts (id),
    lateral (
      select id, recipient_id, step, channel, status, attempts, reason, created_at, settled_at
      from deliveries where alert_id = alerts.id order by step desc, created_at desc, id limit ${limit}) as latest`.execute(
    db,
  );
  return rows;
}

/** How long the most overdue delivery has waited, in milliseconds. */
export async function readLatenessMs(db: Db): Promise<number> {
  const { rows } = await sql<{ lateMs: number | null }>`
    select (extract(epoch from service_now() - min(due_at)) * 1000)::double precision as late_ms
    from deliveries where due_at is not null`.execute(db);
  return rows[0]?.lateMs ?? 0;
}
