import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { isAlarm, type Scope } from './alarms.store.js';
import type { ResponseTimes } from './response-times.schema.js';

type Figures = ResponseTimes['all'];

export interface ResponseRow extends Figures {
  readonly day: string | null;
  readonly patientId: string | null;
  readonly patientName: string | null;
}

/** The wearer did not call it off before an answer. */
export const isMeasured = sql<boolean>`(closed_as is distinct from 'CANCELLED' or first_acknowledged_at is not null)`;

const isCounted = (scope: Scope) => sql`${isAlarm(scope)} and ${isMeasured}`;

/** Until somebody answered, and until now. The second is a subquery, so that it runs once and not per row. */
export const responseTimes = sql`
  extract(epoch from first_acknowledged_at - raised_at)::double precision as seconds,
  extract(epoch from (select service_now()) - raised_at)::double precision as age`;

const percentile = (share: number) =>
  sql`round(percentile_cont(${share}::double precision) within group (order by seconds)::numeric, 3)::double precision`;

/** Of rows with the columns of `responseTimes`. */
export const countWithin = (bound: number) => sql<number>`count(*) filter (where seconds <= ${bound})`;
export const countDue = (bound: number) => sql<number>`count(*) filter (where seconds <= ${bound} or age >= ${bound})`;

/**
 * One row for the total, one per day, one for each of the patients with the most alerts. An alert younger than a limit
 * does not count against it yet.
 */
export async function listResponseTimes(db: Db, scope: Scope, patients: number): Promise<ResponseRow[]> {
  const within = (bound: number) =>
    sql`round(${countWithin(bound)}::numeric / nullif(${countDue(bound)}, 0), 4)::double precision`;
  const figures = sql`count(*)::integer as alarms, count(seconds)::integer as answered,
    ${percentile(0.5)} as p50, ${percentile(0.95)} as p95, ${percentile(0.99)} as p99,
    ${within(60)} as within60s, ${within(180)} as within180s`;
  const { rows } = await sql<ResponseRow>`
    with alarms as (
      select patient_id, (raised_at at time zone 'UTC')::date as day, ${responseTimes}
      from escalations where ${isCounted(scope)}),
    shown as (
      select id, first_name || ' ' || last_name as name
      from (select patient_id from alarms group by patient_id order by count(*) desc, patient_id limit ${patients}) most
        join users on users.id = patient_id)
    select null::date as day, null::uuid as patient_id, null as patient_name, ${figures} from alarms
    union all select day, null, null, ${figures} from alarms group by day
    union all select null, id, name, ${figures} from alarms join shown on id = patient_id group by id, name
    order by day desc nulls last, alarms desc`.execute(db);
  return rows;
}

type ChannelRow = ResponseTimes['byChannel'][number];

/**
 * One row per channel. Of the notices to one person about one alert, the first that arrived counts for the times: the
 * repetitions of an unanswered alert say nothing about the channel.
 */
export async function listChannelTimes(db: Db, scope: Scope): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    with people as (
      select channel, escalation_id, count(*) as deliveries, count(*) filter (where deliveries.status = 'sent') as reached,
        extract(epoch from min(settled_at - raised_at) filter (where deliveries.status = 'sent'))::double precision as seconds,
        bool_or(deliveries.acknowledged_at is not null) as is_answered,
        bool_or(contact_point_id is not null or deliveries.acknowledged_at is not null) as can_be_answered
      from escalations join deliveries on deliveries.escalation_id = escalations.id
      where ${isCounted(scope)}
      group by channel, escalation_id, recipient_id)
    select channel, sum(deliveries)::integer as deliveries, sum(reached)::integer as reached,
      ${percentile(0.5)} as p50, ${percentile(0.95)} as p95,
      case when bool_or(can_be_answered) then count(distinct escalation_id) filter (where is_answered) end::integer as answered
    from people group by channel order by deliveries desc, channel`.execute(db);
  return rows;
}
