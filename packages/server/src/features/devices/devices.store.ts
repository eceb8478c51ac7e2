import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { columnOf } from '../../platform/db/arrays.js';
import { countOf } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import { contains, personText } from '../../platform/db/search.js';
import type { DeviceLogType, Tables } from '../../platform/db/tables.js';
import { type Page, type Paged, pageOf, type Sort } from '../../platform/http/pagination.js';
import { notFound } from '../../platform/refusal.js';
import type { DeviceStatus } from './devices.rules.js';
import type { DeviceLogEntry, DeviceSortField } from './devices.schema.js';

export type DeviceRow = Selectable<Tables['devices']>;

/** What a process has heard from a device; of the fields that readings may leave out, null is not heard. */
export interface DeviceNews
  extends Omit<DeviceRow, 'key' | 'userId' | 'macAddress' | 'name' | 'disabledAt' | 'createdAt' | 'updatedAt'> {
  /** The last reading that the table has, as far as that process knows. */
  readonly toldLastSeen: string | null;
}

export function listDevicesByMac(db: Db, macs: readonly string[]): Promise<DeviceRow[]> {
  return db.selectFrom('devices').selectAll().where(sql<boolean>`mac_address = any(${macs}::text[])`).execute();
}

export function getDevice(db: Db, id: string): Promise<DeviceRow> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Device'));
}

export function listDevicesOfUsers(db: Db, userIds: readonly string[]): Promise<DeviceRow[]> {
  if (userIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('devices')
    .selectAll()
    .where('userId', 'in', userIds)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

/** Locks the owner, so that two new devices at once cannot both be the tenth. */
export async function countDevicesLocked(db: Db, userId: string): Promise<number> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  return countOf(db.selectFrom('devices').where('userId', '=', userId));
}

/** Nothing when another request has just registered this MAC address. */
export function insertDevice(db: Db, device: Insertable<Tables['devices']>): Promise<DeviceRow | undefined> {
  return db
    .insertInto('devices')
    .values(device)
    .onConflict((conflict) => conflict.column('macAddress').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Writes what was heard, and leaves the rest. Answers the rows of those of which another process had written since, as
 * they were before. What has waited for long in a process that stood still comes too late.
 */
export async function updateDevices(db: Db, news: readonly DeviceNews[]): Promise<DeviceRow[]> {
  const column = (name: keyof DeviceNews): string => columnOf(news, name);
  // In the order of ids: two batches with the same devices wait for each other instead of locking each other out.
  const { rows } = await sql<DeviceRow>`
    with news as (
      select * from unnest(${column('id')}::uuid[], ${column('lastSeen')}::timestamptz[],
        ${column('toldLastSeen')}::timestamptz[], ${column('uptimeMs')}::bigint[], ${column('batteryLevel')}::real[],
        ${column('firmwareVersion')}::text[], ${column('signalStrength')}::smallint[],
        ${column('sensorsInitialized')}::boolean[], ${column('wifiConnected')}::boolean[],
        ${column('bluetoothConnected')}::boolean[], ${column('vitalsAt')}::timestamptz[],
        ${column('heartRate')}::smallint[], ${column('heartRateMean')}::real[], ${column('heartRateVariance')}::real[],
        ${column('spo2')}::smallint[])
        as news (id, last_seen, told_last_seen, uptime_ms, battery_level, firmware_version, signal_strength,
          sensors_initialized, wifi_connected, bluetooth_connected, vitals_at, heart_rate, heart_rate_mean,
          heart_rate_variance, spo2)),
    locked as materialized (
      select devices.* from devices where id = any(${column('id')}::uuid[]) order by id for no key update),
    written as (
      update devices set last_seen = greatest(devices.last_seen, news.last_seen),
        updated_at = greatest(devices.updated_at, news.last_seen),
        uptime_ms = case when news.last_seen >= coalesce(devices.last_seen, '-infinity') then news.uptime_ms
          else devices.uptime_ms end,
        battery_level = coalesce(news.battery_level, devices.battery_level),
        firmware_version = coalesce(news.firmware_version, devices.firmware_version),
        signal_strength = coalesce(news.signal_strength, devices.signal_strength),
        sensors_initialized = coalesce(news.sensors_initialized, devices.sensors_initialized),
        wifi_connected = coalesce(news.wifi_connected, devices.wifi_connected),
        bluetooth_connected = coalesce(news.bluetooth_connected, devices.bluetooth_connected),
        vitals_at = coalesce(news.vitals_at, devices.vitals_at),
        heart_rate = coalesce(news.heart_rate, devices.heart_rate),
        heart_rate_mean = coalesce(news.heart_rate_mean, devices.heart_rate_mean),
        heart_rate_variance = coalesce(news.heart_rate_variance, devices.heart_rate_variance),
        spo2 = coalesce(news.spo2, devices.spo2)
      from locked join news on news.id = locked.id
      where devices.id = locked.id
        and news.last_seen > coalesce(devices.last_seen, '-infinity') - interval '10 seconds')
    select locked.* from locked join news on news.id = locked.id
    where locked.last_seen is distinct from news.told_last_seen`.execute(db);
  return rows;
}

/** The first time stays: disabling twice changes nothing. */
export function updateDisabled(db: Db, id: string, disabledAt: string | null, now: string): Promise<DeviceRow> {
  return db
    .updateTable('devices')
    .set((eb) => ({
      disabledAt: disabledAt === null ? null : eb.fn.coalesce('disabledAt', sql<string>`${disabledAt}::timestamptz`),
      updatedAt: now,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('Device'));
}

export async function deleteDevice(db: Db, id: string): Promise<string | undefined> {
  return (await db.deleteFrom('devices').where('id', '=', id).returning('macAddress').executeTakeFirst())?.macAddress;
}

export interface NewLogEntry {
  readonly id: string;
  readonly deviceId: string;
  readonly type: DeviceLogType;
  readonly message: string;
  readonly timestamp: string;
}

/**
 * Keeps the newest entries. The same words within the last minute are not written again: a stranger's or a
 * broken device's stream must not push out what matters.
 */
export async function insertLogEntry(db: Db, entry: NewLogEntry, maxEntries: number): Promise<void> {
  const { id, deviceId, type, message, timestamp } = entry;
  await sql`
    insert into device_log (id, device_id, type, message, timestamp)
    select ${id}, ${deviceId}, ${type}, ${message}, ${timestamp}::timestamptz
    where not exists (
      select 1 from device_log where device_id = ${deviceId} and message = ${message}
      and timestamp > ${timestamp}::timestamptz - interval '1 minute')`.execute(db);
  await sql`
    delete from device_log where device_id = ${deviceId} and id in (
      select id from device_log where device_id = ${deviceId}
      order by timestamp desc, id desc offset ${maxEntries})`.execute(db);
}

export async function listLogEntries(
  db: Db,
  deviceId: string,
  type: DeviceLogType | undefined,
  direction: 'asc' | 'desc',
  page: Page,
): Promise<Paged<DeviceLogEntry>> {
  const { limit, offset } = pageOf(page);
  let matching = db.selectFrom('deviceLog').where('deviceId', '=', deviceId);
  if (type) matching = matching.where('type', '=', type);
  const rows = await matching
    .selectAll()
    .orderBy('timestamp', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const total = await countOf(matching);
  return { rows, total };
}

export interface DeviceFilter {
  readonly status?: DeviceStatus | undefined;
  readonly search?: string | undefined;
  readonly inactiveSince: string;
  readonly offlineSince: string;
}

export async function listDevices(
  db: Db,
  { status, search, inactiveSince, offlineSince }: DeviceFilter,
  { field, direction }: Sort<DeviceSortField>,
  page: Page,
): Promise<Paged<DeviceRow & { readonly ownerName: string }>> {
  const { limit, offset } = pageOf(page);
  let matching = db.selectFrom('devices');
  if (status) matching = matching.where(hasStatus(status, inactiveSince, offlineSince));
  if (search) matching = matching.where(isFoundBy(search));
  const rows = await matching
    .selectAll()
    // Looked up for the rows of the page alone.
    .select(sql<string>`(select first_name || ' ' || last_name from users where id = devices.user_id)`.as('ownerName'))
    // Never heard is the longest silence.
    .orderBy(field, (order) => (direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast()))
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: await countOf(matching) };
}

/** By what stands on it, or by whose it is. */
function isFoundBy(search: string): RawBuilder<boolean> {
  const device = sql<string>`devices.name || chr(10) || devices.mac_address`;
  return sql<boolean>`(${contains(device, search)}
    or devices.user_id in (select users.id from users where ${contains(personText, search)}))`;
}

/** The same as `statusOf`, for a whole table. */
function hasStatus(status: DeviceStatus, inactiveSince: string, offlineSince: string): RawBuilder<boolean> {
  const conditions: Record<DeviceStatus, RawBuilder<boolean>> = {
    DISABLED: sql`disabled_at is not null`,
    UNREGISTERED: sql`disabled_at is null and last_seen is null`,
    ACTIVE: sql`disabled_at is null and last_seen > ${inactiveSince}`,
    INACTIVE: sql`disabled_at is null and last_seen <= ${inactiveSince} and last_seen > ${offlineSince}`,
    OFFLINE: sql`disabled_at is null and last_seen <= ${offlineSince}`,
  };
  return conditions[status];
}

export async function countDevicesByAge(db: Db, inactiveSince: string, offlineSince: string) {
  const countOfStatus = (status: DeviceStatus) =>
    sql<number>`count(*) filter (where ${hasStatus(status, inactiveSince, offlineSince)})`;
  return db
    .selectFrom('devices')
    .select([
      countOfStatus('DISABLED').as('disabled'),
      countOfStatus('ACTIVE').as('active'),
      countOfStatus('INACTIVE').as('inactive'),
      countOfStatus('OFFLINE').as('offline'),
    ])
    .executeTakeFirstOrThrow();
}
