/** Days that nothing is written to any more, on the connection of the one process that moves them to the archive. */
import type { BulkConnection } from '../../platform/db/bulk.js';

/** How many readings of each device the partition has. */
export type DeviceCounts = ReadonlyMap<number, number>;

export async function countByDevice(bulk: BulkConnection, partition: string): Promise<DeviceCounts> {
  const rows = await bulk.query<{ device_key: number; readings: string }>(
    `select device_key, count(*) as readings from ${partition} group by device_key order by device_key`,
  );
  return new Map(rows.map(({ device_key, readings }) => [device_key, Number(readings)]));
}

export async function isEmpty(bulk: BulkConnection, partition: string): Promise<boolean> {
  const [row] = await bulk.query<{ is_empty: boolean }>(`select not exists (select from ${partition}) as is_empty`);
  return row?.is_empty === true;
}

/** Until the commit nothing is written to the day; reading goes on. Waits as briefly as any other statement. */
export async function lockDay(bulk: BulkConnection, partition: string): Promise<void> {
  await bulk.query("set local lock_timeout = '2s'");
  await bulk.query(`lock table ${partition} in share row exclusive mode`);
}

export async function dropLockedDay(bulk: BulkConnection, partition: string): Promise<void> {
  await bulk.query(`drop table ${partition}`);
}
