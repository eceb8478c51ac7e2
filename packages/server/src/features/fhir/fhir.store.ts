import type { Explanation, FallLevel } from '@fallwatch/detection';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { AlertSeverity } from '../../platform/db/tables/alerts.js';
import type { FallOutcome } from '../../platform/db/tables/falls.js';

export interface Span {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
  readonly limit: number;
}

export interface FhirDevice {
  readonly id: string;
  readonly macAddress: string;
  readonly name: string;
  readonly firmwareVersion: string | null;
  readonly isActive: boolean;
}

/** With `withFormer` also devices that the person no longer has. */
export async function listDevices(db: Db, userId: string, withFormer: boolean): Promise<FhirDevice[]> {
  const { rows } = await sql<FhirDevice>`
    select id, mac_address, name, firmware_version, disabled_at is null as is_active, created_at
    from devices where user_id = ${userId}
    union all
    select id, mac_address, name, null, false, created_at
    from former_devices where user_id = ${userId} and ${withFormer}
    order by created_at, id`.execute(db);
  return rows;
}

export interface FhirFall {
  readonly id: string;
  readonly deviceId: string | null;
  readonly status: FallLevel;
  readonly location: string | null;
  readonly explanation: Explanation | null;
  readonly impactAt: string | null;
  readonly createdAt: string;
  readonly cancelledAt: string | null;
  readonly confirmedAt: string | null;
  readonly resolvedAt: string | null;
  readonly outcome: FallOutcome | null;
  /** The first acknowledgement by anybody. */
  readonly acknowledgedAt: string | null;
}

/** Oldest first. */
export function listFalls(db: Db, userId: string, { from, to, limit }: Span): Promise<FhirFall[]> {
  return db
    .selectFrom('falls')
    .select(['id', 'deviceId', 'status', 'location', 'explanation', 'impactAt', 'createdAt', 'cancelledAt'])
    .select(['confirmedAt', 'resolvedAt', 'outcome'])
    .select((fall) =>
      fall
        .selectFrom('alerts')
        .select(({ fn }) => fn.min('acknowledgedAt').as('at'))
        .whereRef('alerts.fallId', '=', 'falls.id')
        .as('acknowledgedAt'),
    )
    .where('userId', '=', userId)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', to)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export interface FhirDelivery {
  readonly id: string;
  readonly channel: string;
  readonly createdAt: string;
  readonly settledAt: string | null;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly fallId: string | null;
  /** The name of a recipient who is assigned to the person now. */
  readonly caregiver: string | null;
}

/** Deliveries that have reached somebody, drills left out; oldest first. */
export async function listDeliveries(db: Db, patientId: string, { from, to, limit }: Span): Promise<FhirDelivery[]> {
  const { rows } = await sql<FhirDelivery>`
    select deliveries.id, channel, deliveries.created_at, settled_at, alerts.severity, alerts.message, alerts.fall_id,
      (select first_name || ' ' || last_name from users join assignments on caregiver_id = users.id
        where users.id = deliveries.recipient_id and assignments.patient_id = ${patientId}) as caregiver
    from escalations
    join deliveries on deliveries.escalation_id = escalations.id
    join alerts on alerts.id = deliveries.alert_id
    where escalations.patient_id = ${patientId} and not is_drill and deliveries.status = 'sent'
      and deliveries.created_at >= ${from}::timestamptz and deliveries.created_at < ${to}::timestamptz
    order by deliveries.created_at, deliveries.id limit ${limit}`.execute(db);
  return rows;
}
