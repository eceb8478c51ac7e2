import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { type Page, type Paged, toPage } from '../../platform/http/pagination.js';
import { knownLooks } from './views.rules.js';
import type { View } from './views.schema.js';

/** One row per person, kind of data and UTC day. */
export async function listViews(db: Db, subjectId: string, since: string, page: Page): Promise<Paged<View>> {
  const { limit, offset } = toPage(page);
  const actions = knownLooks.map(([action]) => action);
  const things = knownLooks.map(([, what]) => what);
  const views = sql`
    select actor_id, looks.what, (at at time zone 'UTC')::date as day, count(*) as times, max(at) as last_at
    from audit_trail join unnest(${actions}::text[], ${things}::text[]) as looks (action, what) using (action)
    where subject_id = ${subjectId} and actor_id <> ${subjectId} and at >= ${since}::timestamptz
    group by 1, 2, 3`;
  const { rows } = await sql<View>`
    select users.first_name || ' ' || users.last_name as name, users.role, what, day, times, last_at
    from (${views} order by last_at desc, what, actor_id limit ${limit} offset ${offset}) page
    left join users on users.id = page.actor_id
    order by last_at desc, what, actor_id`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total from (${views}) views`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
