/**
 * A record of the journal: rows in COPY format, and the falls that PostgreSQL could not record at the time.
 *
 * Layout, big endian:
 *
 *   version u8 = 2, length of rows u32, number of columns u8, id of each column u8, rows, falls as JSON (or nothing)
 *   version u8 = 1, length of rows u32, rows, falls as JSON (or nothing)
 *
 * The ids are those of reading-fields.ts. A record lists its columns, so a new field needs no new version, and records
 * of older releases stay readable. Version 1 always has the columns of `versionOneIds`.
 */
import type { DetectedFall } from '../falls/recording.service.js';
import { columnIds, findLayout, type Layout, listMinutes, maxRowBytes, writeRow } from './reading-row.js';
import type { NewReading } from './readings.store.js';

const version = 2;
const fixedHeadBytes = 5;
const versionOneIds = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
const columnList = Uint8Array.of(columnIds.length, ...columnIds);
const headBytes = fixedHeadBytes + columnList.length;

/** For COPY: signature, flags and length of the extension; at the end a row with −1 columns. */
export const copyHead = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
export const copyEnd = Buffer.from([0xff, 0xff]);

/** Rows of one layout. */
export interface EncodedRows {
  readonly columnNames: string;
  readonly bytes: Uint8Array;
  /** The minutes of their times, in ms. */
  readonly minutes: readonly number[];
}

const noRows: EncodedRows = { columnNames: '', bytes: Buffer.alloc(0), minutes: [] };

/** The readable parts of a record. */
export interface ReadingRecord {
  readonly rows: EncodedRows;
  readonly falls: readonly DetectedFall[];
  /** Why a part cannot be read; null if all parts can. Contains no value of the record, because it is logged. */
  readonly problem: string | null;
}

export function encodeRecord(
  atMs: number,
  readings: readonly NewReading[],
  falls: readonly DetectedFall[],
): Uint8Array {
  const tail = falls.length === 0 ? '' : JSON.stringify(falls);
  const bytes = Buffer.allocUnsafe(headBytes + readings.length * maxRowBytes + Buffer.byteLength(tail));
  let at = headBytes;
  for (const reading of readings) at = writeRow(bytes, at, reading.atMs ?? atMs, reading);
  bytes.writeUInt8(version, 0);
  bytes.writeUInt32BE(at - headBytes, 1);
  bytes.set(columnList, fixedHeadBytes);
  at += bytes.write(tail, at);
  return bytes.subarray(0, at);
}

/** Never throws: no record may block those after it. */
export function decodeRecord(bytes: Uint8Array): ReadingRecord {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = readHead(view);
  if (typeof head === 'string') return { rows: noRows, falls: [], problem: head };
  const { layout, rowsStart, rowsEnd } = head;
  const { falls, problem: fallsProblem } = parseFalls(view.toString('utf8', rowsEnd));
  const rows = view.subarray(rowsStart, rowsEnd);
  const minutes = layout ? listMinutes(rows, layout) : 'a column that this release does not know';
  if (!layout || typeof minutes === 'string') return { rows: noRows, falls, problem: minutes as string };
  return { rows: { columnNames: layout.columnNames, bytes: rows, minutes }, falls, problem: fallsProblem };
}

interface Head {
  /** Undefined when a column is unknown. */
  readonly layout: Layout | undefined;
  readonly rowsStart: number;
  readonly rowsEnd: number;
}

/** Returns a string with the reason when the head cannot be read. */
function readHead(view: Buffer): Head | string {
  const cutOff = `cut off: ${view.length} bytes`;
  if (view.length < fixedHeadBytes) return `${cutOff}, at least ${fixedHeadBytes} expected`;
  if (view[0] !== 1 && view[0] !== version) return `version ${view[0]}: this release reads versions 1 and ${version}`;
  const idsStart = fixedHeadBytes + 1;
  const rowsStart = view[0] === 1 ? fixedHeadBytes : idsStart + (view[fixedHeadBytes] ?? 0);
  const rowsEnd = rowsStart + view.readUInt32BE(1);
  if (rowsEnd > view.length) return `${cutOff}, at least ${rowsEnd} announced`;
  return { layout: layoutFor(view[0] === 1 ? versionOneIds : view.subarray(idsStart, rowsStart)), rowsStart, rowsEnd };
}

/** Layouts by their column ids: the recorder sees the same few for thousands of records. */
const layouts = new Map<string, Layout | undefined>();
const maxLayouts = 100;

function layoutFor(ids: Uint8Array): Layout | undefined {
  const key = Buffer.from(ids).toString('latin1');
  if (layouts.has(key)) return layouts.get(key);
  const layout = findLayout(ids);
  if (layouts.size < maxLayouts) layouts.set(key, layout);
  return layout;
}

function parseFalls(text: string): Pick<ReadingRecord, 'falls' | 'problem'> {
  if (text === '') return { falls: [], problem: null };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { falls: [], problem: 'falls that are not JSON' };
  }
  if (!Array.isArray(parsed)) return { falls: [], problem: 'falls that are no list' };
  const falls = parsed.filter(isFall);
  const invalid = parsed.length - falls.length;
  return { falls, problem: invalid === 0 ? null : `${invalid} of ${parsed.length} falls without all they need` };
}

function isFall(value: unknown): value is DetectedFall {
  const { id, at, deviceId, userId, confidence, explanation, sensorData, evidence } = (value ?? {}) as DetectedFall;
  return (
    [id, at, deviceId, userId].every((text) => typeof text === 'string') &&
    !Number.isNaN(Date.parse(at)) &&
    Number.isFinite(confidence) &&
    [explanation, sensorData, evidence].every((part) => typeof part === 'object' && part !== null)
  );
}
