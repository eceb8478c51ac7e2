/** Copies the readings of devices from one cell to another. */
import type { BulkConnection } from '../../platform/db/bulk.js';
import { inBulkTransaction } from '../../platform/db/bulk.js';
import { storedFields } from '../../platform/db/reading-fields.js';

const columns = ['at', 'device_key', 'confidence', ...storedFields.map(({ name }) => name)].join(', ');

/** The functions are those of the indexes of a day. */
const isThere = (partition: string): string => `case when sent.boot_id is null
  then exists (select from ${partition} r where r.boot_id is null and r.device_key = sent.device_key
    and reading_uptime(r.uptime_ms) = reading_uptime(sent.uptime_ms)
    and reading_motion(r.accel_x, r.accel_y, r.accel_z) = reading_motion(sent.accel_x, sent.accel_y, sent.accel_z))
  else exists (select from ${partition} r where r.boot_id is not null and r.device_key = sent.device_key
    and reading_boot(r.boot_id) = reading_boot(sent.boot_id)
    and reading_uptime(r.uptime_ms) = reading_uptime(sent.uptime_ms)) end`;

/** Repeatable: what is there already is not inserted again. Returns the number of readings read. */
export function copyReadings(
  from: BulkConnection,
  to: BulkConnection,
  day: string,
  deviceKey: number,
): Promise<number> {
  const partition = `readings_${day.replaceAll('-', '')}`;
  const isOwn = `device_key = ${deviceKey}`;
  // Each half has its index; together they have none that begins with the device.
  const source = `select ${columns} from ${partition} where ${isOwn} and boot_id is null
    union all select ${columns} from ${partition} where ${isOwn} and boot_id is not null`;
  return inBulkTransaction(to, async () => {
    await to.query('create temp table incoming (like readings) on commit drop');
    const count = await copy(from, to, source, `incoming (${columns})`);
    if (count === 0) return 0;
    await to.query('select ensure_reading_partitions($1::date, 1)', [day]);
    await to.query(`insert into readings (${columns}) select ${columns} from incoming on conflict do nothing`);
    await to.query(`insert into vitals_due select distinct date_trunc('minute', at) from incoming`);
    const missing = await to.query(`select 1 from incoming sent where not ${isThere(partition)} limit 1`);
    if (missing.length > 0) throw new Error(`a reading of ${day} has not arrived`);
    return count;
  });
}

/** Minutes of days whose readings are gone. The others are computed again from the readings. */
export async function copyVitals(
  from: BulkConnection,
  to: BulkConnection,
  deviceKeys: readonly number[],
): Promise<void> {
  const isOwn = `device_key = any('{${deviceKeys.join()}}'::integer[])`;
  const months = await from.query<{ month: string }>(
    `select distinct date_trunc('month', minute)::text as month from vitals where ${isOwn}`,
  );
  await inBulkTransaction(to, async () => {
    for (const { month } of months) await to.query('select ensure_vitals_month($1::timestamptz)', [month]);
    await to.query('create temp table incoming (like vitals) on commit drop');
    await copy(from, to, `select * from vitals where ${isOwn}`, 'incoming');
    await to.query('insert into vitals select * from incoming on conflict do nothing');
  });
}

async function copy(from: BulkConnection, to: BulkConnection, source: string, target: string): Promise<number> {
  const pieces: Uint8Array[] = [];
  for await (const piece of from.read(`copy (${source}) to stdout (format binary)`)) pieces.push(piece);
  return to.copy(`copy ${target} from stdin (format binary)`, pieces);
}
