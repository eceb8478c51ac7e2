import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { FeedMember, FeedShift } from './feeds.rules.js';

export interface FeedToRead {
  readonly id: string;
  readonly zone: string;
  readonly url: string;
}

/** The feed that was tried longest ago, before this time. Another process that asks meanwhile gets another one. */
export async function claimFeed(db: Db, triedBefore: string, now: string): Promise<FeedToRead | undefined> {
  const { rows } = await sql<FeedToRead>`
    update schedules set feed_tried_at = ${now} where id = (
      select id from schedules where feed_url is not null and feed_tried_at < ${triedBefore}
      order by feed_tried_at limit 1 for update skip locked)
    returning id, zone, feed_url as url`.execute(db);
  return rows[0];
}

export async function updateFeedUrl(db: Db, id: string, url: string | null): Promise<void> {
  await db
    .updateTable('schedules')
    .set({ feedUrl: url, feedReadAt: null, feedTriedAt: null, feedFailingSince: null, feedProblem: null })
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('scheduleFeedShifts').where('scheduleId', '=', id).execute();
}

/** Returns whether the schedule still has this feed. */
export async function updateFeedRead(db: Db, { id, url }: FeedToRead, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('schedules')
    .set({ feedReadAt: now, feedTriedAt: now, feedFailingSince: null, feedProblem: null })
    .where('id', '=', id)
    .where('feedUrl', '=', url)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether it is the first failure since the feed was read. */
export async function updateFeedFailing(db: Db, feed: FeedToRead, problem: string, now: string): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`
    update schedules set feed_problem = ${problem}, feed_failing_since = coalesce(feed_failing_since, ${now})
    where id = ${feed.id} and feed_url = ${feed.url}
    returning feed_failing_since = ${now} as is_first`.execute(db);
  return rows[0]?.isFirst ?? false;
}

/**
 * A timed event ends at the same local time as the first of its series, in the zone of the event. An event of whole days
 * begins and ends at the hand-over of the schedule.
 */
export async function replaceFeedShifts(db: Db, scheduleId: string, shifts: readonly FeedShift[]): Promise<void> {
  await db.deleteFrom('scheduleFeedShifts').where('scheduleId', '=', scheduleId).execute();
  const rows = shifts.map((shift, position) => ({ ...shift, position }));
  await sql`
    insert into schedule_feed_shifts (schedule_id, position, starts_at, ends_at, user_id)
    select ${scheduleId}, position, starts_at, ends_at, user_id from (
      select position, "userId" as user_id,
        coalesce("startsAt", ("startOn" + hand_over) at time zone schedules.zone) as starts_at,
        coalesce(
          (("startsAt" at time zone event.zone) + (("baseEnd" at time zone event.zone) - ("baseStart" at time zone event.zone)))
            at time zone event.zone,
          ("startOn" + days + hand_over) at time zone schedules.zone) as ends_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as event (position integer, "userId" uuid,
        "startsAt" timestamptz, "baseStart" timestamptz, "baseEnd" timestamptz, zone text, "startOn" date, days integer)
      cross join schedules where schedules.id = ${scheduleId}) as instants
    where ends_at > starts_at`.execute(db);
}

/** Whom the events of the feed can put on duty. */
export async function listFeedMembers(db: Db, scheduleId: string): Promise<FeedMember[]> {
  return db
    .selectFrom('scheduleMembers')
    .innerJoin('users', 'users.id', 'scheduleMembers.userId')
    .where('scheduleId', '=', scheduleId)
    .select(['users.id', 'users.email'])
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .distinct()
    .execute();
}
