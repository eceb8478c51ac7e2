import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { isNamedOnDuty } from '../../access/on-duty.store.js';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import { type Page, type Paged, toPage } from '../../platform/http/pagination.js';
import { notFound } from '../../platform/refusal.js';
import type { Webhook, WebhookDelivery } from './webhooks.schema.js';

/** The lease of an attempt: its time limit of 5 s, and a margin for a slow database. */
const lease = sql<string>`service_now() + interval '30 seconds'`;

const shown = ['id', 'url', 'template', 'method', 'createdAt'] as const;
const logged = [
  'id',
  'alertId',
  'status',
  'attempts',
  'lastStatus',
  'lastProblem',
  'createdAt',
  'nextAttemptAt',
  'sentAt',
] as const;

/** What a call needs from its webhook. */
const callColumns = [
  'webhooks.userId',
  'webhooks.url',
  'webhooks.secret',
  'webhooks.template',
  'webhooks.method',
  'webhooks.authorization',
] as const;
type CallFacts = Omit<Selectable<Tables['webhooks']>, 'id' | 'createdAt'>;

export interface Endpoint extends CallFacts {
  readonly id: string;
}

/** A delivery leased to the caller: no other process attempts it until the lease ends. */
export interface Claimed extends CallFacts {
  readonly id: string;
  readonly noticeId: string | null;
  readonly body: string;
  readonly attempts: number;
  /** Whether the owner may still see what it is about. */
  readonly isAllowed: SqlBool;
  /** Whether it was acknowledged, or a later step has sent a notice: no automatic retry is needed. */
  readonly isOutdated: SqlBool;
}

export async function insertWebhook(db: Db, webhook: Insertable<Tables['webhooks']>): Promise<void> {
  await db.insertInto('webhooks').values(webhook).execute();
}

/** Serializes two registrations of the same owner. */
export async function lockOwner(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

export function listWebhooks(db: Db, userId: string): Promise<Webhook[]> {
  return db.selectFrom('webhooks').select(shown).where('userId', '=', userId).orderBy('createdAt').execute();
}

export function countWebhooks(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('webhooks').where('userId', '=', userId));
}

export async function listOwners(db: Db, userIds: readonly string[]): Promise<string[]> {
  const owners = db.selectFrom('webhooks').select('userId').distinct();
  const rows = await owners.where(sql<boolean>`user_id = any(${userIds}::uuid[])`).execute();
  return rows.map(({ userId }) => userId);
}

/** Owners of a webhook whose newest delivery has not failed. */
export async function listWorkingOwners(db: Db, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from webhooks where user_id = any(${userIds}::uuid[])
      and (select last_problem from webhook_deliveries where webhook_id = webhooks.id
        order by created_at desc, id desc limit 1) is null`.execute(db);
  return rows.map(({ userId }) => userId);
}

export function listEndpoints(db: Db, userId: string): Promise<Endpoint[]> {
  return db.selectFrom('webhooks').select('id').select(callColumns).where('userId', '=', userId).execute();
}

export function getEndpoint(db: Db, id: string): Promise<Endpoint> {
  const found = db.selectFrom('webhooks').select('id').select(callColumns).where('id', '=', id);
  return found.executeTakeFirstOrThrow(() => notFound('Webhook'));
}

export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** The body of the first attempt is kept, because the receiver identifies the notice by its id. */
export interface Leased {
  readonly id: string;
  readonly body: string;
  readonly attempts: number;
}

export type NewDelivery = Omit<Insertable<Tables['webhookDeliveries']>, 'status' | 'attempts' | 'nextAttemptAt'>;

/**
 * Inserts a first attempt, leased to the caller. The same notice again is a further attempt of the same delivery;
 * undefined when it was already sent.
 */
export function insertDelivery(db: Db, delivery: NewDelivery): Promise<Leased | undefined> {
  return db
    .insertInto('webhookDeliveries')
    .values({ ...delivery, status: 'PENDING', attempts: 1, nextAttemptAt: lease })
    .onConflict((conflict) =>
      conflict
        .columns(['webhookId', 'noticeId'])
        .doUpdateSet({ status: 'PENDING', attempts: sql`webhook_deliveries.attempts + 1`, nextAttemptAt: lease })
        .where('webhookDeliveries.status', '<>', 'SENT'),
    )
    .returning(['id', 'body', 'attempts'])
    .executeTakeFirst();
}

/** One delivery per webhook of these people, due now. Without a patient id: it outlives the account that it names. */
export async function insertDueDeliveries(
  db: Db,
  userIds: readonly string[],
  { noticeId, alertId, body, createdAt }: { noticeId: string; alertId: string; body: string; createdAt: string },
): Promise<void> {
  await sql`
    insert into webhook_deliveries (id, webhook_id, notice_id, alert_id, body, status, attempts, created_at, next_attempt_at)
    select gen_random_uuid(), id, ${noticeId}, ${alertId}, ${body}, 'PENDING', 0, ${createdAt}, service_now()
    from webhooks where user_id = any(${userIds}::uuid[])`.execute(db);
}

/**
 * Leases up to `limit` due deliveries to the caller. Only the oldest of each webhook: a receiver that hangs delays its
 * own deliveries and no others.
 */
export async function claimDueDeliveries(db: Db, limit: number): Promise<Claimed[]> {
  const { rows } = await sql<{ id: string }>`
    update webhook_deliveries set attempts = attempts + 1, next_attempt_at = ${lease}
    where id in (
      select id from webhook_deliveries due
      where status = 'PENDING' and next_attempt_at <= service_now() and not exists (
        select 1 from webhook_deliveries earlier
        where earlier.webhook_id = due.webhook_id and earlier.status = 'PENDING'
          and earlier.next_attempt_at <= service_now()
          and (earlier.next_attempt_at, earlier.id) < (due.next_attempt_at, due.id))
      order by next_attempt_at limit ${limit} for update skip locked)
    returning id`.execute(db);
  return listClaimed(
    db,
    rows.map(({ id }) => id),
  );
}

/** Leases one delivery of this webhook, whatever its status. */
export async function claimDelivery(db: Db, webhookId: string, id: string): Promise<Claimed | undefined> {
  const claimed = await db
    .updateTable('webhookDeliveries')
    .set({ status: 'PENDING', attempts: sql`attempts + 1`, nextAttemptAt: lease })
    .where('id', '=', id)
    .where('webhookId', '=', webhookId)
    .returning('id')
    .executeTakeFirst();
  return claimed && (await listClaimed(db, [claimed.id]))[0];
}

function listClaimed(db: Db, ids: readonly string[]): Promise<Claimed[]> {
  return (
    db
      .selectFrom('webhookDeliveries as delivery')
      .innerJoin('webhooks', 'webhooks.id', 'delivery.webhookId')
      .innerJoin('users', 'users.id', 'webhooks.userId')
      .select(['delivery.id', 'delivery.noticeId', 'delivery.body', 'delivery.attempts'])
      .select(callColumns)
      .select(
        sql<SqlBool>`users.status = 'active' and (delivery.patient_id is null or users.role = 'ADMIN' or exists (
        select 1 from assignments
        where assignments.patient_id = delivery.patient_id and assignments.caregiver_id = users.id)
        or ${isNamedOnDuty(sql`users.id`, sql`delivery.patient_id`)})`.as('isAllowed'),
      )
      // Acknowledged, or a later step has sent its own notice.
      .select(
        sql<SqlBool>`exists (select 1 from deliveries join escalations on escalations.id = deliveries.escalation_id
        where deliveries.id = delivery.notice_id and (escalations.acknowledged_at is not null and escalations.called_step is distinct from deliveries.step
          or escalations.closed_at is not null or escalations.step > deliveries.step))`.as('isOutdated'),
      )
      .where(sql<SqlBool>`delivery.id = any (${ids}::uuid[])`)
      .execute()
  );
}

export interface AttemptResult {
  readonly id: string;
  readonly lastStatus: number | null;
  readonly lastProblem: string | null;
}

export async function updateSent(db: Db, { id, lastStatus }: AttemptResult): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set({ status: 'SENT', sentAt: sql`service_now()`, nextAttemptAt: null, lastStatus, lastProblem: null })
    .where('id', '=', id)
    .execute();
}

/** `retryInMs` null: no automatic retry. A delivery that was sent meanwhile keeps its status. */
export async function updateFailed(db: Db, result: AttemptResult, retryInMs: number | null): Promise<void> {
  const { id, ...told } = result;
  await db
    .updateTable('webhookDeliveries')
    .set({
      ...told,
      status: retryInMs === null ? 'FAILED' : 'PENDING',
      nextAttemptAt: retryInMs === null ? null : sql`service_now() + ${retryInMs} * interval '1 millisecond'`,
    })
    .where('id', '=', id)
    .where('status', '<>', 'SENT')
    .execute();
}

export function getDelivery(db: Db, id: string): Promise<WebhookDelivery> {
  const found = db.selectFrom('webhookDeliveries').select(logged).where('id', '=', id);
  return found.executeTakeFirstOrThrow(() => notFound('Delivery'));
}

export async function listDeliveries(db: Db, webhookId: string, page: Page): Promise<Paged<WebhookDelivery>> {
  const { limit, offset } = toPage(page);
  const ofWebhook = db.selectFrom('webhookDeliveries').where('webhookId', '=', webhookId);
  const rows = await ofWebhook
    .select(logged)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: await countRows(ofWebhook) };
}

export async function deleteDeliveriesBefore(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhookDeliveries')
    .where('createdAt', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
