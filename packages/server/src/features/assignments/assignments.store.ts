import type { Insertable } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

/** Inserts nothing when the pair exists. */
export function insertAssignment(db: Db, assignment: Insertable<Tables['assignments']>) {
  return db
    .insertInto('assignments')
    .values(assignment)
    .onConflict((conflict) => conflict.columns(['caregiverId', 'patientId']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function deleteAssignment(db: Db, caregiverId: string, patientId: string): Promise<boolean> {
  const gone = db.deleteFrom('assignments').where('caregiverId', '=', caregiverId).where('patientId', '=', patientId);
  return (await gone.returning('patientId').executeTakeFirst()) !== undefined;
}

export async function deleteAssignments(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('assignments')
    .where((eb) => eb.or([eb('caregiverId', '=', userId), eb('patientId', '=', userId)]))
    .execute();
}

/** Patients of this caregiver whom no other active caregiver looks after. */
export async function listPatientsWithOnly(db: Db, caregiverId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('assignments as own')
    .select('own.patientId')
    .where('own.caregiverId', '=', caregiverId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('assignments as other')
            .innerJoin('users', 'users.id', 'other.caregiverId')
            .select('other.caregiverId')
            .whereRef('other.patientId', '=', 'own.patientId')
            .where('other.caregiverId', '!=', caregiverId)
            .where('users.status', '=', 'active')
            .where('users.role', '=', 'CAREGIVER'),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.patientId);
}

export function countPatients(db: Db, caregiverId: string): Promise<number> {
  return countRows(db.selectFrom('assignments').where('caregiverId', '=', caregiverId));
}

export function countAssignments(db: Db): Promise<number> {
  return countRows(db.selectFrom('assignments'));
}

export interface CaregiverOf {
  readonly patientId: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly relationship: string | null;
  readonly phone: string | null;
}

export function listCaregivers(db: Db, patientId: string): Promise<CaregiverOf[]> {
  return db
    .selectFrom('assignments')
    .innerJoin('users', 'users.id', 'assignments.caregiverId')
    .select([
      'assignments.patientId',
      'users.id',
      'users.firstName',
      'users.lastName',
      'users.phone',
      'assignments.relationship',
    ])
    .where('assignments.patientId', '=', patientId)
    .orderBy('assignments.assignedAt')
    .execute();
}
