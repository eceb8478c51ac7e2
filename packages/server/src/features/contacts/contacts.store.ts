import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import type { Language } from '../../platform/db/tables/accounts.js';
import type { ContactKind } from '../../platform/db/tables/notices.js';
import type { Tables } from '../../platform/db/tables.js';
import { notFound } from '../../platform/refusal.js';
import { isCallForHelp } from '../help/help-columns.store.js';
import type { ContactPoint, FailingContact } from './contacts.schema.js';

const shown = [
  'contactPoints.id',
  'contactPoints.kind',
  'contactPoints.address',
  'contactPoints.label',
  'contactPoints.fromStep',
  'contactPoints.minSeverity',
  'contactPoints.createdAt',
  'contactPoints.verifiedAt',
  'contactPoints.lastOkAt',
  'contactPoints.failingSince',
  'contactPoints.failingReason',
] as const;

export type StoredContactPoint = Selectable<Tables['contactPoints']>;

/** Serializes two additions by the same person. */
export async function lockOwner(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

export function countContactPoints(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('contactPoints').where('userId', '=', userId));
}

/** Undefined when the person has this address already. */
export function insertContactPoint(
  db: Db,
  point: Insertable<Tables['contactPoints']>,
): Promise<ContactPoint | undefined> {
  return db
    .insertInto('contactPoints')
    .values(point)
    .onConflict((conflict) => conflict.columns(['userId', 'kind', 'address']).doNothing())
    .returning(shown)
    .executeTakeFirst();
}

export function listContactPoints(db: Db, userId: string): Promise<ContactPoint[]> {
  return db.selectFrom('contactPoints').select(shown).where('userId', '=', userId).orderBy('createdAt').execute();
}

export function getContactPoint(db: Db, id: string): Promise<StoredContactPoint> {
  const found = db.selectFrom('contactPoints').selectAll().where('id', '=', id);
  return found.executeTakeFirstOrThrow(() => notFound('Contact point'));
}

/** Locked until the commit: two tries of a code are counted one after the other. */
export function lockContactPoint(db: Db, id: string): Promise<StoredContactPoint> {
  const found = db.selectFrom('contactPoints').selectAll().where('id', '=', id).forUpdate();
  return found.executeTakeFirstOrThrow(() => notFound('Contact point'));
}

export function updateContactPoint(
  db: Db,
  id: string,
  changes: Updateable<Tables['contactPoints']>,
): Promise<ContactPoint> {
  // `id` again: an update without changes is no statement.
  const updated = db
    .updateTable('contactPoints')
    .set({ id, ...changes })
    .where('id', '=', id);
  return updated.returning(shown).executeTakeFirstOrThrow(() => notFound('Contact point'));
}

export async function deleteContactPoint(db: Db, id: string): Promise<void> {
  await db.deleteFrom('contactPoints').where('id', '=', id).execute();
}

export async function getLanguage(db: Db, userId: string): Promise<Language> {
  const found = db.selectFrom('users').select('language').where('id', '=', userId);
  return (await found.executeTakeFirstOrThrow(() => notFound('User'))).language ?? 'en';
}

export type Usable = Pick<StoredContactPoint, 'id' | 'userId' | 'fromStep' | 'minSeverity'>;

/** The verified contact points of one kind. */
export function listUsable(db: Db, kind: ContactKind, userIds: readonly string[]): Promise<Usable[]> {
  return db
    .selectFrom('contactPoints')
    .select(['id', 'userId', 'fromStep', 'minSeverity'])
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where('kind', '=', kind)
    .where('verifiedAt', 'is not', null)
    .execute();
}

/** The kinds over which these people can be reached: verified, and not failing. */
export function listWorkingKinds(
  db: Db,
  kinds: readonly ContactKind[],
  userIds: readonly string[],
): Promise<Pick<StoredContactPoint, 'userId' | 'kind'>[]> {
  return db
    .selectFrom('contactPoints')
    .select(['userId', 'kind'])
    .distinct()
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where(sql<boolean>`kind = any(${kinds}::text[])`)
    .where('verifiedAt', 'is not', null)
    .where('failingSince', 'is', null)
    .execute();
}

/** The facts that the words of a notice need. */
export interface WordFacts {
  readonly language: Language | null;
  readonly firstName: string;
  readonly lastName: string;
  /** The wearer asks for help. */
  readonly isCall: boolean;
  readonly minutesAgo: number;
  /** Somebody had taken the alert before this notice. */
  readonly wasTaken: boolean;
}

export interface NoticeFacts extends WordFacts, Pick<StoredContactPoint, 'address' | 'secrets'> {}

export interface NoticeKey {
  readonly alertId: string;
  readonly patientId: string;
  readonly fallId: string | null;
  readonly raisedAt: string;
}

/** `users` is the recipient. The alert has the name of a patient whose account was deleted. */
const wordFacts = ({ raisedAt }: NoticeKey) => sql`users.language,
  coalesce(patients.first_name, alerts.former_patient_name, '') as first_name,
  coalesce(patients.last_name, substring(alerts.former_patient_name from '[^ ]+$'), '') as last_name,
  ${isCallForHelp} as is_call,
  floor(extract(epoch from service_now() - ${raisedAt}::timestamptz) / 60)::integer as minutes_ago,
  exists (select from escalations
    where escalations.id = alerts.escalation_id and first_acknowledged_at is not null) as was_taken`;
const withSubject = ({ alertId, patientId, fallId }: NoticeKey) => sql`
  left join users patients on patients.id = ${patientId}
  left join alerts on alerts.id = ${alertId}
  left join falls on falls.id = ${fallId}`;

/** Where a notice goes, and the facts that its words need. Undefined once the contact point is deleted. */
export async function findNoticeFacts(
  db: Db,
  contactPointId: string,
  notice: NoticeKey,
): Promise<NoticeFacts | undefined> {
  const { rows } = await sql<NoticeFacts>`
    select contact_points.address, contact_points.secrets, ${wordFacts(notice)}
    from contact_points join users on users.id = contact_points.user_id ${withSubject(notice)}
    where contact_points.id = ${contactPointId} and contact_points.verified_at is not null`.execute(db);
  return rows[0];
}

export async function getWordFacts(db: Db, recipientId: string, notice: NoticeKey): Promise<WordFacts> {
  const { rows } = await sql<WordFacts>`
    select ${wordFacts(notice)} from users ${withSubject(notice)} where users.id = ${recipientId}`.execute(db);
  const [facts] = rows;
  if (!facts) throw notFound('User');
  return facts;
}

export async function updateWorking(db: Db, id: string): Promise<void> {
  await sql`update contact_points set last_ok_at = service_now(), failing_since = null, failing_reason = null
    where id = ${id}`.execute(db);
}

/** Returns the owner if it worked until now. */
export async function updateFailing(db: Db, id: string, reason: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string; isNew: boolean }>`
    with before as (select id, failing_since from contact_points where id = ${id} for update)
    update contact_points set failing_since = coalesce(contact_points.failing_since, service_now()),
      failing_reason = ${reason}
    from before where contact_points.id = before.id
    returning contact_points.user_id, before.failing_since is null as is_new`.execute(db);
  return rows[0]?.isNew ? rows[0].userId : undefined;
}

export function listFailing(db: Db): Promise<FailingContact[]> {
  return db
    .selectFrom('contactPoints')
    .innerJoin('users', 'users.id', 'contactPoints.userId')
    .select(shown)
    .select(['contactPoints.userId', sql<string>`users.first_name || ' ' || users.last_name`.as('userName')])
    .where('contactPoints.failingSince', 'is not', null)
    .where('users.status', '=', 'active')
    .orderBy('contactPoints.failingSince')
    .limit(200)
    .execute();
}
