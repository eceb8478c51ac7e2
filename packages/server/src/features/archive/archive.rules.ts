import { storedFields } from '../../platform/db/reading-fields.js';

/** DuckDB's types for PostgreSQL's: no value changes on the way. */
const types = {
  bigint: 'BIGINT',
  integer: 'INTEGER',
  real: 'FLOAT',
  smallint: 'SMALLINT',
  timestamptz: 'TIMESTAMPTZ',
} as const;

export interface ArchiveColumn {
  readonly name: string;
  readonly type: (typeof types)[keyof typeof types];
}

/** The columns of a file, from the table of reading fields: a new field reaches the archive by itself. */
export const archiveColumns: readonly ArchiveColumn[] = [
  { name: 'device_key', type: 'INTEGER' },
  { name: 'at', type: 'TIMESTAMPTZ' },
  ...storedFields.map(({ name, sqlType }) => ({ name, type: types[sqlType] })),
  { name: 'confidence', type: 'FLOAT' },
];

/** Stands for NULL in a column of numbers. No column can hold it: a `real` ends at 3.4e38, a `bigint` at 9.2e18. */
export const missing = 1e300;

/** The devices of one file: all that have a key from `from` to `to`. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly deviceKeys: readonly number[];
  readonly readings: number;
}

/** About 10 MB: erasing a device writes its files again, and reading a device from S3 fetches a whole file. */
export const readingsPerFile = 1_000_000;

/** Divides a day by devices. A device is in one file, however many readings it has. */
export function planParts(counts: ReadonlyMap<number, number>, limit: number = readingsPerFile): Part[] {
  const parts: Part[] = [];
  for (const [key, count] of [...counts].toSorted(([one], [other]) => one - other)) {
    const last = parts.at(-1);
    if (last && last.readings + count <= limit)
      parts[parts.length - 1] = {
        ...last,
        to: key,
        deviceKeys: [...last.deviceKeys, key],
        readings: last.readings + count,
      };
    else parts.push({ from: key, to: key, deviceKeys: [key], readings: count });
  }
  return parts;
}

const camel = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The keys of a reading in a download, in the order of the columns; without the device. */
export const readingKeys: readonly string[] = archiveColumns.slice(1).map(({ name }) => camel(name));
