import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { DeliveryStatus } from '../../platform/db/tables/alerts.js';
import type { Tables } from '../../platform/db/tables.js';
import type { Addressed, Notice } from './channel.js';
import { minPersonUrgency, type Room, type Settled } from './deliveries.rules.js';
import type { Delivery } from './deliveries.schema.js';

export type NewDelivery = Insertable<Tables['deliveries']>;

/** Idempotent: a delivery that the same step has already written is not written again. */
export async function insertDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const column = (name: keyof NewDelivery) => deliveries.map((delivery) => delivery[name] ?? null);
  await sql`
    insert into deliveries (id, escalation_id, alert_id, recipient_id, step, channel, status, urgency, created_at, due_at,
      settled_at, contact_point_id, patient_id)
    select added.*, escalations.patient_id from unnest(${column('id')}::uuid[], ${column('escalationId')}::uuid[], ${column('alertId')}::uuid[],
      ${column('recipientId')}::uuid[], ${column('step')}::integer[], ${column('channel')}::text[],
      ${column('status')}::text[], ${column('urgency')}::smallint[], ${column('createdAt')}::timestamptz[],
      ${column('dueAt')}::timestamptz[], ${column('settledAt')}::timestamptz[],
      ${column('contactPointId')}::uuid[])
      as added (id, escalation_id, alert_id, recipient_id, step, channel, status, urgency, created_at, due_at, settled_at,
        contact_point_id)
    join escalations on escalations.id = added.escalation_id
    on conflict do nothing`.execute(db);
}

/**
 * Recipients of the latest step of these escalations with a contact point that failed, whom no delivery has reached and
 * none can still reach.
 */
export async function listFailedRecipients(db: Db, escalationIds: readonly string[]): Promise<Addressed[]> {
  const { rows } = await sql<Addressed>`
    select deliveries.escalation_id, deliveries.alert_id, deliveries.recipient_id, deliveries.step, alerts.severity,
      (escalations.plan->>'mustReach')::boolean as must_reach
    from deliveries
    join escalations on escalations.id = deliveries.escalation_id and escalations.step = deliveries.step
    join alerts on alerts.id = deliveries.alert_id
    where escalations.id = any(${escalationIds}::uuid[]) and deliveries.recipient_id is not null
      and escalations.acknowledged_at is null and escalations.closed_at is null
    group by deliveries.escalation_id, deliveries.alert_id, deliveries.recipient_id, deliveries.step, alerts.severity,
      must_reach
    having bool_or(deliveries.contact_point_id is not null) and not bool_or(deliveries.status in ('sent', 'accepted')
      or deliveries.status = 'pending' and deliveries.reason is null)`.execute(db);
  return rows;
}

/** Whether the recipient is still assigned to the patient, got the alert on duty, or is an admin. For queries of `alerts` and `escalations`. */
export function mayKnow(recipientId: string) {
  return sql<boolean>`exists (select 1 from users where users.id = ${sql.ref(recipientId)} and users.status = 'active'
    and (users.role = 'ADMIN' and alerts.audience = 'ADMIN'
      or users.role = 'CAREGIVER' and alerts.on_duty and alerts.recipient_id = users.id
      or exists (select 1 from assignments where caregiver_id = users.id and patient_id = escalations.patient_id)))`;
}

/** Who calls a second person with this step, of `taken`. */
const calledBy = sql`(select users.first_name || ' ' || users.last_name
  from response_steps join users on users.id = response_steps.user_id
  where response_steps.escalation_id = taken.escalation_id and response_steps.step = taken.step)`;

/** A delivery being sent, with its notice. */
export interface DueDelivery extends Notice {
  readonly channel: string;
  readonly ageMs: number;
  /** How long it was overdue when it was taken. */
  readonly lateSeconds: number;
  readonly mayKnow: boolean;
}

export interface ClaimOptions {
  readonly channels: readonly string[];
  readonly room: Room;
  /** Patient → number of deliveries that this process is sending. */
  readonly underWay: ReadonlyMap<string, number>;
  readonly leaseMs: number;
}

/**
 * Leases due deliveries to the caller. Fair order: the most urgent delivery of every patient first, then the second of
 * every patient, and no more per patient than its share. Deliveries below `minPersonUrgency` come last.
 */
export async function claimDue(db: Db, { channels, room, underWay, leaseMs }: ClaimOptions): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with waiting as (
      select id, urgency, deliveries.due_at, urgency >= ${minPersonUrgency} as is_about_person,
        coalesce(busy.under_way, 0) + row_number() over (
          partition by coalesce(deliveries.patient_id, escalation_id), urgency >= ${minPersonUrgency}
          order by urgency desc, deliveries.due_at) as turn
      from deliveries
      left join unnest(${[...underWay.keys()]}::uuid[], ${[...underWay.values()]}::integer[]) as busy (patient_id, under_way)
        on busy.patient_id = deliveries.patient_id
      where deliveries.due_at <= service_now() and channel = any(${channels}::text[]) and urgency >= ${room.minUrgency}),
    chosen as (
      select id, row_number() over (order by is_about_person desc, turn, urgency desc, due_at) as place
      from waiting where turn <= ${room.countPerPatient}
      order by place limit ${room.count}),
    due as materialized (
      select id, due_at from deliveries where id in (select id from chosen) and due_at <= service_now()
      for update skip locked),
    taken as (
      update deliveries set attempts = attempts + 1, due_at = service_now() + make_interval(secs => ${leaseMs / 1_000})
      from due where deliveries.id = due.id
      returning deliveries.*, due.due_at as was_due_at)
    select taken.id as delivery_id, taken.escalation_id, taken.channel,
      extract(epoch from service_now() - taken.created_at)::double precision * 1000 as age_ms,
      extract(epoch from service_now() - taken.was_due_at)::double precision as late_seconds,
      taken.alert_id, taken.recipient_id, taken.contact_point_id, taken.step, escalations.patient_id, alerts.fall_id,
      escalations.raised_at, escalations.is_drill, alerts.type, alerts.severity, alerts.message,
      ${calledBy} as called_by, ${mayKnow('taken.recipient_id')} as may_know
    from taken join chosen on chosen.id = taken.id join escalations on escalations.id = taken.escalation_id
      join alerts on alerts.id = taken.alert_id
    order by chosen.place`.execute(db);
  return rows;
}

/**
 * Marks live deliveries that are due and unconfirmed as unreachable: the live stream confirms what it writes. Returns
 * the escalation of each.
 */
export async function markUndelivered(db: Db, channel: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ escalationId: string }>`
    update deliveries set status = 'unreachable', reason = 'no live stream is open', attempts = 1, due_at = null,
      settled_at = service_now()
    where id in (select id from deliveries where channel = ${channel} and due_at <= service_now() and status = 'pending'
      order by urgency desc, due_at limit ${limit} for update skip locked)
    returning escalation_id`.execute(db);
  return rows.map(({ escalationId }) => escalationId);
}

/** Locks in the order of ids: two statements that change the same rows wait for each other instead of deadlocking. */
function inOrder(condition: RawBuilder<unknown>) {
  return sql`select id from deliveries where ${condition} and status = 'pending' order by id for update`;
}

export async function renewLeases(db: Db, ids: readonly string[], leaseMs: number): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update deliveries set due_at = service_now() + make_interval(secs => ${leaseMs / 1_000})
    where id in (${inOrder(sql`id = any(${ids}::uuid[])`)})`.execute(db);
}

/** A delivery whose status was written. */
export interface SettledDelivery {
  readonly channel: string;
  readonly status: DeliveryStatus;
  readonly step: number;
  readonly isDrill: boolean;
  readonly wasAccepted: boolean;
  readonly secondsSinceDue: number;
  readonly secondsSinceRaised: number;
}

/** Of a `SettledDelivery`, without `was_accepted`. */
export const settledColumns = sql`deliveries.channel, deliveries.status, deliveries.step, escalations.is_drill,
  extract(epoch from deliveries.settled_at - deliveries.created_at)::double precision as seconds_since_due,
  extract(epoch from deliveries.settled_at - escalations.raised_at)::double precision as seconds_since_raised`;

/** A delivery that was cancelled but arrived anyway counts as sent. */
export async function updateSettled(db: Db, settled: readonly (Settled & { readonly id: string })[]) {
  const column = (name: keyof (typeof settled)[number]) => settled.map((one) => one[name]);
  const { rows } = await sql<SettledDelivery>`
    with locked as materialized (
      select id, status, accepted_at from deliveries where id = any(${column('id')}::uuid[]) order by id for update)
    update deliveries set status = settled.status, reason = settled.reason,
      due_at = service_now() + make_interval(secs => settled.due_in_ms / 1000),
      accepted_at = case when settled.status = 'accepted' then service_now() else deliveries.accepted_at end,
      settled_at = case when settled.due_in_ms is null then service_now() end
    from locked
    join unnest(${column('id')}::uuid[], ${column('status')}::text[], ${column('reason')}::text[],
      ${column('dueInMs')}::double precision[]) as settled (id, status, reason, due_in_ms) on settled.id = locked.id,
    escalations
    where deliveries.id = locked.id and escalations.id = deliveries.escalation_id
      and (locked.status = 'pending'
        or settled.status = 'sent' and locked.status <> 'sent')
    returning ${settledColumns}, locked.accepted_at is not null as was_accepted`.execute(db);
  return rows;
}

/** Its recipient took the alert over this delivery. */
export async function updateAcknowledged(db: Db, id: string): Promise<void> {
  const changes = { acknowledgedAt: sql<string>`service_now()` };
  await db.updateTable('deliveries').set(changes).where('id', '=', id).execute();
}

/**
 * Returns the escalation and the channel if nothing else had settled the delivery. It may still be `pending`: a fast
 * report comes before the sender has noted that its notice was accepted.
 */
export function updateRejected(
  db: Db,
  id: string,
  { status, reason }: { readonly status: 'unreachable' | 'cancelled'; readonly reason: string },
) {
  const rejected = db.updateTable('deliveries').where('id', '=', id).where('status', 'in', ['accepted', 'pending']);
  const changes = { status, reason, dueAt: null, settledAt: sql<string>`service_now()` };
  return rejected.set(changes).returning(['escalationId', 'channel']).executeTakeFirst();
}

/** Cancels what is not sent yet; with a recipient, only what is for that person. */
export async function updateCancelled(db: Db, escalationIds: readonly string[], recipientId?: string): Promise<void> {
  const isTheirs = recipientId === undefined ? sql`` : sql`and recipient_id = ${recipientId}`;
  await sql`
    update deliveries set status = 'cancelled', due_at = null, settled_at = service_now()
    where id in (${inOrder(sql`escalation_id = any(${escalationIds}::uuid[]) ${isTheirs}`)})`.execute(db);
}

/** The newest deliveries of each alert: an alert that repeats for days has hundreds. */
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

/**
 * How long the most overdue delivery has waited, in milliseconds: since it was due; or, if no attempt has ended yet,
 * since it was written, minus the time limit of an attempt. The second case covers a delivery that was taken and hangs
 * inside a process.
 */
export async function readLatenessMs(db: Db, attemptMs: number): Promise<number> {
  const { rows } = await sql<{ lateMs: number | null }>`
    select (extract(epoch from max(greatest(service_now() - due_at, case when reason is null
      then service_now() - created_at - make_interval(secs => ${attemptMs / 1_000}) end))) * 1000)::double precision as late_ms
    from deliveries where due_at is not null`.execute(db);
  return Math.max(0, rows[0]?.lateMs ?? 0);
}
