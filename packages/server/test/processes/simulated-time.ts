/** A day in a minute: the database's time is moved to whatever is due next. */
import { sql } from 'kysely';
import type { Platform } from '../../src/platform/context.js';

export async function serviceNowMs(platform: Platform): Promise<number> {
  const { rows } = await sql<{ now: string }>`select service_now() as now`.execute(platform.db);
  return Date.parse(rows[0]?.now ?? '');
}

export async function moveTo(platform: Platform, targetMs: number): Promise<void> {
  const aheadMs = targetMs - (await serviceNowMs(platform));
  if (aheadMs > 0)
    await sql`update time_shift set shift = shift + make_interval(secs => ${aheadMs / 1_000})`.execute(platform.db);
}

export async function nextDueMs(platform: Platform): Promise<number> {
  const { rows } = await sql<{ at: string | null }>`
    select least((select min(due_at) from escalations), (select min(reach_by) from escalations),
      (select min(due_at) from deliveries where due_at is not null)) as at`.execute(platform.db);
  return Date.parse(rows[0]?.at ?? '');
}
