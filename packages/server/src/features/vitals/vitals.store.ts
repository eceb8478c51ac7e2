import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { VitalsRange } from './vitals.rules.js';
import type { VitalsBucket } from './vitals.schema.js';

/** The minutes that begin within the range, of all devices of this person. */
export async function listBuckets(db: Db, userId: string, { from, to, step }: VitalsRange): Promise<VitalsBucket[]> {
  const range = (vital: 'heart_rate' | 'spo2') => sql`
    case when sum(${sql.ref(`${vital}_count`)}) > 0 then json_build_object(
      'min', min(${sql.ref(`${vital}_min`)}), 'max', max(${sql.ref(`${vital}_max`)}),
      'mean', round(sum(${sql.ref(`${vital}_sum`)})::numeric / sum(${sql.ref(`${vital}_count`)}), 1)) end`;
  const { rows } = await sql<VitalsBucket>`
    select date_bin(${step} * interval '1 second', minute, timestamptz 'epoch') as at, sum(readings)::integer as readings,
      ${range('heart_rate')} as heart_rate, ${range('spo2')} as oxygen_saturation
    from vitals
    where device_key = any(array(select key from devices where user_id = ${userId}))
      and minute >= ${from}::timestamptz and minute < ${to}::timestamptz
    group by 1 order by 1`.execute(db);
  return rows;
}

export async function findCompleteTo(db: Db): Promise<string | null> {
  return (await db.selectFrom('vitalsProgress').select('foldedTo').executeTakeFirst())?.foldedTo ?? null;
}
