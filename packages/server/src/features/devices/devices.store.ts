import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import { isOfPerson, matchesWords } from '../../platform/db/search.js';
import type { DeviceLogType } from '../../platform/db/tables/devices.js';
import type { Tables } from '../../platform/db/tables.js';
import { type Page, type Paged, type Sort, toPage } from '../../platform/http/pagination.js';
import { notFound } from '../../platform/refusal.js';
import { type DeviceStatus, missedIntervals } from './devices.rules.js';
import type { DeviceLogEntry, DeviceSortField } from './devices.schema.js';

export type DeviceRow = Selectable<Tables['devices']>;

export function listDevicesByMac(db: Db, macs: readonly string[]): Promise<DeviceRow[]> {
  return db.selectFrom('devices').selectAll().where(sql<boolean>`mac_address = any(${macs}::text[])`).execute();
}

/** Devices of which any process has received a reading in the last minute: `last_seen` is ten seconds behind. */
export async function listSendingMacs(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .select('macAddress')
    .where(sql<boolean>`last_seen > now() - interval '1 minute'`)
    .execute();
  return rows.map(({ macAddress }) => macAddress);
}

/** With what these devices, or apps of their owners, may send readings. */
export async function listCallers(
  db: Db,
  macs: readonly string[],
): Promise<{ credentialIds: string[]; sessionIds: string[] }> {
  const { rows } = await sql<{ credentialIds: string[]; sessionIds: string[] }>`
    with sending as (select id, user_id from devices where mac_address = any(${macs}::text[]))
    select array(select c.id from device_credentials c join sending on sending.id = c.device_id) as credential_ids,
      array(select s.id from sessions s join sending on sending.user_id = s.user_id where s.expires_at > now())
        as session_ids`.execute(db);
  return rows[0] ?? { credentialIds: [], sessionIds: [] };
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

/** Locks the owner, so that two devices registered at once cannot both be the last one allowed. */
export async function countDevicesLocked(db: Db, userId: string): Promise<number> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  return countRows(db.selectFrom('devices').where('userId', '=', userId));
}

/** Undefined when another request has just registered this MAC address. */
export function insertDevice(db: Db, device: Insertable<Tables['devices']>): Promise<DeviceRow | undefined> {
  return db
    .insertInto('devices')
    .values(device)
    .onConflict((conflict) => conflict.column('macAddress').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Keeps the first time: disabling twice changes nothing. */
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
 * Keeps the newest entries. A message that was written within the last minute is not repeated: the stream of a stranger
 * or of a broken device must not push out important entries.
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
  const { limit, offset } = toPage(page);
  let matching = db.selectFrom('deviceLog').where('deviceId', '=', deviceId);
  if (type) matching = matching.where('type', '=', type);
  const rows = await matching
    .selectAll()
    .orderBy('timestamp', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const total = await countRows(matching);
  return { rows, total };
}

export interface AgeLimits {
  readonly now: string;
  readonly inactiveSince: string;
  readonly offlineSince: string;
}

export interface DeviceFilter extends AgeLimits {
  readonly status?: DeviceStatus | undefined;
  readonly search?: string | undefined;
}

export async function listDevices(
  db: Db,
  { status, search, ...limits }: DeviceFilter,
  { field, direction }: Sort<DeviceSortField>,
  page: Page,
): Promise<Paged<DeviceRow & { readonly ownerName: string }>> {
  const { limit, offset } = toPage(page);
  let matching = db.selectFrom('devices');
  if (status) matching = matching.where(hasStatus(status, limits));
  if (search) matching = matching.where(isFoundBy(search));
  const rows = await matching
    .selectAll()
    // A subquery, so that it runs only for the rows of the page.
    .select(sql<string>`(select first_name || ' ' || last_name from users where id = devices.user_id)`.as('ownerName'))
    // A device that never sent counts as the longest silent.
    .orderBy(field, (order) => (direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast()))
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: await countRows(matching) };
}

/** Each word is a part of the name or MAC address of the device, or of what its owner is found by. */
function isFoundBy(search: string): RawBuilder<boolean> {
  return matchesWords(
    search,
    (word) => sql<boolean>`(strpos(devices.search_key, ${word}) > 0
      or devices.user_id in (select users.id from users where ${isOfPerson(word)}))`,
  );
}

/** The SQL form of `toStatus`. */
function hasStatus(status: DeviceStatus, { now, inactiveSince, offlineSince }: AgeLimits): RawBuilder<boolean> {
  const silentMs = sql`${missedIntervals}::bigint * coalesce(interval_ms, 0)`;
  const since = (limit: string) =>
    sql`least(${limit}::timestamptz, ${now}::timestamptz - ${silentMs} * interval '1 millisecond')`;
  const [inactive, offline] = [since(inactiveSince), since(offlineSince)];
  const conditions: Record<DeviceStatus, RawBuilder<boolean>> = {
    DISABLED: sql`disabled_at is not null`,
    UNREGISTERED: sql`disabled_at is null and last_seen is null`,
    ACTIVE: sql`disabled_at is null and last_seen > ${inactive}`,
    INACTIVE: sql`disabled_at is null and last_seen <= ${inactive} and last_seen > ${offline}`,
    OFFLINE: sql`disabled_at is null and last_seen <= ${offline}`,
  };
  return conditions[status];
}

export async function countDevicesByAge(db: Db, limits: AgeLimits) {
  const countOfStatus = (status: DeviceStatus) => sql<number>`count(*) filter (where ${hasStatus(status, limits)})`;
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
