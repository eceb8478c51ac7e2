import { type RawBuilder, sql } from 'kysely';
import { countOf } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import { type Page, type Paged, pageOf } from '../../platform/http/pagination.js';
import { notFound } from '../../platform/refusal.js';
import type { Alert, AlertQuery, FallEscalation } from './alerts.schema.js';
import type { EscalationState } from './escalation.rules.js';

/** An alert, but for its deliveries. */
export type AlertRow = Omit<Alert, 'deliveries'>;

/** How far an escalation has come, as it is shown. */
const escalationColumns = [
  'escalations.step' as const,
  'escalations.dueAt as nextStepAt' as const,
  'escalations.closedAs' as const,
  sql<boolean>`coalesce(escalations.is_drill, false)`.as('isDrill'),
  sql<EscalationState | null>`case when escalations.id is null then null when escalations.closed_at is not null then 'CLOSED'
    when escalations.acknowledged_at is not null then 'HANDLED' when escalations.step = 0 then 'WAITING'
    else 'ESCALATING' end`.as('state'),
  sql<Alert['handledBy']>`case when escalations.acknowledged_at is not null and handler.id is not null then
    json_build_object('id', handler.id, 'name', handler.first_name || ' ' || handler.last_name,
    'at', to_char(escalations.acknowledged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end`.as(
    'handledBy',
  ),
];

function selectAlerts(db: Db) {
  return db
    .selectFrom('alerts')
    .innerJoin('users', 'users.id', 'alerts.patientId')
    .leftJoin('falls', 'falls.id', 'alerts.fallId')
    .leftJoin('patientDetails', 'patientDetails.userId', 'alerts.patientId')
    .leftJoin('escalations', 'escalations.id', 'alerts.escalationId')
    .leftJoin('users as handler', 'handler.id', 'escalations.acknowledgedBy')
    .select([
      'alerts.id',
      'alerts.patientId',
      'alerts.fallId',
      'alerts.type',
      'alerts.severity',
      'alerts.message',
      'alerts.timestamp',
      'alerts.acknowledgedAt',
      'alerts.seenAt',
      'falls.explanation',
      'falls.location',
      'patientDetails.emergencyContact',
      sql<string>`users.first_name || ' ' || users.last_name`.as('patientName'),
      sql<boolean>`alerts.acknowledged_at is not null`.as('acknowledged'),
      ...escalationColumns,
    ]);
}

/** Unanswered, and not about something that is over; a cancelled fall stays until it was seen. */
const isActive = sql<boolean>`(alerts.acknowledged_at is null
  and (escalations.closed_as is null or escalations.closed_as = 'CANCELLED'))`;

/** What each word of the filter means. */
const statusConditions: Record<AlertQuery['status'], RawBuilder<boolean>> = {
  active: isActive,
  open: sql<boolean>`(${isActive} or escalations.id is not null and escalations.closed_at is null)`,
  acknowledged: sql<boolean>`alerts.acknowledged_at is not null`,
  all: sql<boolean>`true`,
};

/** Only of people the caregiver still looks after. */
export function listAlertsOfCaregiver(db: Db, caregiverId: string, status: AlertQuery['status']): Promise<AlertRow[]> {
  return selectAlerts(db)
    .where(statusConditions[status])
    .innerJoin('assignments', (join) =>
      join
        .onRef('assignments.patientId', '=', 'alerts.patientId')
        .onRef('assignments.caregiverId', '=', 'alerts.recipientId'),
    )
    .where('alerts.recipientId', '=', caregiverId)
    .orderBy('alerts.timestamp', 'desc')
    .orderBy('alerts.id', 'desc')
    .execute();
}

export async function listAlertsOfAdmins(db: Db, status: AlertQuery['status'], page: Page): Promise<Paged<AlertRow>> {
  const { limit, offset } = pageOf(page);
  const rows = await selectAlerts(db)
    .where(statusConditions[status])
    .where('alerts.audience', '=', 'ADMIN')
    .orderBy('alerts.timestamp', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const counted = db
    .selectFrom('alerts')
    .leftJoin('escalations', 'escalations.id', 'alerts.escalationId')
    .where(statusConditions[status])
    .where('audience', '=', 'ADMIN');
  return { rows, total: await countOf(counted) };
}

/** Each thing once, however many people were told of it. */
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

/** The first acknowledgement stays. */
export async function updateAcknowledged(db: Db, id: string, by: string, at: string): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ acknowledgedAt: at, acknowledgedBy: by })
    .where('id', '=', id)
    .where('acknowledgedAt', 'is', null)
    .execute();
}

/** The addressee has looked at the list in which these stand. */
export async function updateSeen(db: Db, recipientId: string): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ seenAt: sql<string>`service_now()` })
    .where('recipientId', '=', recipientId)
    .where('seenAt', 'is', null)
    .where('acknowledgedAt', 'is', null)
    .execute();
}

/** Resolving a fall answers one's own alert about it. */
export async function findOpenAlertOf(db: Db, escalationId: string, by: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('alerts')
    .innerJoin('users', 'users.id', sql<string>`${by}::uuid` as never)
    .select('alerts.id')
    .where('escalationId', '=', escalationId)
    .where('acknowledgedAt', 'is', null)
    .where(sql<boolean>`(recipient_id = users.id or audience = 'ADMIN' and users.role = 'ADMIN')`)
    .executeTakeFirst();
  return found?.id;
}

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

export interface StoryOfFall {
  readonly notifiedAt: string | null;
  readonly seenAt: string | null;
  readonly acknowledgedAt: string | null;
}

/** When the alerts about a fall reached somebody, were seen and were answered. */
export function getTimes(db: Db, fallId: string): Promise<StoryOfFall> {
  return db
    .selectFrom('alerts')
    .leftJoin('deliveries', 'deliveries.alertId', 'alerts.id')
    .select([
      sql<
        string | null
      >`min(deliveries.settled_at) filter (where deliveries.status = 'sent' and deliveries.channel <> 'list')`.as(
        'notifiedAt',
      ),
      sql<string | null>`min(alerts.seen_at)`.as('seenAt'),
      sql<string | null>`min(alerts.acknowledged_at)`.as('acknowledgedAt'),
    ])
    .where('alerts.fallId', '=', fallId)
    .executeTakeFirstOrThrow();
}

export function findEscalationOfFall(db: Db, fallId: string): Promise<FallEscalation | undefined> {
  return db
    .selectFrom('escalations')
    .leftJoin('users as handler', 'handler.id', 'escalations.acknowledgedBy')
    .select(escalationColumns)
    .where('escalations.fallId', '=', fallId)
    .executeTakeFirst() as Promise<FallEscalation | undefined>;
}
