import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import { countOf } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import { type Page, type Paged, pageOf, type Sort } from '../../platform/http/pagination.js';
import { notFound } from '../../platform/refusal.js';
import type { PatientRow, PatientSortField } from './patients.schema.js';

/** A patient without the score, which is calculated. */
export type PatientRecord = Omit<PatientRow, 'healthScore' | 'isHighRisk'>;

export interface PatientFilter {
  readonly caregiverId?: string | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
}

function selectPatients(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('patientDetails', 'patientDetails.userId', 'users.id')
    .where('users.role', '=', 'PATIENT')
    .select([
      'users.id',
      'users.email',
      'users.firstName',
      'users.lastName',
      'users.dateOfBirth',
      'users.phone',
      'users.status',
      'users.createdAt',
      'patientDetails.emergencyContact',
      'patientDetails.bloodPressure',
      sql<'PATIENT'>`users.role`.as('role'),
      sql<boolean>`users.password_hash is null`.as('invitationPending'),
    ]);
}

export function getPatient(db: Db, id: string): Promise<PatientRecord> {
  return selectPatients(db)
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Patient'));
}

export async function listPatients(
  db: Db,
  filter: PatientFilter,
  sort: Sort<PatientSortField>,
  page: Page,
): Promise<Paged<PatientRecord>> {
  const { limit, offset } = pageOf(page);
  let rows = selectPatients(db);
  let counted = db.selectFrom('users').where('users.role', '=', 'PATIENT');
  const { status, caregiverId } = filter;
  if (status) {
    rows = rows.where('users.status', '=', status);
    counted = counted.where('users.status', '=', status);
  }
  if (caregiverId) {
    const assigned = db.selectFrom('assignments').select('patientId').where('caregiverId', '=', caregiverId);
    rows = rows.where('users.id', 'in', assigned);
    counted = counted.where('users.id', 'in', assigned);
  }
  const page1 = rows.orderBy(`users.${sort.field}`, sort.direction).orderBy('users.id').limit(limit).offset(offset);
  const total = await countOf(counted);
  return { rows: await page1.execute(), total };
}

export async function upsertDetails(
  db: Db,
  userId: string,
  details: Updateable<Tables['patientDetails']>,
): Promise<void> {
  if (Object.keys(details).length === 0) return;
  await db
    .insertInto('patientDetails')
    .values({ ...details, userId })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(details))
    .execute();
}
