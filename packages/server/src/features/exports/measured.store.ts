/** What the devices of a person have measured: millions of rows, read along the indexes of each day. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { storedFields, vitalFields } from '../../platform/db/reading-fields.js';

export interface DeviceKey {
  readonly key: number;
  readonly macAddress: string;
}

/** The devices that this person has or had. */
export async function listDeviceKeys(db: Db, userId: string): Promise<DeviceKey[]> {
  const { rows } = await sql<DeviceKey>`
    select key, mac_address from devices where user_id = ${userId}
    union all select key, mac_address from former_devices where user_id = ${userId}
    order by key`.execute(db);
  return rows;
}

const vitalColumns = sql.join(
  vitalFields.flatMap(({ name }) => ['count', 'sum', 'min', 'max'].map((part) => sql.ref(`${name}_${part}`))),
);

export async function listVitals(
  db: Db,
  key: number,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ minute: string }[]> {
  const { rows } = await sql<{ minute: string }>`
    select minute, readings, ${vitalColumns} from vitals
    where device_key = ${key} and minute > ${after}::timestamptz order by minute limit ${limit}`.execute(db);
  return rows;
}

export interface ExportedReading {
  readonly at: string;
  readonly uptimeMs: number;
  readonly bootId: number | null;
  readonly accelX: number;
  readonly accelY: number;
  readonly accelZ: number;
}

interface ReadingOfBoot extends ExportedReading {
  readonly bootId: number;
}

interface DayOfDevice {
  readonly key: number;
  /** UTC. */
  readonly day: string;
}

interface After<Position> {
  readonly after: Position;
  readonly limit: number;
}

const readingColumns = sql.join([
  sql.ref('at'),
  ...storedFields.map(({ name }) => sql.ref(name)),
  sql.ref('confidence'),
]);

/** Bounds without casts: the planner then knows the partition, and reads its index in order instead of sorting. */
const onDay = ({ key, day }: DayOfDevice) => {
  const [from, to] = [`${day}T00:00:00Z`, new Date(Date.parse(day) + 86_400_000).toISOString()];
  return sql`device_key = ${key} and at >= ${from} and at < ${to}`;
};

export const beforeAnyBoot = { bootId: 0, uptimeMs: -1 };

/** Of devices that tell their starts, in the order of the index `_boot` of the day. */
export async function listReadingsOfBoots(
  db: Db,
  day: DayOfDevice,
  { after, limit }: After<{ readonly bootId: number; readonly uptimeMs: number }>,
): Promise<ReadingOfBoot[]> {
  const { rows } = await sql<ReadingOfBoot>`
    select ${readingColumns} from readings
    where ${onDay(day)} and boot_id is not null
      and (reading_boot(boot_id), reading_uptime(uptime_ms))
        > (reading_boot(${after.bootId}), reading_uptime(${after.uptimeMs}))
    order by reading_boot(boot_id), reading_uptime(uptime_ms) limit ${limit}`.execute(db);
  return rows;
}

export const beforeAnyReading = { uptimeMs: -1, accelX: 0, accelY: 0, accelZ: 0 };

/** Of other devices, in the order of the index `_once` of the day. */
export async function listReadingsWithoutBoot(
  db: Db,
  day: DayOfDevice,
  { after, limit }: After<Pick<ExportedReading, 'uptimeMs' | 'accelX' | 'accelY' | 'accelZ'>>,
): Promise<ExportedReading[]> {
  const { uptimeMs, accelX, accelY, accelZ } = after;
  const { rows } = await sql<ExportedReading>`
    select ${readingColumns} from readings
    where ${onDay(day)} and boot_id is null
      and (reading_uptime(uptime_ms), reading_motion(accel_x, accel_y, accel_z))
        > (reading_uptime(${uptimeMs}), reading_motion(${accelX}, ${accelY}, ${accelZ}))
    order by reading_uptime(uptime_ms), reading_motion(accel_x, accel_y, accel_z) limit ${limit}`.execute(db);
  return rows;
}
