/** Numbers about everybody, for the metrics: counts and ages, no person. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

export interface PeopleNumbers {
  readonly falls: readonly { readonly level: string; readonly count: number }[];
  readonly alerts: readonly { readonly type: string; readonly count: number }[];
  readonly troubles: readonly { readonly kind: string; readonly count: number }[];
  readonly unanswered: number;
  /** 0 without any. */
  readonly unansweredSeconds: number;
  readonly nobodyReached: number;
}

const hourAgo = sql`service_now() - interval '1 hour'`;

export async function readPeopleNumbers(db: Db): Promise<PeopleNumbers> {
  const [falls, alerts, troubles, open] = await Promise.all([
    sql<{ level: string; count: number }>`
      select status as level, count(*) from falls where created_at > ${hourAgo} group by status`.execute(db),
    sql<{ type: string; count: number }>`
      select type, count(*) from escalations where raised_at > ${hourAgo} and not is_drill group by type`.execute(db),
    sql<{ kind: string; count: number }>`select kind, count(*) from device_troubles group by kind`.execute(db),
    readOpen(db),
  ]);
  return { falls: falls.rows, alerts: alerts.rows, troubles: troubles.rows, ...open };
}

/** An alert of step 0 still waits for its wearer: nobody has been notified of it. */
async function readOpen(db: Db): Promise<Pick<PeopleNumbers, 'unanswered' | 'unansweredSeconds' | 'nobodyReached'>> {
  const isUnanswered = sql`(plan->>'mustReach')::boolean and first_acknowledged_at is null and step > 0`;
  const { rows } = await sql<{ unanswered: number; unansweredSeconds: number; nobodyReached: number }>`
    select count(*) filter (where ${isUnanswered}) as unanswered,
      coalesce(extract(epoch from service_now() - min(started_at) filter (where ${isUnanswered})), 0)::double precision
        as unanswered_seconds,
      count(*) filter (where acknowledged_at is null and exists (select from alerts where escalation_id = escalations.id
        and type = 'NOBODY_REACHED' and acknowledged_at is null)) as nobody_reached
    from escalations where closed_at is null and not is_drill`.execute(db);
  return rows[0] as { unanswered: number; unansweredSeconds: number; nobodyReached: number };
}
