import { createHash, randomFillSync } from 'node:crypto';

/** Random bytes are drawn in bulk: a call per id would cost more than the rest of the function. */
const pool = Buffer.alloc(16 * 256);
let nextRandom = pool.length;

/** UUID version 7 (RFC 9562): starts with the time, so that new rows are added at the end of an index. */
export function newId(nowMs: number = Date.now()): string {
  if (nextRandom === pool.length) {
    randomFillSync(pool);
    nextRandom = 0;
  }
  const bytes = pool.subarray(nextRandom, nextRandom + 16);
  nextRandom += 16;
  bytes.writeUIntBE(nowMs, 0, 6);
  return toUuid(bytes, 7);
}

/** UUID version 8, derived from the text: the same text always gives the same id. */
export function idFromText(text: string): string {
  return toUuid(createHash('sha256').update(text).digest().subarray(0, 16), 8);
}

function toUuid(bytes: Buffer, version: number): string {
  bytes[6] = (version << 4) | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}
