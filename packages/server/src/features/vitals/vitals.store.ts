import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { vitalFields } from '../../platform/db/reading-fields.js';
import { type Page, type Paged, toPage } from '../../platform/http/pagination.js';
import type { TrendPoint, VitalsRange } from './vitals.rules.js';
import type { VitalsBucket } from './vitals.schema.js';

/** The minutes that start within the range, over all devices that this person has or had. */
export async function listBuckets(db: Db, userId: string, { from, to, step }: VitalsRange): Promise<VitalsBucket[]> {
  const ranges = vitalFields.map(
    ({ name, vital }) => sql`
    case when sum(${sql.ref(`${name}_count`)}) > 0 then json_build_object(
      'min', min(${sql.ref(`${name}_min`)}), 'max', max(${sql.ref(`${name}_max`)}),
      'mean', round(sum(${sql.ref(`${name}_sum`)})::numeric / sum(${sql.ref(`${name}_count`)}), 1)) end as ${sql.ref(vital.name)}`,
  );
  const { rows } = await sql<VitalsBucket>`
    select date_bin(${step} * interval '1 second', minute, timestamptz 'epoch') as at, sum(readings)::integer as readings,
      ${sql.join(ranges)}
    from vitals
    where device_key = any(array(select key from devices where user_id = ${userId}
        union all select key from former_devices where user_id = ${userId}))
      and minute >= ${from}::timestamptz and minute < ${to}::timestamptz
    group by 1 order by 1`.execute(db);
  return rows;
}

export interface TrendScope {
  /** Only the patients of this caregiver; left out: all. */
  readonly caregiverId: string | undefined;
  readonly ward: string | undefined;
}

/** The active patients of one page, by id, and how many there are on all pages. */
export async function listTrendPatients(db: Db, { caregiverId, ward }: TrendScope, page: Page): Promise<Paged<string>> {
  const { limit, offset } = toPage(page);
  let patients = db.selectFrom('users').where('role', '=', 'PATIENT').where('status', '=', 'active');
  if (caregiverId)
    patients = patients.where('id', 'in', (own) =>
      own.selectFrom('assignments').select('patientId').where('caregiverId', '=', caregiverId),
    );
  if (ward)
    patients = patients.where('id', 'in', (own) =>
      own.selectFrom('patientDetails').select('userId').where('ward', '=', ward),
    );
  const rows = await patients.select('id').orderBy('id').limit(limit).offset(offset).execute();
  const counted = await patients.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirst();
  return { rows: rows.map(({ id }) => id), total: counted?.total ?? 0 };
}

/** The mean heart rate of each bucket, over all devices that these people have or had. */
export async function listHeartRates(
  db: Db,
  patientIds: readonly string[],
  { from, to, step }: VitalsRange,
): Promise<TrendPoint[]> {
  const { rows } = await sql<TrendPoint>`
    select user_id as patient_id, date_bin(${step} * interval '1 second', minute, timestamptz 'epoch') as at,
      round(sum(heart_rate_sum)::numeric / sum(heart_rate_count))::integer as mean
    from vitals
    join (select key, user_id from devices where user_id = any(${patientIds}::uuid[])
      union all select key, user_id from former_devices where user_id = any(${patientIds}::uuid[])) worn
      on worn.key = vitals.device_key
    where minute >= ${from}::timestamptz and minute < ${to}::timestamptz and heart_rate_count > 0
    group by 1, 2`.execute(db);
  return rows;
}

export async function findCompleteTo(db: Db): Promise<string | null> {
  return (await db.selectFrom('vitalsProgress').select('foldedTo').executeTakeFirst())?.foldedTo ?? null;
}
