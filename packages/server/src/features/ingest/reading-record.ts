/**
 * What the log of readings holds: the rows in the form that COPY takes, so that whoever writes them to the table only
 * passes the bytes on, and the falls that PostgreSQL could not take at the time.
 *
 * Layout, big endian: version u8, length of the rows u32, rows, falls as JSON (absent: none). A row is PostgreSQL's
 * binary tuple of the columns in `columns`: their number i16, then for each its length i32 (-1: null) and its bytes.
 */
import type { DetectedFall } from '../falls/recording.service.js';
import type { NewReading } from './ingest.store.js';

const version = 1;
const headBytes = 5;
/** Every column present: 2 + 15 × 4 for the frame, 64 for the values. */
const maxRowBytes = 126;
/** PostgreSQL counts microseconds from the year 2000. */
const epochMs = Date.UTC(2000, 0, 1);
const columns = 15;

/** For COPY: after the signature come flags and the length of an extension, at the end a row of −1 columns. */
export const copyHead = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
export const copyEnd = Buffer.from([0xff, 0xff]);

export interface ReadingRecord {
  readonly rows: Uint8Array;
  readonly falls: readonly DetectedFall[];
}

export function encodeRecord(
  atMs: number,
  readings: readonly NewReading[],
  falls: readonly DetectedFall[],
): Uint8Array {
  const tail = falls.length === 0 ? '' : JSON.stringify(falls);
  const bytes = Buffer.allocUnsafe(headBytes + readings.length * maxRowBytes + Buffer.byteLength(tail));
  let at = headBytes;
  for (const reading of readings) at = writeRow(bytes, at, atMs, reading);
  bytes.writeUInt8(version, 0);
  bytes.writeUInt32BE(at - headBytes, 1);
  at += bytes.write(tail, at);
  return bytes.subarray(0, at);
}

export function decodeRecord(bytes: Uint8Array): ReadingRecord {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.readUInt8(0) !== version) throw new Error(`A record of version ${view.readUInt8(0)} in the log of readings`);
  const end = headBytes + view.readUInt32BE(1);
  const tail = view.toString('utf8', end);
  return { rows: view.subarray(headBytes, end), falls: tail === '' ? [] : JSON.parse(tail) };
}

/** When the rows of a record came in, all at the same moment; undefined when there are none. */
export function arrivalMsOf(rows: Uint8Array): number | undefined {
  if (rows.length === 0) return undefined;
  const view = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  // After the number of columns and the length of the first.
  const microseconds = view.readInt32BE(6) * 2 ** 32 + view.readUInt32BE(10);
  return microseconds / 1_000 + epochMs;
}

function writeRow(bytes: Buffer, start: number, atMs: number, reading: NewReading): number {
  bytes.writeInt16BE(columns, start);
  let at = start + 2;
  at = writeBigint(bytes, at, (atMs - epochMs) * 1_000);
  at = writeBigint(bytes, at, reading.uptimeMs);
  bytes.writeInt32BE(4, at);
  bytes.writeInt32BE(reading.deviceKey, at + 4);
  at += 8;
  at = writeReal(bytes, at, reading.accelX);
  at = writeReal(bytes, at, reading.accelY);
  at = writeReal(bytes, at, reading.accelZ);
  at = writeReal(bytes, at, reading.gyroX);
  at = writeReal(bytes, at, reading.gyroY);
  at = writeReal(bytes, at, reading.gyroZ);
  at = writeReal(bytes, at, reading.pressure);
  at = writeReal(bytes, at, reading.fsr);
  at = writeReal(bytes, at, reading.batteryLevel);
  at = writeReal(bytes, at, reading.confidence);
  at = writeSmallint(bytes, at, reading.heartRate);
  return writeSmallint(bytes, at, reading.spo2);
}

/** Whole numbers up to 2^53, without BigInt. */
function writeBigint(bytes: Buffer, at: number, value: number): number {
  bytes.writeInt32BE(8, at);
  bytes.writeInt32BE(Math.floor(value / 2 ** 32), at + 4);
  bytes.writeUInt32BE(value % 2 ** 32, at + 8);
  return at + 12;
}

function writeReal(bytes: Buffer, at: number, value: number | null | undefined): number {
  if (value === null || value === undefined) return bytes.writeInt32BE(-1, at);
  bytes.writeInt32BE(4, at);
  return bytes.writeFloatBE(value, at + 4);
}

function writeSmallint(bytes: Buffer, at: number, value: number | null | undefined): number {
  if (value === null || value === undefined) return bytes.writeInt32BE(-1, at);
  bytes.writeInt32BE(2, at);
  return bytes.writeInt16BE(value, at + 4);
}
