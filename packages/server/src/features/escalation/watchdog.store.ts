import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

export async function upsertHeartbeat(db: Db): Promise<void> {
  await sql`
    insert into engine_beat (beat_at) values (clock_timestamp())
    on conflict (is_only) do update set beat_at = excluded.beat_at`.execute(db);
}

/** In milliseconds: since the engine's last round, and since the due time of the most overdue step. */
export async function readLateness(db: Db): Promise<{ beatMs: number | null; overdueMs: number | null }> {
  const { rows } = await sql<{ beatMs: number | null; overdueMs: number | null }>`
    select (select extract(epoch from clock_timestamp() - beat_at) * 1000 from engine_beat)::double precision as beat_ms,
      (select extract(epoch from service_now() - min(due_at)) * 1000 from escalations
        where due_at is not null)::double precision as overdue_ms`.execute(db);
  return rows[0] as { beatMs: number | null; overdueMs: number | null };
}
