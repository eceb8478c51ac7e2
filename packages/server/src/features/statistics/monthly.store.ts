import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { ambulances, headImpacts, injuries, lifters } from '../falls/outcome.schema.js';
import { ending, isAlarm, type Scope } from './alarms.store.js';
import type { Shift } from './monthly.schema.js';
import { countDue, countWithin, isMeasured, responseTimes } from './response-times.store.js';
import { endings } from './statistics.schema.js';

/** The figures of the month, of a shift, of a ward, or of a shift in a ward. */
export interface MonthlyRow {
  readonly hasWard: boolean;
  readonly hasShift: boolean;
  readonly ward: string | null;
  readonly shift: Shift | null;
  readonly alarms: number;
  readonly answered: number;
  readonly within60s: number;
  readonly due60s: number;
  readonly within180s: number;
  readonly due180s: number;
  readonly slowestSeconds: number | null;
  readonly slowestFallId: string | null;
  readonly falls: number;
  readonly falseAlarms: number;
  /** In the order of the words; the last of the details: not recorded. */
  readonly outcomeCounts: readonly number[];
  readonly injuryCounts: readonly number[];
  readonly headImpactCounts: readonly number[];
  readonly ambulanceCounts: readonly number[];
  readonly liftedByCounts: readonly number[];
}

/** How many have each of these words. */
function countEach(column: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> {
  return sql.join(words.map((word) => sql`count(*) filter (where ${column} = ${word})`));
}

/** Details belong to falls that were no false alarm. */
function countDetails(name: string, words: readonly string[]): RawBuilder<unknown> {
  const column = sql.ref(name);
  return sql`array[${countEach(column, words)}, count(*) filter (where ${column} is null and not is_false)]::integer[]`;
}

/** The hours and minutes of each shift's start, as minutes of the day. */
export type ShiftStarts = readonly [day: number, evening: number, night: number];

/** All groupings in one pass. Only alerts that the wearer did not call off first have response times. */
export async function countMonth(
  db: Db,
  scope: Scope,
  timeZone: string,
  [day, evening, night]: ShiftStarts,
): Promise<MonthlyRow[]> {
  const minute = sql`extract(hour from local) * 60 + extract(minute from local)`;
  const { rows } = await sql<MonthlyRow>`
    with found as (
      select escalations.fall_id, ward, raised_at at time zone ${timeZone} as local, ${ending} as outcome,
        ${ending} in ('FALSE_ALARM', 'CANCELLED') as is_false, injury, head_impact, ambulance, lifted_by,
        ${isMeasured} as is_measured, ${responseTimes}
      from escalations join falls on falls.id = escalations.fall_id
        left join patient_details on patient_details.user_id = escalations.patient_id
      where ${isAlarm(scope)}),
    alarms as (
      select fall_id, ward, outcome, is_false, injury, head_impact, ambulance, lifted_by, is_measured,
        case when is_measured then seconds end as seconds, case when is_measured then age end as age,
        case when ${minute} >= ${day} and ${minute} < ${evening} then 'DAY'
          when ${minute} >= ${evening} and ${minute} < ${night} then 'EVENING' else 'NIGHT' end as shift
      from found)
    select grouping(ward) = 0 as has_ward, grouping(shift) = 0 as has_shift, ward, shift,
      count(*) filter (where is_measured)::integer as alarms, count(seconds)::integer as answered,
      ${countWithin(60)}::integer as within60s, ${countDue(60)}::integer as due60s,
      ${countWithin(180)}::integer as within180s, ${countDue(180)}::integer as due180s,
      max(seconds) as slowest_seconds,
      (array_agg(fall_id order by seconds desc nulls last, fall_id) filter (where seconds is not null))[1] as slowest_fall_id,
      count(*) filter (where not is_false)::integer as falls, count(*) filter (where is_false)::integer as false_alarms,
      array[${countEach(sql.ref('outcome'), endings)}]::integer[] as outcome_counts,
      ${countDetails('injury', injuries)} as injury_counts, ${countDetails('head_impact', headImpacts)} as head_impact_counts,
      ${countDetails('ambulance', ambulances)} as ambulance_counts, ${countDetails('lifted_by', lifters)} as lifted_by_counts
    from alarms group by grouping sets ((), (shift), (ward), (ward, shift))
    order by ward nulls last, array_position(array['DAY', 'EVENING', 'NIGHT'], shift)`.execute(db);
  return rows;
}
