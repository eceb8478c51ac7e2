import type { FallLevel } from '@fallwatch/detection';
import { sql } from 'kysely';
import { countOf } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import type { DeviceFacts } from './scores.rules.js';

/** What the devices of these people last said. */
export function listDeviceFacts(db: Db, userIds: readonly string[]): Promise<DeviceFacts[]> {
  return db
    .selectFrom('devices')
    .select(['userId', 'heartRate', 'heartRateMean', 'heartRateVariance', 'spo2', 'vitalsAt'])
    .select(['batteryLevel', 'sensorsInitialized', 'lastSeen'])
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where('lastSeen', 'is not', null)
    .execute();
}

export interface RecentFall {
  readonly userId: string;
  readonly status: FallLevel;
  readonly createdAt: string;
}

export function listFallsSince(db: Db, userIds: readonly string[], since: string): Promise<RecentFall[]> {
  return db
    .selectFrom('falls')
    .select(['userId', 'status', 'createdAt'])
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where('createdAt', '>', since)
    .where('status', '!=', 'NO_FALL')
    .execute();
}

/** Patients after this id, in the order of ids: for going through everybody piece by piece. */
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

export interface StoredScore {
  readonly userId: string;
  readonly healthScore: number;
  readonly isHighRisk: boolean;
}

/** Writes only what has changed: on the sensor stream that is nearly nothing. */
export async function upsertScores(db: Db, scores: readonly StoredScore[], now: string): Promise<void> {
  if (scores.length === 0) return;
  await db
    .insertInto('scores')
    .values(scores.map((score) => ({ ...score, calculatedAt: now })))
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet((eb) => ({
          healthScore: eb.ref('excluded.healthScore'),
          isHighRisk: eb.ref('excluded.isHighRisk'),
          calculatedAt: eb.ref('excluded.calculatedAt'),
        }))
        .where(
          sql<boolean>`(scores.health_score, scores.is_high_risk) is distinct from (excluded.health_score, excluded.is_high_risk)`,
        ),
    )
    .execute();
}

export function countHighRisk(db: Db): Promise<number> {
  const patients = db.selectFrom('scores').innerJoin('users', 'users.id', 'scores.userId');
  return countOf(patients.where('scores.isHighRisk', '=', true).where('users.role', '=', 'PATIENT'));
}
