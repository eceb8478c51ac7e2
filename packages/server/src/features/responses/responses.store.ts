import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { ResponseTimes } from './responses.schema.js';

type Figures = ResponseTimes['all'];

export interface ResponseRow extends Figures {
  readonly day: string | null;
  readonly patientId: string | null;
  readonly patientName: string | null;
}

/**
 * One row for the total, one per day, one for each of the patients with the most alerts. An alert younger than a limit
 * does not count against it yet. service_now() is a subquery, so that it runs once and not per row.
 */
export async function listResponseTimes(db: Db, days: number, patients: number): Promise<ResponseRow[]> {
  const within = (bound: number) => sql`round(
    count(*) filter (where seconds <= ${bound})::numeric
    / nullif(count(*) filter (where seconds <= ${bound} or age >= ${bound}), 0), 4)::double precision`;
  const percentile = (share: number) =>
    sql`round(percentile_cont(${share}::double precision) within group (order by seconds)::numeric, 3)::double precision`;
  const figures = sql`count(*)::integer as alarms, count(seconds)::integer as answered,
    ${percentile(0.5)} as p50, ${percentile(0.95)} as p95, ${percentile(0.99)} as p99,
    ${within(60)} as within60s, ${within(180)} as within180s`;
  const { rows } = await sql<ResponseRow>`
    with alarms as (
      select patient_id, (raised_at at time zone 'UTC')::date as day,
        extract(epoch from first_acknowledged_at - raised_at)::double precision as seconds,
        extract(epoch from (select service_now()) - raised_at)::double precision as age
      from escalations
      where type = 'FALL_DETECTED' and not is_drill
        and raised_at >= (select service_now()) - make_interval(days => ${days})
        and (closed_as is distinct from 'CANCELLED' or first_acknowledged_at is not null)),
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
