import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

export interface EndedAlert {
  readonly id: string;
  /** Null: the admins. */
  readonly recipientId: string | null;
  readonly formerPatientId: string;
  readonly formerPatientName: string;
  readonly type: string;
  readonly severity: 'HIGH';
  readonly message: string;
  readonly timestamp: string;
}

export async function insertEndedAlerts(db: Db, alerts: readonly EndedAlert[]): Promise<void> {
  const rows = alerts.map((alert) => ({
    ...alert,
    audience: alert.recipientId === null ? ('ADMIN' as const) : ('CAREGIVER' as const),
    patientId: null,
    fallId: null,
  }));
  await db.insertInto('alerts').values(rows).execute();
}

/** Deletes alerts about former patients that were acknowledged before the first time or created before the second. */
export async function deleteEndedAlerts(db: Db, acknowledgedBefore: string, madeBefore: string): Promise<number> {
  const gone = await db
    .deleteFrom('alerts')
    .where('patientId', 'is', null)
    .where(sql<boolean>`(acknowledged_at < ${acknowledgedBefore} or timestamp < ${madeBefore})`)
    .returning('id')
    .execute();
  return gone.length;
}
