import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rolledBack } from '../../../test/rollback.js';
import type { Db } from '../../platform/db/database.js';
import type { AccountStatus, Role } from '../../platform/db/tables/accounts.js';
import { newId } from '../../platform/ids.js';
import { listActiveCaregivers } from '../escalation/escalation.store.js';
import { listPatients } from './patients.store.js';

const now = '2026-01-15T12:00:00.000Z';
const carers = fc.array(
  fc.record({
    role: fc.constantFrom<Role>('CAREGIVER', 'PATIENT', 'ADMIN'),
    status: fc.constantFrom<AccountStatus>('active', 'inactive'),
  }),
  { maxLength: 3 },
);

async function insertUser(db: Db, lastName: string, role: Role, status: AccountStatus): Promise<string> {
  const id = newId();
  const email = `${id}@example.org`;
  const name = { firstName: 'Gen', lastName };
  await db
    .insertInto('users')
    .values({ id, email, emailKey: email, passwordHash: null, ...name, role, status, createdAt: now, updatedAt: now })
    .execute();
  return id;
}

test('a patient listed without a caregiver is one whose alerts find no caregiver', async () => {
  await rolledBack(async (db) => {
    const lastName = `Name${newId()}`;
    const patientIds = [];
    // As many as fit on a page.
    for (const assigned of fc.sample(carers, 100)) {
      const patientId = await insertUser(db, lastName, 'PATIENT', 'active');
      patientIds.push(patientId);
      for (const { role, status } of assigned) {
        const caregiverId = await insertUser(db, 'Carer', role, status);
        const assignment = { caregiverId, patientId, relationship: null, assignedAt: now };
        await db.insertInto('assignments').values(assignment).execute();
      }
    }
    const alerted = await listActiveCaregivers(db, patientIds);
    const isAlone = (id: string): boolean => alerted.get(id)?.length === 0;
    const list = async (withoutCaregiver: boolean): Promise<Set<string>> => {
      const order = { field: 'createdAt', direction: 'asc' } as const;
      const filter = { search: lastName, withoutCaregiver };
      const { rows } = await listPatients(db, filter, order, { page: 1, limit: 100 });
      return new Set(rows.map(({ id }) => id));
    };
    expect(await list(true)).toEqual(new Set(patientIds.filter(isAlone)));
    expect(await list(false)).toEqual(new Set(patientIds.filter((id) => !isAlone(id))));
  });
});
