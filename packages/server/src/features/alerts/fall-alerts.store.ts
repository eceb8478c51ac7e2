/** The alerts about one fall. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { FallEscalation } from '../escalation/escalation.schema.js';
import { escalationColumns, escalationIdOfFall } from '../escalation/escalation-columns.store.js';

export interface FallAlert {
  readonly fallId: string;
  readonly caregiverId: string;
  readonly acknowledged: boolean;
  readonly timestamp: string;
}

export async function listCaregiverAlertsOfFall(db: Db, fallId: string): Promise<FallAlert[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(['fallId', 'recipientId as caregiverId', 'timestamp'])
    .select(sql<boolean>`acknowledged_at is not null`.as('acknowledged'))
    .where('fallId', '=', fallId)
    .where('audience', '=', 'CAREGIVER')
    .orderBy('timestamp')
    .orderBy('id')
    .execute();
  return rows as FallAlert[];
}

export async function hasAdminAlert(db: Db, fallId: string): Promise<boolean> {
  const found = db.selectFrom('alerts').select('id').where('fallId', '=', fallId).where('audience', '=', 'ADMIN');
  return (await found.executeTakeFirst()) !== undefined;
}

export interface FallTimes {
  readonly alertedAt: string | null;
  readonly notifiedAt: string | null;
  readonly seenAt: string | null;
  readonly acknowledgedAt: string | null;
}

/** When the alerts about a fall were raised, and first delivered, seen and acknowledged. */
export function getTimes(db: Db, fallId: string): Promise<FallTimes> {
  return db
    .selectFrom('alerts')
    .leftJoin('deliveries', 'deliveries.alertId', 'alerts.id')
    .select([
      // A fall that joins the alert of an earlier one alerts from its own time.
      sql<string | null>`(select greatest(raised_at, falls.created_at) from escalations, falls
        where escalations.id = ${escalationIdOfFall(fallId)} and falls.id = ${fallId})`.as('alertedAt'),
      sql<string | null>`min(deliveries.settled_at) filter (where deliveries.status = 'sent')`.as('notifiedAt'),
      sql<string | null>`min(alerts.seen_at)`.as('seenAt'),
      sql<string | null>`min(alerts.acknowledged_at)`.as('acknowledgedAt'),
    ])
    .where('alerts.fallId', '=', fallId)
    .executeTakeFirstOrThrow();
}

export function findEscalationOfFall(db: Db, fallId: string): Promise<FallEscalation | undefined> {
  return db
    .selectFrom('escalations')
    .leftJoin('escalationFalls', (join) =>
      join.onRef('escalationFalls.escalationId', '=', 'escalations.id').on('escalationFalls.fallId', '=', fallId),
    )
    .leftJoin('users as handler', 'handler.id', 'escalations.acknowledgedBy')
    .leftJoin('users as previous', 'previous.id', 'escalations.lastHandledBy')
    .select(escalationColumns)
    .where('escalations.id', '=', escalationIdOfFall(fallId))
    .executeTakeFirst() as Promise<FallEscalation | undefined>;
}
