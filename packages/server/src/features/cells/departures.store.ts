import type { BulkConnection } from '../../platform/db/bulk.js';
import type { MovedRows } from './rows.store.js';

export interface Departure {
  readonly id: string;
  /** Where these people go. */
  readonly cell: string;
  readonly keys: readonly string[];
  readonly deviceKeys: readonly number[];
  readonly leftAt: Date;
  /** Null once the other cell has them. */
  readonly rows: MovedRows | null;
}

export async function insertDeparture(
  bulk: BulkConnection,
  { id, cell, keys, deviceKeys, rows }: Omit<Departure, 'leftAt'>,
): Promise<void> {
  await bulk.query(
    'insert into departures (id, cell, keys, device_keys, rows) values ($1, $2, $3::text[], $4::integer[], $5::jsonb)',
    [id, cell, keys, deviceKeys, JSON.stringify(rows)],
  );
}

/** Those that are on the way, or whose readings are. */
export function listUnfinished(bulk: BulkConnection, cell: string): Promise<Departure[]> {
  return bulk.query<Departure>(
    `select id, cell, keys, device_keys as "deviceKeys", left_at as "leftAt", rows
     from departures where finished_at is null and cell = $1 order by left_at`,
    [cell],
  );
}

export async function noteArrived(bulk: BulkConnection, id: string): Promise<void> {
  await bulk.query('update departures set rows = null where id = $1', [id]);
}

export async function deleteDeparture(bulk: BulkConnection, id: string): Promise<void> {
  await bulk.query('delete from departures where id = $1', [id]);
}

/** The readings that are left here are erased like those of a deleted device. */
export async function finishDeparture(bulk: BulkConnection, { id, deviceKeys }: Departure): Promise<void> {
  await bulk.query('insert into erased_devices (key) select unnest($1::integer[]) on conflict do nothing', [
    deviceKeys,
  ]);
  await bulk.query('update departures set finished_at = clock_timestamp() where id = $1', [id]);
}

/** False if they have arrived already. */
export async function insertArrival(bulk: BulkConnection, id: string): Promise<boolean> {
  const text = 'insert into arrivals (id) values ($1) on conflict do nothing returning id';
  return (await bulk.query(text, [id])).length > 0;
}

/** People who come back: this cell forgets that they left. False while their readings are still being sent on. */
export async function forgetDepartures(
  bulk: BulkConnection,
  { keys, deviceKeys }: Pick<Departure, 'keys' | 'deviceKeys'>,
): Promise<boolean> {
  await bulk.query('delete from departures where keys && $1::text[] and finished_at is not null', [keys]);
  await bulk.query('delete from erased_devices where key = any($1::integer[])', [deviceKeys]);
  const waiting = await bulk.query('select id from departures where keys && $1::text[]', [keys]);
  return waiting.length === 0;
}

export async function listMigrations(bulk: BulkConnection): Promise<string> {
  const rows = await bulk.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name).join();
}

/** One command at a time moves people out of a cell. */
export async function tryLockMoves(bulk: BulkConnection): Promise<boolean> {
  const [row] = await bulk.query<{ locked: boolean }>('select pg_try_advisory_lock(7221029) as locked');
  return row?.locked ?? false;
}
