/** Values in PostgreSQL's binary format, big endian. */
import { sqlTypeBytes } from './reading-fields.js';

/** PostgreSQL counts microseconds from the year 2000. */
export const epochMs = Date.UTC(2000, 0, 1);

/** By type: writes the length of the value and the value; returns its end. */
export const binaryWriters = {
  /** Integers up to 2^53, without BigInt. */
  bigint(bytes: Buffer, at: number, value: number): number {
    const high = Math.floor(value / 2 ** 32);
    bytes.writeInt32BE(8, at);
    bytes.writeInt32BE(high, at + 4);
    return bytes.writeUInt32BE(value - high * 2 ** 32, at + 8);
  },
  integer(bytes: Buffer, at: number, value: number): number {
    bytes.writeInt32BE(4, at);
    return bytes.writeInt32BE(value, at + 4);
  },
  real(bytes: Buffer, at: number, value: number): number {
    bytes.writeInt32BE(4, at);
    return bytes.writeFloatBE(value, at + 4);
  },
  smallint(bytes: Buffer, at: number, value: number): number {
    bytes.writeInt32BE(2, at);
    return bytes.writeInt16BE(value, at + 4);
  },
  timestamptz(bytes: Buffer, at: number, ms: number): number {
    return binaryWriters.bigint(bytes, at, (ms - epochMs) * 1_000);
  },
};

type BinaryType = keyof typeof sqlTypeBytes;

/** From PostgreSQL's table `pg_type`. */
const typeIds: Record<BinaryType, number> = { bigint: 20, integer: 23, real: 700, smallint: 21, timestamptz: 1184 };
const headBytes = 20;

/** One value per row as an array, for a parameter of a statement. Undefined and null are null. */
export function toBinaryArray<Row>(
  rows: readonly Row[],
  pick: (row: Row) => number | null | undefined,
  type: BinaryType,
): Buffer {
  const write = binaryWriters[type];
  const bytes = Buffer.allocUnsafe(headBytes + rows.length * (4 + sqlTypeBytes[type]));
  let at = headBytes;
  let hasNull = 0;
  for (const row of rows) {
    const value = pick(row) ?? null;
    if (value === null) hasNull = 1;
    at = value === null ? bytes.writeInt32BE(-1, at) : write(bytes, at, value);
  }
  const [dimensions, firstIndex] = [1, 1];
  bytes.writeInt32BE(dimensions, 0);
  bytes.writeInt32BE(hasNull, 4);
  bytes.writeInt32BE(typeIds[type], 8);
  bytes.writeInt32BE(rows.length, 12);
  bytes.writeInt32BE(firstIndex, 16);
  return bytes.subarray(0, at);
}
