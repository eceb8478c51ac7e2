import type { FallLevel } from '@fallwatch/detection';
import { sql } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';

export interface RecentFall {
  readonly userId: string;
  readonly status: FallLevel;
  readonly createdAt: string;
}

/** Older falls are left out: they would count an eighth or less (a half after every 10 days). */
const fallsFadeAfterMs = 30 * 86_400_000;

export function listRecentFalls(db: Db, userIds: readonly string[], nowMs: number): Promise<RecentFall[]> {
  const since = new Date(nowMs - fallsFadeAfterMs).toISOString();
  return db
    .selectFrom('falls')
    .select(['userId', 'status', 'createdAt'])
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where('createdAt', '>', since)
    .where('status', '!=', 'NO_FALL')
    .execute();
}

/** Patients after this id, in the order of ids, to go through all of them in pieces. */
export async function listPatientIds(db: Db, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'PATIENT')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export function listStoredScores(db: Db, userIds: readonly string[]): Promise<StoredScore[]> {
  return db
    .selectFrom('scores')
    .select(['userId', 'healthScore', 'isHighRisk'])
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute();
}

export interface StoredScore {
  readonly userId: string;
  readonly healthScore: number;
  readonly isHighRisk: boolean;
}

/** Writes only changed scores, and only of existing users. */
export async function upsertScores(db: Db, scores: readonly StoredScore[], now: string): Promise<void> {
  if (scores.length === 0) return;
  await sql`
    insert into scores (user_id, health_score, is_high_risk, calculated_at)
    select users.id, fresh.health_score, fresh.is_high_risk, ${now}::timestamptz
    from unnest(${scores.map((score) => score.userId)}::uuid[], ${scores.map((score) => score.healthScore)}::smallint[],
      ${scores.map((score) => score.isHighRisk)}::boolean[]) as fresh (user_id, health_score, is_high_risk)
    join users on users.id = fresh.user_id
    order by users.id
    on conflict (user_id) do update set health_score = excluded.health_score,
      is_high_risk = excluded.is_high_risk, calculated_at = excluded.calculated_at
    where (scores.health_score, scores.is_high_risk) is distinct from (excluded.health_score, excluded.is_high_risk)`.execute(
    db,
  );
}

export function countHighRisk(db: Db): Promise<number> {
  const patients = db.selectFrom('scores').innerJoin('users', 'users.id', 'scores.userId');
  return countRows(patients.where('scores.isHighRisk', '=', true).where('users.role', '=', 'PATIENT'));
}
