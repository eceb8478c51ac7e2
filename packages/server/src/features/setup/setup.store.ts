import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { SetupChecklist } from './setup.schema.js';

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = db.selectFrom('users').select('id').where('role', '=', 'ADMIN').limit(1);
  return (await admin.executeTakeFirst()) !== undefined;
}

/** Any fixed number that no other advisory lock of this database uses. */
const lockKey = 7_221_031;

/** Until the commit: two requests with the same code must not create two admins. */
export async function lockSetup(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db);
}

export async function getChecklist(db: Db): Promise<SetupChecklist> {
  const { rows } = await sql<SetupChecklist>`select
    exists (select from users where role = 'PATIENT') as person,
    exists (select from assignments) as caregiver,
    exists (select from assignments join contact_points on user_id = caregiver_id
      where verified_at is not null) as contact_point,
    exists (select from devices join users on users.id = user_id where role = 'PATIENT') as device,
    exists (select from devices join users on users.id = user_id
      where role = 'PATIENT' and last_seen is not null) as reading,
    exists (select from escalations where is_drill and first_acknowledged_at is not null) as test_alert`.execute(db);
  return rows[0] as SetupChecklist;
}
