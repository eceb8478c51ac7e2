/** Who leads: the person who acknowledged, or took over. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Escalation } from './escalation.store.js';

/**
 * The first acknowledgement stops the escalation for all recipients. No change if it is already acknowledged or closed,
 * or if it continues only for other falls because the fall of this alert has ended. Returns the stopped escalation.
 */
export async function updateAcknowledged(db: Db, alertId: string, by: string): Promise<Escalation | undefined> {
  return db
    .updateTable('escalations')
    .set(takenBy(by))
    .where('acknowledgedAt', 'is', null)
    .where('closedAt', 'is', null)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('alerts')
        .leftJoin('escalationFalls', 'escalationFalls.fallId', 'alerts.fallId')
        .select('alerts.escalationId')
        .where('alerts.id', '=', alertId)
        .where('alerts.acknowledgedAt', 'is', null)
        .where('escalationFalls.closedAt', 'is', null),
    )
    .returningAll()
    .executeTakeFirst();
}

function takenBy(by: string) {
  return {
    acknowledgedAt: sql<string>`service_now()`,
    acknowledgedBy: by,
    firstAcknowledgedAt: sql<string>`coalesce(first_acknowledged_at, service_now())`,
    dueAt: sql<string | null>`service_now() + make_interval(secs => (plan->>'reopenAfterMs')::double precision / 1000)`,
    reachBy: null,
    calledStep: null,
  };
}

/** This person leads from now on, whoever led before. The caller has locked the escalation. */
export function updateLead(db: Db, id: string, by: string): Promise<Escalation> {
  return db.updateTable('escalations').set(takenBy(by)).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export interface Handler {
  readonly id: string;
  readonly name: string;
  readonly at: string;
}

/** The person who acknowledged. */
export function findHandler(db: Db, escalationId: string): Promise<Handler | undefined> {
  return db
    .selectFrom('escalations')
    .innerJoin('users', 'users.id', 'escalations.acknowledgedBy')
    .select(['users.id', 'escalations.acknowledgedAt as at'])
    .select(sql<string>`users.first_name || ' ' || users.last_name`.as('name'))
    .where('escalations.id', '=', escalationId)
    .where('escalations.acknowledgedAt', 'is not', null)
    .executeTakeFirst() as Promise<Handler | undefined>;
}
