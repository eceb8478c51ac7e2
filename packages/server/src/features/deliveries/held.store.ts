import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { isCallForHelp } from '../help/help-columns.store.js';
import type { Settled } from './deliveries.rules.js';
import { mayKnow, type SettledDelivery, settledColumns } from './deliveries.store.js';

/** A delivery that a channel has held, with the facts that its words need. */
export interface HeldNotice {
  readonly deliveryId: string;
  readonly alertId: string;
  readonly type: string;
  readonly isDrill: boolean;
  /** The wearer asks for help. */
  readonly isCall: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly raisedAt: string;
  readonly createdAt: string;
  readonly isTaken: boolean;
  readonly isClosed: boolean;
  readonly takenBy: string | null;
  readonly mayKnow: boolean;
}

/** The oldest first. */
export async function listHeld(db: Db, ids: readonly string[]): Promise<HeldNotice[]> {
  const { rows } = await sql<HeldNotice>`
    select deliveries.id as delivery_id, deliveries.alert_id, deliveries.created_at, alerts.type, escalations.is_drill,
      escalations.raised_at, ${isCallForHelp} as is_call, patients.first_name,
      patients.last_name, escalations.acknowledged_at is not null as is_taken,
      escalations.closed_at is not null as is_closed, takers.first_name || ' ' || takers.last_name as taken_by,
      ${mayKnow('deliveries.recipient_id')} as may_know
    from deliveries join alerts on alerts.id = deliveries.alert_id
    join escalations on escalations.id = deliveries.escalation_id
    join users patients on patients.id = escalations.patient_id
    left join users takers on takers.id = escalations.acknowledged_by
    left join falls on falls.id = alerts.fall_id
    where deliveries.id = any(${ids}::uuid[]) order by deliveries.created_at, deliveries.id`.execute(db);
  return rows;
}

/** Also pending ones: their process died before it could store that they are held. */
export async function updateHeld(
  db: Db,
  ids: readonly string[],
  { status, reason }: Pick<Settled, 'status' | 'reason'>,
): Promise<SettledDelivery[]> {
  const { rows } = await sql<SettledDelivery>`
    update deliveries set status = ${status}, reason = ${reason}, due_at = null, settled_at = service_now(),
      accepted_at = case when ${status} = 'accepted' then service_now() end
    from escalations
    where escalations.id = deliveries.escalation_id and deliveries.id in (
      select id from deliveries where id = any(${ids}::uuid[]) and status in ('held', 'pending') order by id for update)
    returning ${settledColumns}, false as was_accepted`.execute(db);
  return rows;
}
