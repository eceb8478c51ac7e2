import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import { notFound } from '../../platform/refusal.js';
import type { ThreadLine } from './responses.schema.js';

/** Null: alerts that nobody has to respond to have no escalation; those about a deleted patient no patient. */
export function getIncident(db: Db, alertId: string) {
  return db
    .selectFrom('alerts')
    .select(['escalationId', 'patientId', 'fallId'])
    .where('id', '=', alertId)
    .executeTakeFirstOrThrow(() => notFound('Alert'));
}

export async function insertMessage(
  db: Db,
  message: Omit<Insertable<Tables['incidentMessages']>, 'at'>,
): Promise<void> {
  const at = sql<string>`service_now()`;
  await db
    .insertInto('incidentMessages')
    .values({ ...message, at })
    .execute();
}

export async function getMessage(db: Db, id: string): Promise<ThreadLine> {
  const [line] = await listLines(db, sql`select * from (${messages}) messages where id = ${id}`);
  return line as ThreadLine;
}

const messages = sql`select id, escalation_id, 'MESSAGE' as kind, at, author_id as person_id, text,
  null::uuid as called_id, null as outcome from incident_messages`;

/** Everything that people wrote and did, from where it is stored. A decline has no id of its own: its person's. */
export function listThread(db: Db, escalationId: string, limit: number): Promise<ThreadLine[]> {
  return listLines(
    db,
    sql`select * from (
      select * from (${messages}) messages where escalation_id = ${escalationId}
      union all
      select id, escalation_id, kind, at, user_id, note, called_id, null from response_steps
      where escalation_id = ${escalationId}
      union all
      select user_id, escalation_id, 'DECLINED', declined_at, user_id, null, null, null from declines
      where escalation_id = ${escalationId}
      union all
      select falls.id, escalation_id, 'RESOLVED', resolved_at, resolved_by, resolution_note, null, outcome
      from escalation_falls join falls on falls.id = escalation_falls.fall_id
      where escalation_id = ${escalationId} and resolved_at is not null) lines
    order by at desc, id desc limit ${limit}`,
  );
}

async function listLines(db: Db, query: RawBuilder<unknown>): Promise<ThreadLine[]> {
  const { rows } = await sql<ThreadLine>`
    select lines.id, kind, at, text, outcome,
      case when people.id is not null then json_build_object(
        'id', people.id, 'name', people.first_name || ' ' || people.last_name) end as by,
      case when called.id is not null then json_build_object(
        'id', called.id, 'name', called.first_name || ' ' || called.last_name) end as called
    from (${query}) lines
    left join users people on people.id = lines.person_id
    left join users called on called.id = lines.called_id
    order by at, lines.id`.execute(db);
  return rows;
}
