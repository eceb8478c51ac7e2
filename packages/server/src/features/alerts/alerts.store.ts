import { type RawBuilder, sql } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import { isOnPage } from '../../platform/db/page-ids.js';
import { type Page, type Paged, toPage } from '../../platform/http/pagination.js';
import { notFound } from '../../platform/refusal.js';
import { mostUrgentFirst } from '../deliveries/deliveries.rules.js';
import { phoneNumbers, photoUrl } from '../details/details-columns.store.js';
import { escalationColumns, isoTime } from '../escalation/escalation-columns.store.js';
import { responders, secondPersonCall } from '../escalation/responder-columns.store.js';
import { isCallForHelp } from '../help/help-columns.store.js';
import type { StoredAftermath } from './alerts.rules.js';
import type { Alert, AlertQuery } from './alerts.schema.js';

/** An alert without its deliveries, and with the stored times of the aftermath. */
export type AlertRow = Omit<Alert, 'deliveries' | 'aftermath'> & { readonly aftermath: StoredAftermath | null };

function selectAlerts(db: Db) {
  return db
    .selectFrom('alerts')
    .leftJoin('users', 'users.id', 'alerts.patientId')
    .leftJoin('falls', 'falls.id', 'alerts.fallId')
    .leftJoin('patientDetails', 'patientDetails.userId', 'alerts.patientId')
    .leftJoin('photos', 'photos.userId', 'alerts.patientId')
    .leftJoin('escalations', 'escalations.id', 'alerts.escalationId')
    .leftJoin('escalationFalls', 'escalationFalls.fallId', 'alerts.fallId')
    .leftJoin('users as handler', 'handler.id', 'escalations.acknowledgedBy')
    .leftJoin('users as previous', 'previous.id', 'escalations.lastHandledBy')
    .select([
      'alerts.id',
      'alerts.fallId',
      'alerts.type',
      'alerts.severity',
      'alerts.message',
      'alerts.timestamp',
      'alerts.acknowledgedAt',
      'alerts.seenAt',
      'falls.explanation',
      'falls.location',
      sql<string | null>`coalesce(falls.impact_at, falls.created_at)`.as('fallAt'),
      sql<Alert['wearerResponse']>`case
        when falls.confirmed_at is not null then
          json_build_object('answer', 'NEEDS_HELP', 'at', ${isoTime(sql`falls.confirmed_at`)})
        when falls.cancelled_at is not null then
          json_build_object('answer', 'OK', 'at', ${isoTime(sql`falls.cancelled_at`)})
        when ${isCallForHelp} then
          json_build_object('answer', 'NEEDS_HELP', 'at', ${isoTime(sql`falls.created_at`)}) end`.as('wearerResponse'),
      'patientDetails.emergencyContact',
      patient,
      outOfRange,
      aftermath,
      sql<string>`coalesce(alerts.patient_id, alerts.former_patient_id)`.as('patientId'),
      sql<string>`coalesce(users.first_name || ' ' || users.last_name, alerts.former_patient_name)`.as('patientName'),
      sql<boolean>`alerts.acknowledged_at is not null`.as('acknowledged'),
      declinedBy,
      alertResponders,
      secondPersonCall.as('secondPersonCall'),
      ...escalationColumns,
    ]);
}

const patient = sql<Alert['patient']>`case when users.id is not null then json_build_object(
  'room', patient_details.room, 'ward', patient_details.ward, 'address', patient_details.address,
  'keySafe', patient_details.key_safe, 'instructions', patient_details.instructions,
  'medicalNotes', patient_details.medical_notes, 'phone', users.phone, 'phoneNumbers', ${phoneNumbers}, 'photoUrl', ${photoUrl}) end`.as(
  'patient',
);

const outOfRange = sql<Alert['outOfRange']>`(
  select json_build_object('vital', vital, 'direction', direction, 'limit', limit_value, 'since', ${isoTime(sql`since`)})
  from vital_excursions where vital_excursions.escalation_id = alerts.escalation_id)`.as('outOfRange');
const aftermath = sql<StoredAftermath | null>`(
  select json_build_object('kind', kind, 'at', ${isoTime(sql`at`)}, 'since', ${isoTime(sql`since`)}, 'fallAt', ${isoTime(sql`falls.created_at`)},
    'lastSeen', (select ${isoTime(sql`last_seen`)} from devices where devices.id = falls.device_id))
  from aftermaths where aftermaths.fall_id = falls.id order by at desc limit 1)`.as('aftermath');

const isOver = sql`coalesce(escalation_falls.closed_at, escalations.closed_at) is not null`;
const alertResponders = responders({
  resolvedBy: sql`case when ${isOver} then falls.resolved_by end`,
  resolvedAt: sql`falls.resolved_at`,
}).as('responders');

/** Without a person who has taken the alert since: a later answer replaces an earlier one. */
const declinedBy = sql<Alert['declinedBy']>`(
  select coalesce(json_agg(json_build_object('id', people.id, 'name', people.first_name || ' ' || people.last_name,
    'at', ${isoTime(sql`declined_at`)}) order by declined_at), '[]')
  from declines join users people on people.id = declines.user_id
  where declines.escalation_id = escalations.id
    and declined_at > coalesce(greatest(
      case when people.id = escalations.acknowledged_by then escalations.acknowledged_at end,
      case when people.id = escalations.last_handled_by then escalations.last_handled_at end), '-infinity'))`.as(
  'declinedBy',
);

/** Not acknowledged, and not closed. A fall that the wearer cancelled stays active until it is acknowledged. */
const isActive = sql<boolean>`(alerts.acknowledged_at is null
  and coalesce(escalation_falls.closed_as, escalations.closed_as, 'CANCELLED') = 'CANCELLED')`;

/** The recipient has a later alert about the same fall: it was sent again after they had acknowledged this one. */
const isReplaced = sql<boolean>`exists (select 1 from alerts as later
  where later.escalation_id = alerts.escalation_id and later.fall_id is not distinct from alerts.fall_id
    and later.recipient_id is not distinct from alerts.recipient_id
    and (later.timestamp, later.id) > (alerts.timestamp, alerts.id))`;

/** The SQL condition of each value of the status filter. */
const statusConditions: Record<AlertQuery['status'], RawBuilder<boolean>> = {
  active: isActive,
  open: sql<boolean>`(${isActive} or escalations.id is not null
    and coalesce(escalation_falls.closed_at, escalations.closed_at) is null and not ${isReplaced})`,
  acknowledged: sql<boolean>`alerts.acknowledged_at is not null`,
  all: sql<boolean>`true`,
};

/**
 * Alerts about patients the caregiver is assigned to, about patients deleted while assigned, and open ones that the
 * caregiver got on duty, newest first. With
 * more than `max` alerts, the choice is: unacknowledged before all others; then the first alert of every patient before
 * the second of any, so that one patient's falls cannot hide another's; for one patient the most severe, and of these
 * the newest and the oldest.
 */
export async function listAlertsOfCaregiver(
  db: Db,
  caregiverId: string,
  status: AlertQuery['status'],
  max: number,
): Promise<Paged<AlertRow>> {
  const person = sql`coalesce(alerts.patient_id, alerts.former_patient_id)`;
  const gravity = sql`array_position(${mostUrgentFirst}::text[], alerts.severity)`;
  const { rows: chosen } = await sql<{ id: string; total: number }>`
    select id, total from (
      select alerts.id, alerts.timestamp, ${gravity} as gravity, ${isWaiting} as is_waiting, count(*) over () as total,
        least(
          row_number() over (partition by ${person}, ${isWaiting} order by ${gravity}, alerts.timestamp desc),
          row_number() over (partition by ${person}, ${isWaiting} order by ${gravity}, alerts.timestamp)
        ) as place
      from alerts
      left join assignments on assignments.patient_id = alerts.patient_id
        and assignments.caregiver_id = alerts.recipient_id
      left join escalations on escalations.id = alerts.escalation_id
      left join escalation_falls on escalation_falls.fall_id = alerts.fall_id
      where alerts.recipient_id = ${caregiverId} and (assignments.patient_id is not null or alerts.patient_id is null
          or alerts.on_duty and escalations.closed_at is null)
        and ${statusConditions[status]}
    ) ranked order by is_waiting desc, place, gravity, timestamp desc limit ${max}`.execute(db);
  const rows = await selectAlerts(db)
    .where(sql<boolean>`alerts.id = any(${chosen.map(({ id }) => id)}::uuid[])`)
    .orderBy('alerts.timestamp', 'desc')
    .orderBy('alerts.id', 'desc')
    .execute();
  return { rows, total: chosen[0]?.total ?? 0 };
}

/** Nobody has acknowledged it, and it is not closed. */
const isWaiting = sql<boolean>`(alerts.acknowledged_at is null and escalations.acknowledged_at is null
  and escalations.closed_at is null)`;

export async function listAlertsOfAdmins(db: Db, status: AlertQuery['status'], page: Page): Promise<Paged<AlertRow>> {
  const { limit, offset } = toPage(page);
  const matching = db
    .selectFrom('alerts')
    .leftJoin('escalations', 'escalations.id', 'alerts.escalationId')
    .leftJoin('escalationFalls', 'escalationFalls.fallId', 'alerts.fallId')
    .where(statusConditions[status])
    .where('alerts.audience', '=', 'ADMIN');
  // Select ids only: no other columns are read for the rows that the offset skips.
  const shown = matching
    .select('alerts.id')
    .orderBy('alerts.timestamp', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .offset(offset);
  const rows = await selectAlerts(db)
    .where(isOnPage('alerts.id', shown))
    .orderBy('alerts.timestamp', 'desc')
    .orderBy('alerts.id', 'desc')
    .execute();
  return { rows, total: await countRows(matching) };
}

/** Counts escalations, so an alert to several people counts once. */
export function countOpenByPatient(db: Db, patientIds: readonly string[]) {
  return db
    .selectFrom('escalations')
    .select((eb) => ['patientId', eb.fn.countAll<number>().as('open')])
    .where(sql<boolean>`patient_id = any(${patientIds}::uuid[])`)
    .where('closedAt', 'is', null)
    .where('acknowledgedAt', 'is', null)
    .groupBy('patientId')
    .execute();
}

export function getAlert(db: Db, id: string): Promise<AlertRow> {
  return selectAlerts(db)
    .where('alerts.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Alert'));
}
