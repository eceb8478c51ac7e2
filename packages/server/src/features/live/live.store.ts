import { type SqlBool, sql } from 'kysely';
import { isNamedOnDuty } from '../../access/on-duty.store.js';
import type { Db } from '../../platform/db/database.js';
import type { LiveEventType } from './live-event.schema.js';

export interface NewEvent {
  readonly at: string;
  readonly type: LiveEventType;
  readonly recipients: readonly string[];
  readonly toAdmins: boolean;
  readonly patientId: string | null;
  readonly data: object;
}

export interface StoredEvent {
  readonly position: number;
  readonly at: string;
  readonly type: string;
  readonly data: object;
}

/** An event with those of its recipients who may see it now. */
export interface SharedEvent extends StoredEvent {
  readonly toAdmins: boolean;
  readonly readers: readonly string[];
}

/** The events of one reader after a position. */
export interface Backlog {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly after: number;
  readonly upTo: number;
}

/** Any number of events in one statement. */
export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  await sql`
    insert into live_events (at, type, recipients, to_admins, patient_id, data)
    select at, type, array(select jsonb_array_elements_text(recipients))::uuid[], "toAdmins", "patientId", data
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as added (at timestamptz, type text, recipients jsonb, "toAdmins" boolean, "patientId" uuid, data jsonb)`.execute(
    db,
  );
}

/** Numbers all committed events that have no number yet. Returns the last number. */
export async function numberEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`select number_live_events() as last`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Events up to this number were deleted because of their age. */
export async function findTrimmedTo(db: Db): Promise<number> {
  return (await db.selectFrom('liveState').select('trimmedTo').executeTakeFirstOrThrow()).trimmedTo;
}

/** Events for all readers, in order. */
export function listEvents(db: Db, after: number, limit: number): Promise<SharedEvent[]> {
  return db
    .selectFrom('liveEvents')
    .select([
      sql<number>`position`.as('position'),
      'at',
      'type',
      'data',
      'toAdmins',
      sql<string[]>`array(select person from unnest(recipients) person where ${maySeeNow('person')})`.as('readers'),
    ])
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** At most `limit` events of each backlog, in order: one query for all of them. */
export async function listBacklogs(db: Db, backlogs: readonly Backlog[], limit: number): Promise<StoredEvent[][]> {
  const column = <Key extends keyof Backlog>(key: Key): Backlog[Key][] => backlogs.map((backlog) => backlog[key]);
  const { rows } = await sql<StoredEvent & { place: number }>`
    select asked.place, found.* from unnest(
      ${column('userId')}::uuid[], ${column('isAdmin')}::boolean[], ${column('after')}::bigint[], ${column('upTo')}::bigint[]
    ) with ordinality as asked (person, is_admin, after, up_to, place)
    cross join lateral (
      select position, at, type, data from live_events
      where position > asked.after and position <= asked.up_to
        and (asked.person = any (recipients) and ${maySeeNow('asked.person')} or asked.is_admin and to_admins)
      order by position limit ${limit}
    ) found order by asked.place, found.position`.execute(db);
  const found: StoredEvent[][] = backlogs.map(() => []);
  for (const { place, ...event } of rows) found[place - 1]?.push(event);
  return found;
}

/** Permission is checked when the event is read: a caregiver who is no longer assigned, nor named on duty, sees nothing. */
function maySeeNow(person: 'person' | 'asked.person') {
  const reader = sql.ref(person);
  return sql<SqlBool>`(live_events.patient_id is null or live_events.patient_id = ${reader}
    or exists (select 1 from assignments
      where assignments.patient_id = live_events.patient_id and assignments.caregiver_id = ${reader})
    or exists (select 1 from users where users.id = ${reader} and users.role = 'ADMIN')
    or ${isNamedOnDuty(reader, sql`live_events.patient_id`)})`;
}

/**
 * Deletes older events and stores the highest deleted number. Call `numberEvents` first: the deletion of an event
 * without a number would not be noticed.
 */
export async function deleteEventsBefore(db: Db, before: string): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with gone as (delete from live_events where at < ${before} returning position),
    summed as (select count(*) as deleted, coalesce(max(position), 0) as last from gone)
    update live_state set trimmed_to = greatest(trimmed_to, summed.last) from summed returning summed.deleted`.execute(
    db,
  );
  return rows[0]?.deleted ?? 0;
}
