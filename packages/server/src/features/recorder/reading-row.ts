/**
 * A reading in PostgreSQL's binary COPY format: number of columns i16, then for each column its length i32 (-1: null)
 * and its bytes, big endian. The journal holds such rows, so that the recorder only copies bytes.
 */
import { binaryWriters, epochMs } from '../../platform/db/binary.js';
import { sentValueSource, sqlTypeBytes, storedFields } from '../../platform/db/reading-fields.js';
import { generateFunction } from '../../platform/generate-function.js';
import type { NewReading } from './readings.store.js';

interface Column {
  readonly name: string;
  readonly journalId: number;
  readonly sqlType: keyof typeof sqlTypeBytes;
}

/**
 * The columns that the service adds to a reading. `at` comes first in every layout: the recorder reads it from there.
 */
const ownColumns: readonly Column[] = [
  { name: 'at', journalId: 1, sqlType: 'timestamptz' },
  { name: 'device_key', journalId: 3, sqlType: 'integer' },
  { name: 'confidence', journalId: 13, sqlType: 'real' },
];
/** The columns of this release. */
const columns: readonly Column[] = [...ownColumns, ...storedFields];
const columnsById = new Map(columns.map((column) => [column.journalId, column]));

/** The columns of a row, in order. Rows of older releases have others. */
export interface Layout {
  /** For COPY. */
  readonly columnNames: string;
  readonly columnBytes: readonly number[];
}

export const columnIds = Uint8Array.from(columns, ({ journalId }) => journalId);
export const maxRowBytes = 2 + columns.reduce((sum, { sqlType }) => sum + 4 + sqlTypeBytes[sqlType], 0);

/** Undefined if a column is unknown: a newer release wrote the row. */
export function findLayout(ids: Uint8Array): Layout | undefined {
  const found = Array.from(ids, (id) => columnsById.get(id));
  if (found[0]?.name !== 'at' || !found.every((column) => column !== undefined)) return undefined;
  return {
    columnNames: found.map(({ name }) => name).join(', '),
    columnBytes: found.map(({ sqlType }) => sqlTypeBytes[sqlType]),
  };
}

/** Returns the end of the row. */
type WriteRow = (bytes: Buffer, start: number, atMs: number, reading: NewReading) => number;

export const writeRow = generateFunction<WriteRow>(
  ['bytes', 'start', 'atMs', '{ deviceKey, confidence, sent }'],
  [
    `bytes.writeInt16BE(${columns.length}, start);`,
    'let at = timestamptz(bytes, start + 2, atMs);',
    'at = integer(bytes, at, deviceKey);',
    'at = real(bytes, at, confidence);',
    'let value;',
    ...storedFields.flatMap((field) => [
      `value = ${sentValueSource(field)};`,
      `at = value === undefined ? bytes.writeInt32BE(-1, at) : ${field.sqlType}(bytes, at, value);`,
    ]),
    'return at;',
  ],
  binaryWriters,
);

/**
 * The minutes of the rows' times, in ms; a string with the reason when the rows are not complete. The check is needed
 * because COPY reports some broken rows with the error of a broken connection.
 */
export function listMinutes(rows: Buffer, { columnBytes }: Layout): number[] | string {
  const minutes = new Set<number>();
  let at = 0;
  while (at < rows.length) {
    if (at + 2 > rows.length || rows.readInt16BE(at) !== columnBytes.length)
      return `a row without its ${columnBytes.length} columns`;
    const start = at;
    at += 2;
    for (const size of columnBytes) {
      if (at + 4 > rows.length) return 'a row that is cut off';
      const length = rows.readInt32BE(at);
      if (length !== size && length !== -1) return `a column of ${length} bytes, ${size} expected`;
      at += 4 + Math.max(length, 0);
    }
    if (at > rows.length) return 'a row that is cut off';
    const atMs = readTimeMs(rows, start);
    if (Number.isNaN(new Date(atMs).getTime())) return 'a time beyond all calendars';
    minutes.add(Math.floor(atMs / minuteMs) * minuteMs);
  }
  return [...minutes];
}

const minuteMs = 60_000;

function readTimeMs(rows: Buffer, rowStart: number): number {
  // After the number of columns and the length of the first column.
  const microseconds = rows.readInt32BE(rowStart + 6) * 2 ** 32 + rows.readUInt32BE(rowStart + 10);
  return microseconds / 1_000 + epochMs;
}
