import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { vitalFields } from '../../platform/db/reading-fields.js';
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

/**
 * The mean heart rate of each bucket, for the patients of one caregiver or for all. One query however many people there
 * are: a board shows them all.
 */
export async function listHeartRates(
  db: Db,
  caregiverId: string | undefined,
  { from, to, step }: VitalsRange,
): Promise<TrendPoint[]> {
  const isOwn =
    caregiverId === undefined
      ? sql`true`
      : sql`user_id in (select patient_id from assignments where caregiver_id = ${caregiverId})`;
  const { rows } = await sql<TrendPoint>`
    select user_id as patient_id, date_bin(${step} * interval '1 second', minute, timestamptz 'epoch') as at,
      round(sum(heart_rate_sum)::numeric / sum(heart_rate_count))::integer as mean
    from vitals
    join (select key, user_id from devices where ${isOwn}
      union all select key, user_id from former_devices where ${isOwn}) worn on worn.key = vitals.device_key
    where minute >= ${from}::timestamptz and minute < ${to}::timestamptz and heart_rate_count > 0
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

export async function findCompleteTo(db: Db): Promise<string | null> {
  return (await db.selectFrom('vitalsProgress').select('foldedTo').executeTakeFirst())?.foldedTo ?? null;
}
