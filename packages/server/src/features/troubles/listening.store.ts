import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

export interface Gap {
  readonly beganAt: string;
  readonly endedAt: string;
}

/**
 * If several processes return at once, one inserts the gap: the others wait for the row lock and find the time updated.
 */
export async function insertGap(db: Db, longestPauseMs: number): Promise<Gap | undefined> {
  const { rows } = await sql<Gap>`
    insert into listening_gaps (began_at, ended_at)
      select service_now() - (clock_timestamp() - heard_until), service_now() from listening
      where heard_until < clock_timestamp() - ${longestPauseMs} * interval '1 millisecond'
      for update
    on conflict do nothing
    returning began_at, ended_at`.execute(db);
  // Older gaps no longer affect any silence that is measured.
  if (rows[0]) await sql`delete from listening_gaps where ended_at < service_now() - interval '90 days'`.execute(db);
  return rows[0];
}

export async function upsertHeardUntil(db: Db): Promise<void> {
  await sql`
    insert into listening (heard_until) values (clock_timestamp())
    on conflict (is_only) do update set heard_until = excluded.heard_until`.execute(db);
}

/** For how long since then the service did not receive readings, in ms: in past gaps, and in one that may be open. */
export function unheardMs(since: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(1000 * (
    coalesce((select sum(extract(epoch from ended_at - greatest(began_at, ${since})))
      from listening_gaps where ended_at > ${since}), 0)
    + coalesce((select greatest(extract(epoch from clock_timestamp() - heard_until), 0) from listening), 0)
  ))::double precision`;
}

export async function readUnheardMs(db: Db, since: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select ${unheardMs(sql`${since}::timestamptz`)} as ms`.execute(db);
  return (rows[0] as { ms: number }).ms;
}
