import { sql, type Updateable } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import { invitationPending } from '../../platform/db/invitation-pending.js';
import { isOfPerson, matchesWords } from '../../platform/db/search.js';
import type { Tables } from '../../platform/db/tables.js';
import { type Page, type Paged, type Sort, toPage } from '../../platform/http/pagination.js';
import { notFound } from '../../platform/refusal.js';
import type { Caregiver, CaregiverSortField, CaregiversQuery } from './caregivers.schema.js';

function selectCaregivers(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('caregiverDetails', 'caregiverDetails.userId', 'users.id')
    .where('users.role', '=', 'CAREGIVER')
    .select([
      'users.id',
      'users.email',
      'users.firstName',
      'users.lastName',
      'users.phone',
      'users.status',
      'users.createdAt',
      'caregiverDetails.specialization',
      'caregiverDetails.organization',
      sql<'CAREGIVER'>`users.role`.as('role'),
      invitationPending,
      sql<number>`(select count(*) from assignments where caregiver_id = users.id)`.as('patients'),
      sql<number>`(select count(*) from alerts
        join assignments on assignments.caregiver_id = alerts.recipient_id and assignments.patient_id = alerts.patient_id
        left join escalations on escalations.id = alerts.escalation_id
        left join escalation_falls on escalation_falls.fall_id = alerts.fall_id
        where alerts.recipient_id = users.id and alerts.acknowledged_at is null
          and coalesce(escalation_falls.closed_as, escalations.closed_as, 'CANCELLED') = 'CANCELLED')`.as(
        'activeAlerts',
      ),
    ]);
}

export function getCaregiver(db: Db, id: string): Promise<Caregiver> {
  return selectCaregivers(db)
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Caregiver'));
}

export async function listCaregivers(
  db: Db,
  { status, search }: Pick<CaregiversQuery, 'status' | 'search'>,
  sort: Sort<CaregiverSortField>,
  page: Page,
): Promise<Paged<Caregiver>> {
  const { limit, offset } = toPage(page);
  let rows = selectCaregivers(db);
  let counted = db.selectFrom('users').where('role', '=', 'CAREGIVER');
  if (status) {
    rows = rows.where('users.status', '=', status);
    counted = counted.where('status', '=', status);
  }
  if (search) {
    rows = rows.where(matchesWords(search, isOfPerson));
    counted = counted.where(matchesWords(search, isOfPerson));
  }
  const sorted = rows.orderBy(`users.${sort.field}`, sort.direction).orderBy('users.id').limit(limit).offset(offset);
  const total = await countRows(counted);
  return { rows: await sorted.execute(), total };
}

export async function upsertDetails(
  db: Db,
  userId: string,
  details: Updateable<Tables['caregiverDetails']>,
): Promise<void> {
  if (Object.keys(details).length === 0) return;
  await db
    .insertInto('caregiverDetails')
    .values({ ...details, userId })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(details))
    .execute();
}

export interface AssignedRecord {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly lastLogin: string | null;
  readonly relationship: string | null;
  readonly devices: number;
}

export async function listAssignedPatients(
  db: Db,
  caregiverId: string,
  direction: 'asc' | 'desc',
  page: Page,
): Promise<Paged<AssignedRecord>> {
  const { limit, offset } = toPage(page);
  const assigned = db.selectFrom('assignments').where('caregiverId', '=', caregiverId);
  const rows = await assigned
    .innerJoin('users', 'users.id', 'assignments.patientId')
    .select([
      'users.id',
      'users.firstName',
      'users.lastName',
      'users.email',
      'users.lastLogin',
      'assignments.relationship',
    ])
    .select(sql<number>`(select count(*) from devices where devices.user_id = users.id)`.as('devices'))
    .orderBy('assignments.assignedAt', direction)
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const total = await countRows(assigned);
  return { rows, total };
}
