import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { notFound } from '../../platform/refusal.js';
import { type DeviceRow, deleteDevice } from './devices.store.js';

/** Moves the device to `former_devices`, with the key of its readings. */
export async function releaseDevice(db: Db, id: string, now: string): Promise<void> {
  await db
    .insertInto('formerDevices')
    .columns(['key', 'id', 'userId', 'macAddress', 'name', 'createdAt', 'releasedAt'])
    .expression((eb) =>
      eb
        .selectFrom('devices')
        .select(['key', 'id', 'userId', 'macAddress', 'name', 'createdAt', sql<string>`${now}::timestamptz`.as('at')])
        .where('id', '=', id),
    )
    .execute();
  await deleteDevice(db, id);
}

export function findDeviceByMacLocked(db: Db, macAddress: string): Promise<DeviceRow | undefined> {
  return db.selectFrom('devices').selectAll().where('macAddress', '=', macAddress).forUpdate().executeTakeFirst();
}

export function updateName(db: Db, id: string, name: string, now: string): Promise<DeviceRow> {
  return db
    .updateTable('devices')
    .set({ name, updatedAt: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('Device'));
}
