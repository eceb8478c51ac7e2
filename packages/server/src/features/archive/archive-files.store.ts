/** What DuckDB is asked: tables of the work folder, and files in Parquet format. */
import type { DuckDb } from '../../platform/archive/duckdb.js';
import { type ArchiveColumn, archiveColumns, missing, type Part } from './archive.rules.js';

const quoted = (name: string): string => `"${name}"`;
const names = archiveColumns.map(({ name }) => quoted(name)).join(', ');
const typed = archiveColumns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
const csvColumns = archiveColumns.map(({ name, type }) => `${quoted(name)}: '${type}'`).join(', ');

export async function createTable(duck: DuckDb, table: string): Promise<void> {
  await duck.run(`create table ${table} (${typed})`);
}

export async function insertCsv(duck: DuckDb, table: string, path: string): Promise<void> {
  await duck.run(
    `insert into ${table} select * from read_csv('${path}', header = false, auto_detect = false, columns = {${csvColumns}})`,
  );
}

export async function countByDevice(duck: DuckDb, table: string): Promise<Map<number, number>> {
  const rows = await duck.rows(`select device_key, count(*) from ${table} group by device_key order by device_key`);
  return new Map(rows.map(([key, count]) => [Number(key), Number(count)]));
}

/**
 * By device, then time: each column then changes little from row to row. Version 2 of the format stores differences of
 * whole numbers, half of the bytes of times. 122,880 rows are a day of one device at one reading a second.
 */
const format = `(format parquet, parquet_version v2, compression zstd, compression_level 9, row_group_size 122880)`;
const ordered = 'order by device_key, "at", uptime_ms';

export async function writePart(duck: DuckDb, table: string, { from, to }: Part, path: string): Promise<void> {
  await duck.run(
    `copy (select ${names} from ${table} where device_key between ${from} and ${to} ${ordered}) to '${path}' ${format}`,
  );
}

/** With every column of the old file, also one that this release does not know. */
export async function writeWithout(
  duck: DuckDb,
  { path, without, target }: { readonly path: string; readonly without: readonly number[]; readonly target: string },
): Promise<void> {
  await duck.run(
    `copy (select * from read_parquet('${path}') where device_key not in (${without.join()}) ${ordered})
     to '${target}' ${format}`,
  );
}

/** Rows that are on one side more often than on the other. */
const toDifference = (columns: string, one: string, other: string): string =>
  `select count(*) from (select ${columns} from
     (select ${columns}, 1 as side from ${one} union all by name select ${columns}, -1 as side from ${other})
     group by ${columns} having sum(side) <> 0)`;

/** How many readings the file and the table do not have in common. */
export async function countDifferences(duck: DuckDb, table: string, { from, to }: Part, path: string): Promise<number> {
  const part = `(select * from ${table} where device_key between ${from} and ${to})`;
  const [row] = await duck.rows(toDifference(names, part, `read_parquet('${path}')`));
  return Number(row?.[0]);
}

/** The same for two files, the old one without these devices. */
export async function countDifferencesWithout(
  duck: DuckDb,
  { path, without, target }: { readonly path: string; readonly without: readonly number[]; readonly target: string },
): Promise<number> {
  const columns = (await duck.rows(`select column_name from (describe select * from read_parquet('${path}'))`))
    .map(([name]) => quoted(String(name)))
    .join(', ');
  const kept = `(select * from read_parquet('${path}') where device_key not in (${without.join()}))`;
  const [row] = await duck.rows(toDifference(columns, kept, `read_parquet('${target}')`));
  return Number(row?.[0]);
}

/**
 * A reading that is sent again after its day has left the database is not known there. It is the same if a unique index
 * of the day would refuse it.
 */
export async function deleteArchived(duck: DuckDb, table: string, path: string): Promise<void> {
  await duck.run(
    `delete from ${table} as late using (select * from read_parquet('${path}')) as old
     where old.device_key = late.device_key and old.uptime_ms = late.uptime_ms
       and old.boot_id is not distinct from late.boot_id
       and (late.boot_id is not null
         or (old.accel_x = late.accel_x and old.accel_y = late.accel_y and old.accel_z = late.accel_z))`,
  );
}

export async function countByDeviceInFile(duck: DuckDb, path: string): Promise<Map<number, number>> {
  return countByDevice(duck, `read_parquet('${path}')`);
}

/** Times in milliseconds. */
const toSelected = ({ name, type }: ArchiveColumn): string =>
  `coalesce((${type === 'TIMESTAMPTZ' ? `epoch_ms(${quoted(name)})` : quoted(name)})::double, ${missing})`;
const selected = archiveColumns.slice(1).map(toSelected).join(', ');
/** Files of older releases lack newer columns. */
const none = `(select ${archiveColumns.map(({ name, type }) => `null::${type} as ${quoted(name)}`).join(', ')} limit 0)`;

/** The readings of one device by time: all columns but the device as numbers, `missing` for NULL. */
export function readDevice(duck: DuckDb, paths: readonly string[], deviceKey: number) {
  const files = paths.map((path) => `'${path}'`).join(', ');
  return duck.numbers(
    `select ${selected} from (
       select * from ${none} union all by name select * from read_parquet([${files}], union_by_name = true))
     where device_key = ${deviceKey} order by "at", uptime_ms`,
  );
}
