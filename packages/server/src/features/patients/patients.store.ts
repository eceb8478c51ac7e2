import { type RawBuilder, sql } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import { invitationPending } from '../../platform/db/invitation-pending.js';
import { isOfPerson, matchesWords } from '../../platform/db/search.js';
import { type Page, type Paged, type Sort, toPage } from '../../platform/http/pagination.js';
import { notFound } from '../../platform/refusal.js';
import { phoneNumbers, photoUrl } from '../details/details-columns.store.js';
import type { Patient, PatientRow, PatientSortField } from './patients.schema.js';

/** A patient as stored, without the computed fields. */
export type PatientRecord = Omit<Patient, 'healthScore' | 'isHighRisk' | 'caregivers' | 'devices'>;
type PatientRowRecord = Omit<PatientRow, 'healthScore' | 'isHighRisk' | 'openAlerts' | 'device'>;

export interface PatientFilter {
  readonly caregiverId?: string | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  readonly search?: string | undefined;
  readonly withoutCaregiver?: boolean | undefined;
}

function selectPatients(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('patientDetails', 'patientDetails.userId', 'users.id')
    .leftJoin('photos', 'photos.userId', 'users.id')
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
      'patientDetails.room',
      'patientDetails.ward',
      photoUrl.as('photoUrl'),
      sql<'PATIENT'>`users.role`.as('role'),
      invitationPending,
    ]);
}

export function getPatient(db: Db, id: string): Promise<PatientRecord> {
  return selectPatients(db)
    .select(['patientDetails.address', 'patientDetails.keySafe', 'patientDetails.instructions'])
    .select(['patientDetails.medicalNotes', phoneNumbers.as('phoneNumbers')])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Patient'));
}

export async function listPatients(
  db: Db,
  filter: PatientFilter,
  sort: Sort<PatientSortField>,
  page: Page,
): Promise<Paged<PatientRowRecord>> {
  const { limit, offset } = toPage(page);
  const rows = await selectPatients(db)
    .where((eb) => eb.and(filterConditions(db, filter)))
    .orderBy(`users.${sort.field}`, sort.direction)
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: await countPatients(db, filter) };
}

export function countPatients(db: Db, filter: PatientFilter): Promise<number> {
  const patients = db.selectFrom('users').where('users.role', '=', 'PATIENT');
  return countRows(patients.where((eb) => eb.and(filterConditions(db, filter))));
}

/** Device → the last sign of a wearer, for devices of these people that count as not worn. */
export async function listNotWorn(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ deviceId: string; since: string }>`
    select device_id, since from device_troubles join devices on devices.id = device_troubles.device_id
    where kind = 'NOT_WORN' and devices.user_id = any(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ deviceId, since }) => [deviceId, since]));
}

/** An inactive caregiver, or one with another role, does not count. */
const isWithoutCaregiver = sql<boolean>`not exists (select from assignments
  join users as carer on carer.id = assignments.caregiver_id
  where assignments.patient_id = users.id and carer.status = 'active' and carer.role = 'CAREGIVER')`;

function filterConditions(db: Db, { status, caregiverId, search, withoutCaregiver }: PatientFilter) {
  const conditions: RawBuilder<boolean>[] = [];
  if (status) conditions.push(sql<boolean>`users.status = ${status}`);
  if (search) conditions.push(matchesWords(search, isOfPerson));
  // A condition, not a compared value: PostgreSQL then uses one join instead of a subquery per patient.
  if (withoutCaregiver !== undefined)
    conditions.push(withoutCaregiver ? isWithoutCaregiver : sql<boolean>`not ${isWithoutCaregiver}`);
  if (caregiverId) {
    const assigned = db.selectFrom('assignments').select('patientId').where('caregiverId', '=', caregiverId);
    conditions.push(sql<boolean>`users.id in ${assigned}`);
  }
  return conditions;
}
