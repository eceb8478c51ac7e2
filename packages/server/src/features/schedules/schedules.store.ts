import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import { notFound } from '../../platform/refusal.js';
import type { Member, Substitution } from './schedules.schema.js';

export interface ScheduleRow {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly startOn: string;
  readonly handOver: string;
  readonly turnDays: number;
  readonly weekdays: number[];
  readonly members: Member[];
  readonly hasCalendar: boolean;
  readonly feedUrl: string | null;
  readonly feedReadAt: string | null;
  readonly feedTriedAt: string | null;
  readonly feedFailingSince: string | null;
  readonly feedProblem: string | null;
  readonly updatedAt: string;
}

const isAble = sql<boolean>`users.status = 'active' and users.role in ('CAREGIVER', 'ADMIN')`;

function selectSchedules(db: Db) {
  return db
    .selectFrom('schedules')
    .select(['id', 'name', 'zone', 'startOn', 'turnDays', 'weekdays', 'updatedAt'])
    .select(['feedUrl', 'feedReadAt', 'feedTriedAt', 'feedFailingSince', 'feedProblem'])
    .select(sql<string>`to_char(hand_over, 'HH24:MI')`.as('handOver'))
    .select(sql<boolean>`calendar_hash is not null`.as('hasCalendar'))
    .select(
      sql<Member[]>`(select coalesce(json_agg(json_build_object('id', users.id,
        'name', users.first_name || ' ' || users.last_name, 'isActive', coalesce(${isAble}, false)) order by position), '[]')
        from schedule_members left join users on users.id = user_id where schedule_id = schedules.id)`.as('members'),
    );
}

/** Those with this member; all, without one. */
export function listSchedules(db: Db, memberId: string | null): Promise<ScheduleRow[]> {
  const schedules = selectSchedules(db).orderBy('name').orderBy('id');
  return (memberId === null ? schedules : schedules.where(hasMember(memberId))).execute();
}

function hasMember(userId: string) {
  return sql<SqlBool>`exists (select from schedule_members where schedule_id = schedules.id and user_id = ${userId})`;
}

export async function listScheduleIds(db: Db, memberId: string | null): Promise<string[]> {
  const all = db.selectFrom('schedules').select('id');
  const rows = await (memberId === null ? all : all.where(hasMember(memberId))).execute();
  return rows.map(({ id }) => id);
}

export function getSchedule(db: Db, id: string): Promise<ScheduleRow> {
  return selectSchedules(db)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Schedule'));
}

/** By the hash of the secret in the calendar's address. */
export function findScheduleByCalendar(db: Db, hash: string): Promise<{ id: string; name: string } | undefined> {
  return db.selectFrom('schedules').select(['id', 'name']).where('calendarHash', '=', hash).executeTakeFirst();
}

export async function countSchedules(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from schedules`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertSchedule(db: Db, schedule: Insertable<Tables['schedules']>): Promise<void> {
  await db.insertInto('schedules').values(schedule).execute();
}

export async function updateSchedule(db: Db, id: string, changes: Updateable<Tables['schedules']>): Promise<void> {
  await db.updateTable('schedules').set(changes).where('id', '=', id).execute();
}

export async function deleteSchedule(db: Db, id: string): Promise<void> {
  await db.deleteFrom('schedules').where('id', '=', id).execute();
}

export async function replaceMembers(db: Db, scheduleId: string, userIds: readonly string[]): Promise<void> {
  await db.deleteFrom('scheduleMembers').where('scheduleId', '=', scheduleId).execute();
  await db
    .insertInto('scheduleMembers')
    .values(userIds.map((userId, position) => ({ scheduleId, position, userId })))
    .execute();
}

/** Of these people, those who can be on duty. */
export async function listAble(db: Db, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(sql<SqlBool>`id = any(${userIds}::uuid[])`)
    .where(isAble)
    .execute();
  return rows.map(({ id }) => id);
}

/** Exactly as the tz database writes it. */
export async function isZone(db: Db, zone: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${zone}`.execute(db);
  return rows.length > 0;
}

/** Plans of patients with a step for this schedule. */
export async function countPlans(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from escalation_plans where steps::text like ${`%"SCHEDULE:${id}"%`}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Those that have not ended, in the order in which they are applied. */
export async function listSubstitutions(db: Db, scheduleId: string, endsAfter: string): Promise<Substitution[]> {
  const person = (alias: 'replaced' | 'substitute') => sql<
    Substitution['user']
  >`case when ${sql.ref(`${alias}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${alias}.id`)},
      'name', ${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}) end`;
  return db
    .selectFrom('scheduleSubstitutions as made')
    .leftJoin('users as replaced', 'replaced.id', 'made.replaces')
    .leftJoin('users as substitute', 'substitute.id', 'made.userId')
    .select(['made.id', 'made.startsAt as from', 'made.endsAt as until', 'made.reason', 'made.createdAt'])
    .select('made.replacesAnyone')
    .select([person('replaced').as('replaces'), person('substitute').as('user')])
    .where('made.scheduleId', '=', scheduleId)
    .where('made.endsAt', '>', endsAfter)
    .orderBy('made.createdAt')
    .orderBy('made.id')
    .execute();
}

export async function insertSubstitution(
  db: Db,
  substitution: Insertable<Tables['scheduleSubstitutions']>,
): Promise<void> {
  await db.insertInto('scheduleSubstitutions').values(substitution).execute();
}

export async function deleteSubstitution(db: Db, scheduleId: string, id: string): Promise<void> {
  await db
    .deleteFrom('scheduleSubstitutions')
    .where('id', '=', id)
    .where('scheduleId', '=', scheduleId)
    .returning('id')
    .executeTakeFirstOrThrow(() => notFound('Substitution'));
}

export async function deleteSubstitutionsBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('scheduleSubstitutions').where('endsAt', '<', before).execute();
}
