import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Escalation } from './escalation.store.js';
import type { Responder } from './responders.schema.js';
import type { ResponseAction } from './responding.rules.js';

export interface LockedIncident {
  readonly escalation: Escalation;
  /** The fall of the alert has ended; the escalation may continue for other falls. */
  readonly isClosed: boolean;
  readonly fallId: string | null;
}

export interface Response {
  readonly alertId: string;
  readonly userId: string;
  readonly action: ResponseAction;
  readonly note?: string | undefined;
  /** CALL_SECOND only. Left out: everybody. */
  readonly calledId?: string | undefined;
}

/** An act, with the incident as it is under the lock. */
export interface Act extends Response, LockedIncident {
  readonly responders: readonly Responder[];
  /** The person among the responders. */
  readonly own: Responder | undefined;
}

/** Locked until the commit: no step is taken meanwhile. Undefined: the alert has no escalation. */
export async function lockIncident(db: Db, alertId: string): Promise<LockedIncident | undefined> {
  const escalation = await db
    .selectFrom('escalations')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('alerts').select('escalationId').where('id', '=', alertId))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!escalation) return undefined;
  // After the lock: the fall may have ended while this transaction waited.
  const about = await db
    .selectFrom('alerts')
    .leftJoin('escalationFalls', 'escalationFalls.fallId', 'alerts.fallId')
    .select(['alerts.fallId', 'escalationFalls.closedAt'])
    .where('alerts.id', '=', alertId)
    .executeTakeFirstOrThrow();
  const isClosed = escalation.closedAt !== null || about.closedAt !== null;
  return { escalation, isClosed, fallId: about.fallId };
}

/** The person's own unacknowledged alerts of this incident about the same fall as this alert. */
export async function acknowledgeOwnAlerts(db: Db, alertId: string, by: string, at: string): Promise<void> {
  await sql`
    update alerts set acknowledged_at = ${at}, acknowledged_by = ${by}
    from alerts asked, users
    where asked.id = ${alertId} and users.id = ${by} and alerts.escalation_id = asked.escalation_id
      and alerts.fall_id is not distinct from asked.fall_id and alerts.acknowledged_at is null
      and (alerts.recipient_id = users.id or alerts.audience = 'ADMIN' and users.role = 'ADMIN')`.execute(db);
}
