import type { FallLevel } from '@fallwatch/detection';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

/** The device heard from last, for each of these people who has one. */
export function listLatestVitals(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('devices')
    .distinctOn('userId')
    .select([
      'userId',
      'heartRate',
      'heartRateMean',
      'heartRateVariance',
      'spo2',
      'batteryLevel',
      'sensorsInitialized',
      'vitalsAt',
      'lastSeen',
    ])
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .where('lastSeen', 'is not', null)
    .orderBy('userId')
    .orderBy('lastSeen', 'desc')
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
