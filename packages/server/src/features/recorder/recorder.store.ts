import { type BulkConnection, inBulkTransaction } from '../../platform/db/bulk.js';
import { copyEnd, copyHead, type EncodedRows } from './reading-record.js';
import { isNearMidnight, isStored } from './uploaded.store.js';

/** One recorder per partition of the journal. The lock is released when the connection ends. */
export async function tryLockPartition(bulk: BulkConnection, journal: string, partition: number): Promise<boolean> {
  const [row] = await bulk.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(7221028, hashtext($1) # $2::integer) as taken',
    [journal, partition],
  );
  return row?.taken ?? false;
}

export async function getRecorded(bulk: BulkConnection, journal: string, partition: number): Promise<number> {
  const [row] = await bulk.query<{ sequence: string }>(
    'select sequence from recorded where log = $1 and partition = $2',
    [journal, partition],
  );
  return Number(row?.sequence ?? 0);
}

export interface Piece {
  readonly journal: string;
  readonly partition: number;
  readonly after: number;
  readonly upTo: number;
  readonly rows: readonly EncodedRows[];
}

/** The rows and the new position in one commit: a piece that is read again changes nothing. */
export async function insertPiece(bulk: BulkConnection, piece: Piece): Promise<number> {
  const { rows } = piece;
  return inBulkTransaction(bulk, async () => {
    await moveOn(bulk, piece);
    return copyRows(bulk, 'readings', rows);
  });
}

/**
 * The slow way, for a piece with rows that are already stored: a reading sent again, or stored directly. Around
 * midnight a repetition may be a row of the other day, whose index does not know it.
 */
export async function insertPieceOnce(bulk: BulkConnection, piece: Piece): Promise<number> {
  const { rows } = piece;
  return inBulkTransaction(bulk, async () => {
    await moveOn(bulk, piece);
    await bulk.query('create temporary table if not exists piece (like readings) on commit delete rows');
    await copyRows(bulk, 'piece', rows);
    const [row] = await bulk.query<{ count: string }>(
      `with stored as (insert into readings select * from piece sent
         where not (${isNearMidnight} and ${isStored}) on conflict do nothing returning 1)
       select count(*) from stored`,
    );
    return Number(row?.count);
  });
}

/** One COPY per layout: after an update the journal holds rows with and without a new column. */
async function copyRows(bulk: BulkConnection, table: string, rows: readonly EncodedRows[]): Promise<number> {
  const byColumns = new Map<string, Uint8Array[]>();
  for (const { columnNames, bytes } of rows) {
    const same = byColumns.get(columnNames);
    if (same) same.push(bytes);
    else if (bytes.length > 0) byColumns.set(columnNames, [bytes]);
  }
  let count = 0;
  for (const [columnNames, pieces] of byColumns)
    count += await bulk.copy(`copy ${table} (${columnNames}) from stdin (format binary)`, [
      copyHead,
      ...pieces,
      copyEnd,
    ]);
  return count;
}

/** Returns whether it is new: a record may be read again. */
export async function insertRefused(bulk: BulkConnection, bytes: Uint8Array, problem: string): Promise<boolean> {
  const inserted = await bulk.query(
    'insert into refused_records (digest, bytes, problem) values (sha256($1), $1, $2) on conflict do nothing returning 1',
    [Buffer.from(bytes), problem],
  );
  return inserted.length > 0;
}

/** Moves the position, and notes the minutes of the readings: some may be rolled up into the vitals already. */
async function moveOn(bulk: BulkConnection, { journal, partition, after, upTo, rows }: Piece): Promise<void> {
  const moved = await bulk.query(
    `with noted as (insert into vitals_due select unnest($5::timestamptz[]))
     insert into recorded (log, partition, sequence, committed_at) values ($1, $2, $4, clock_timestamp())
     on conflict (log, partition) do update set sequence = $4, committed_at = excluded.committed_at
       where recorded.sequence = $3
     returning sequence`,
    [journal, partition, after, upTo, listMinutes(rows)],
  );
  if (moved.length === 0) throw new Error('Another recorder has written this partition of the journal');
}

function listMinutes(rows: readonly EncodedRows[]): string[] {
  const all = new Set(rows.flatMap(({ minutes }) => minutes));
  return [...all].map((ms) => new Date(ms).toISOString());
}
