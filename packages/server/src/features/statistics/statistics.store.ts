import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { ending, isAlarm, type Scope } from './alarms.store.js';
import type { DeviceFigures, FallStatistics } from './statistics.schema.js';

type Ending = FallStatistics['byOutcome'][number]['outcome'];

/** Counts of one group. The columns of the other groupings are null; `grouping` says which these are. */
export interface FallCounts {
  readonly grouping: 'TOTAL' | 'WEEK' | 'HOUR' | 'ROOM' | 'OUTCOME';
  readonly week: string | null;
  readonly hour: number | null;
  readonly ward: string | null;
  readonly room: string | null;
  readonly outcome: Ending | null;
  readonly falls: number;
  readonly falseAlarms: number;
}

const figures = sql`count(*) filter (where not is_false)::integer as falls,
  count(*) filter (where is_false)::integer as false_alarms`;

const isFalse = sql`${ending} in ('FALSE_ALARM', 'CANCELLED') as is_false`;

/** All groupings in one pass over the alerts. */
export async function countFalls(db: Db, scope: Scope, timeZone: string): Promise<FallCounts[]> {
  const { rows } = await sql<FallCounts>`
    with alarms as (
      select date_trunc('week', raised_at at time zone ${timeZone})::date as week,
        extract(hour from raised_at at time zone ${timeZone})::integer as hour, ward, room, ${ending} as outcome, ${isFalse}
      from escalations join falls on falls.id = fall_id
        left join patient_details on patient_details.user_id = escalations.patient_id
      where ${isAlarm(scope)})
    select case when grouping(week) = 0 then 'WEEK' when grouping(hour) = 0 then 'HOUR'
        when grouping(room) = 0 then 'ROOM' when grouping(outcome) = 0 then 'OUTCOME' else 'TOTAL' end as "grouping",
      week, hour, ward, room, outcome, ${figures}
    from alarms group by grouping sets ((), (week), (hour), (ward, room), (outcome))`.execute(db);
  return rows;
}

/** Those with the most false alarms first. */
export async function listDeviceFigures(db: Db, scope: Scope, limit: number): Promise<DeviceFigures[]> {
  const { rows } = await sql<DeviceFigures>`
    with counted as (
      select device_id, ${figures}
      from (select falls.device_id, ${isFalse} from escalations join falls on falls.id = fall_id
        where ${isAlarm(scope)} and falls.device_id is not null) alarms
      group by device_id)
    select device_id, devices.name, devices.user_id as patient_id,
      users.first_name || ' ' || users.last_name as patient_name, ward, room, falls, false_alarms
    from counted join devices on devices.id = device_id join users on users.id = devices.user_id
      left join patient_details on patient_details.user_id = users.id
    order by false_alarms desc, falls desc, device_id limit ${limit}`.execute(db);
  return rows;
}
