/** What was sent about a fall, who answered, and what the wearer did. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { escalationIdOfFall, isoTime } from '../escalation/escalation-columns.store.js';
import type { FallTimeline } from './timeline.schema.js';

interface Limits {
  readonly deliveries: number;
  readonly responses: number;
}

/** One statement for all of it: a report has more to ask. Its parts are lists in JSON, with the names of the API. */
export async function getTimeline(db: Db, fallId: string, limits: Limits): Promise<FallTimeline> {
  const { rows } = await sql<FallTimeline>`
    with escalation as materialized (
      select id, coalesce(acknowledged_by, last_handled_by) as handler_id,
        coalesce(acknowledged_at, last_handled_at) as handled_at
      from escalations where id = ${escalationIdOfFall(fallId)})
    select ${toList(deliveries(limits.deliveries))} as deliveries, ${toList(answers)} as answers,
      ${toList(responses(limits.responses))} as responses, ${toList(aftermath(fallId))} as aftermath`.execute(db);
  return rows[0] as FallTimeline;
}

function toList(query: RawBuilder<unknown>) {
  return sql`(select coalesce(json_agg(row_to_json(one)), '[]') from (${query}) as one)`;
}

const time = (column: string) => isoTime(sql.raw(column));

/** The newest first: an alert that repeats for days has hundreds. */
const deliveries = (limit: number) => sql`
  select deliveries.id, recipient_id as "recipientId",
    users.first_name || ' ' || users.last_name as "recipientName", step, channel,
    deliveries.status, attempts, reason, ${time('deliveries.created_at')} as "createdAt",
    ${time('settled_at')} as "settledAt",
    ${time("coalesce(accepted_at, case when deliveries.status in ('accepted', 'sent') then settled_at end)")} as "handedOverAt",
    ${time("case when deliveries.status = 'sent' then settled_at end")} as "reachedAt"
  from deliveries join users on users.id = recipient_id
  where escalation_id = (select id from escalation)
  order by step desc, deliveries.created_at desc, deliveries.id limit ${limit}`;

/** Everybody who declined, and the person who acknowledged last. */
const answers = sql`
  select users.id, users.first_name || ' ' || users.last_name as name, answer, ${time('given.at')} as at, channel
  from (
    select user_id, 'CANNOT' as answer, declined_at as at, channel
    from declines where escalation_id = (select id from escalation)
    union all
    select handler_id, 'ON_IT', handled_at, (
      select channel from deliveries where escalation_id = escalation.id and recipient_id = handler_id
        and acknowledged_at >= handled_at limit 1)
    from escalation where handler_id is not null) as given
  join users on users.id = given.user_id order by given.at`;

const person = (column: string) => sql`(
  select json_build_object('id', id, 'name', first_name || ' ' || last_name) from users where id = ${sql.ref(column)})`;

/** The steps of the people who responded, oldest first. Of very many, the newest. */
const responses = (limit: number) => sql`
  select kind, ${time('newest.at')} as at, note, ${person('user_id')} as by, ${person('called_id')} as called
  from (
    select * from response_steps where escalation_id = (select id from escalation) order by at desc limit ${limit}
  ) as newest order by newest.at`;

const aftermath = (fallId: string) => sql`
  select kind, ${time('seen.at')} as at, ${time('since')} as since, is_long as "isLong"
  from aftermaths as seen where fall_id = ${fallId} order by seen.at`;
