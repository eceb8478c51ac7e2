/**
 * Who is on duty, decided by PostgreSQL: hand-overs are instants of the local time in the schedule's zone. The newest
 * day whose hand-over has passed counts, so the rule holds in a repeated hour too; a hand-over in a skipped hour is
 * that much later.
 */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Part } from './schedules.rules.js';

const schedulesWithCounts = (ids: readonly string[]) => sql`
  select id, zone, start_on, hand_over, turn_days, weekdays, feed_read_at is not null as has_feed, member_count
  from schedules left join (
    select schedule_id, count(*)::integer as member_count from schedule_members
    where schedule_id = any(${ids}::uuid[]) group by schedule_id) as counted on schedule_id = id
  where id = any(${ids}::uuid[])`;

/**
 * Further queries after one named `asked`, whose rows have the columns of a schedule and the instant `at`; `decided` has
 * the duty of each. Two days back: a zone may skip a day. Substitutions are applied in the order in which they were
 * made: the rows of a group keep the order of the subquery; sorting within the aggregate took 5 ms more. One statement
 * over all rows: with a subquery for each, 200 schedules took 140 ms.
 */
const duty = sql`
  days as materialized (select *, (at at time zone zone)::date as today from asked),
  turns as materialized (
    select *, case when (today + hand_over) at time zone zone <= at then today
      when (today - 1 + hand_over) at time zone zone <= at then today - 1 else today - 2 end as day from days),
  covered as materialized (
    select id, at, has_feed, member_count, day >= start_on and extract(isodow from day)::smallint = any(weekdays) as is_covered,
      (day - start_on) / turn_days as turn from turns),
  bases as materialized (
    select covered.*, feed.position as feed_position,
      case when has_feed then feed.user_id when is_covered then members.user_id end as person
    from covered
    left join schedule_members as members
      on members.schedule_id = covered.id and members.position = covered.turn % covered.member_count
    left join lateral (
      select position, user_id from schedule_feed_shifts
      where covered.has_feed and schedule_id = covered.id and starts_at <= covered.at and ends_at > covered.at
      order by user_id is null, starts_at desc, position limit 1) as feed on true),
  states as materialized (
    select id, at, substituted(is_anyone, replaces, person, change) as state from (
      select id, at, true as is_anyone, null::uuid as replaces, person, null::uuid as change,
        '-infinity'::timestamptz as made_at from bases
      union all
      select bases.id, bases.at, replaces_anyone, replaces, user_id, made.id, made.created_at
      from bases join schedule_substitutions as made on made.schedule_id = bases.id and starts_at <= at and ends_at > at
      order by id, at, made_at, change
    ) as changes group by id, at),
  decided as materialized (
    select bases.id, bases.at, has_feed, is_covered, turn, feed_position, state[2] as substitution, person.id as user_id,
      person.role, person.first_name || ' ' || person.last_name as name,
      person.status = 'active' and person.role in ('CAREGIVER', 'ADMIN') as is_able
    from bases join states on states.id = bases.id and states.at = bases.at
    left join users as person on person.id = state[1])`;

export interface PersonOnDuty {
  readonly scheduleId: string;
  readonly userId: string;
  readonly role: 'CAREGIVER' | 'ADMIN';
}

/** Schedules that nobody is on duty for, and unknown ones, are left out. */
export async function listPeopleOnDuty(db: Db, ids: readonly string[], at: string): Promise<PersonOnDuty[]> {
  const { rows } = await sql<PersonOnDuty>`
    with asked as materialized (
      select *, ${at}::timestamptz as at from (${schedulesWithCounts(ids)}) as chosen), ${duty}
    select id as schedule_id, user_id, role from decided where is_able`.execute(db);
  return rows;
}

export interface Asked {
  readonly scheduleIds: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** Segments of the schedules in order. They begin a turn and a day before `from` and end as much after `to`. */
export async function listSegments(db: Db, { scheduleIds, from, to }: Asked): Promise<Part[]> {
  const { rows } = await sql<Part>`
    with chosen as materialized (
      select *, ${from}::timestamptz - (turn_days + 1) * interval '1 day' as lower,
        ${to}::timestamptz + (turn_days + 1) * interval '1 day' as upper
      from (${schedulesWithCounts(scheduleIds)}) as found),
    changes as (
      select id, lower as at from chosen
      union
      select id, (day + hand_over) at time zone zone from (
        select *, (lower at time zone zone)::date + n as day
        from chosen cross join lateral generate_series(-1, (upper::date - lower::date) + 2) as n) as days
      where not has_feed and day >= start_on
        and ((day - start_on) % turn_days = 0 or cardinality(weekdays) < 7)
      union
      select schedule_id, unnest(array[starts_at, ends_at]) from schedule_substitutions join chosen on chosen.id = schedule_id
      where starts_at < upper and ends_at > lower
      union
      select schedule_id, unnest(array[starts_at, ends_at]) from schedule_feed_shifts join chosen on chosen.id = schedule_id
      where has_feed and starts_at < upper and ends_at > lower),
    asked as materialized (
      select chosen.*, changes.at, lead(changes.at, 1, chosen.upper) over (partition by chosen.id order by changes.at) as until
      from changes join chosen on chosen.id = changes.id where changes.at >= lower and changes.at < upper),
    ${duty}
    select decided.id as schedule_id, decided.at as starts_at, asked.until as ends_at, user_id,
      case when is_able then name end as name,
      case when substitution is not null then 'SUBSTITUTION' when decided.has_feed then 'FEED' else 'TURN' end as source,
      case when is_able then null
        when user_id is not null then 'INACTIVE'
        when substitution is not null then 'ABSENT'
        when decided.has_feed then case when feed_position is null then 'NO_SHIFT' else 'NO_PERSON' end
        when not is_covered then 'NOT_COVERED'
        else 'NO_PERSON' end as reason,
      coalesce(substitution::text, case when decided.has_feed then feed_position::text when is_covered then turn::text end, '') as part
    from decided join asked on asked.id = decided.id and asked.at = decided.at order by decided.id, decided.at`.execute(
    db,
  );
  return rows;
}
