import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import type { ShiftCheck } from './readiness.schema.js';

export async function upsertShiftCheck(db: Db, check: Insertable<Tables['shiftChecks']>): Promise<void> {
  const { userId: _, ...changes } = check;
  await db
    .insertInto('shiftChecks')
    .values(check)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(changes))
    .execute();
}

export interface ListedCaregiver {
  readonly id: string;
  readonly name: string;
  readonly phone: string | null;
  readonly patients: number;
  readonly lastCheck: ShiftCheck | null;
}

/** The active caregivers who are assigned to somebody, and the people with these ids. */
export async function listCaregivers(db: Db, ids: readonly string[]): Promise<ListedCaregiver[]> {
  const { rows } = await sql<ListedCaregiver>`
    select users.id, first_name || ' ' || last_name as name, phone, coalesce(assigned.patients, 0) as patients,
      case when checked_at is null then null else json_build_object(
        'checkedAt', to_char(checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'sound', sound, 'push', push) end as last_check
    from users
    left join (select caregiver_id, count(*)::integer as patients from assignments group by caregiver_id) as assigned
      on assigned.caregiver_id = users.id
    left join shift_checks on shift_checks.user_id = users.id
    where status = 'active'
      and (role = 'CAREGIVER' and assigned.patients > 0
        or role in ('CAREGIVER', 'ADMIN') and users.id = any(${ids}::uuid[]))
    order by name, users.id`.execute(db);
  return rows;
}

/** People with an open alert of this type. */
export async function listWarned(db: Db, type: string): Promise<string[]> {
  const open = db.selectFrom('escalations').select('patientId').where('type', '=', type).where('closedAt', 'is', null);
  return (await open.execute()).map(({ patientId }) => patientId);
}

/** Until the commit. False if the account was deleted. */
export async function lockUser(db: Db, id: string): Promise<boolean> {
  const found = db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate();
  return (await found.executeTakeFirst()) !== undefined;
}
