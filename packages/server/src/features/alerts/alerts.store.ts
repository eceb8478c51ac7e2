import { type Insertable, sql } from 'kysely';
import { countOf } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import { type Page, type Paged, pageOf } from '../../platform/http/pagination.js';
import { notFound } from '../../platform/refusal.js';
import type { Alert, AlertQuery } from './alerts.schema.js';

/** Active caregivers who look after this person. */
export async function listActiveCaregiverIds(db: Db, patientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('assignments')
    .innerJoin('users', 'users.id', 'assignments.caregiverId')
    .select('users.id')
    .where('assignments.patientId', '=', patientId)
    .where('users.status', '=', 'active')
    .where('users.role', '=', 'CAREGIVER')
    .execute();
  return rows.map((row) => row.id);
}

/** An open alert of the same fall and addressee is raised to the new severity instead of doubled. */
export async function insertAlerts(db: Db, alerts: Insertable<Tables['alerts']>[]): Promise<void> {
  if (alerts.length === 0) return;
  await db
    .insertInto('alerts')
    .values(alerts)
    .onConflict((conflict) =>
      conflict
        .columns(['fallId', 'recipientId'])
        .where('acknowledgedAt', 'is', null)
        .where('fallId', 'is not', null)
        .doUpdateSet((eb) => ({
          severity: eb.ref('excluded.severity'),
          message: eb.ref('excluded.message'),
          timestamp: eb.ref('excluded.timestamp'),
        })),
    )
    .execute();
}

function selectAlerts(db: Db) {
  return db
    .selectFrom('alerts')
    .innerJoin('users', 'users.id', 'alerts.patientId')
    .leftJoin('falls', 'falls.id', 'alerts.fallId')
    .leftJoin('patientDetails', 'patientDetails.userId', 'alerts.patientId')
    .select([
      'alerts.id',
      'alerts.patientId',
      'alerts.fallId',
      'alerts.type',
      'alerts.severity',
      'alerts.message',
      'alerts.timestamp',
      'alerts.acknowledgedAt',
      'falls.explanation',
      'patientDetails.emergencyContact',
      sql<string>`users.first_name || ' ' || users.last_name`.as('patientName'),
      sql<boolean>`alerts.acknowledged_at is not null`.as('acknowledged'),
    ]);
}

function withStatus(query: ReturnType<typeof selectAlerts>, status: AlertQuery['status']) {
  if (status === 'all') return query;
  return query.where('alerts.acknowledgedAt', status === 'active' ? 'is' : 'is not', null);
}

/** Only of people the caregiver still looks after. */
export function listAlertsOfCaregiver(db: Db, caregiverId: string, status: AlertQuery['status']): Promise<Alert[]> {
  return withStatus(selectAlerts(db), status)
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

export async function listAlertsOfAdmins(db: Db, status: AlertQuery['status'], page: Page): Promise<Paged<Alert>> {
  const { limit, offset } = pageOf(page);
  const rows = await withStatus(selectAlerts(db), status)
    .where('alerts.audience', '=', 'ADMIN')
    .orderBy('alerts.timestamp', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  let counted = db.selectFrom('alerts').where('audience', '=', 'ADMIN');
  if (status !== 'all') counted = counted.where('acknowledgedAt', status === 'active' ? 'is' : 'is not', null);
  const total = await countOf(counted);
  return { rows, total };
}

export function getAlert(db: Db, id: string): Promise<Alert> {
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
