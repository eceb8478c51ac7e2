import type { BulkConnection } from '../../platform/db/bulk.js';
import { arrivalMsOf, copyEnd, copyHead } from './reading-record.js';

const columns = `at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, pressure, fsr,
  battery_level, confidence, heart_rate, spo2`;

/** One recorder writes a partition of the log at a time; the place is free again when its connection ends. */
export async function tryTakePlace(bulk: BulkConnection, log: string, partition: number): Promise<boolean> {
  const [row] = await bulk.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(7221028, hashtext($1) # $2::integer) as taken',
    [log, partition],
  );
  return row?.taken ?? false;
}

export async function getRecorded(bulk: BulkConnection, log: string, partition: number): Promise<number> {
  const [row] = await bulk.query<{ sequence: string }>(
    'select sequence from recorded where log = $1 and partition = $2',
    [log, partition],
  );
  return Number(row?.sequence ?? 0);
}

export interface Piece {
  readonly log: string;
  readonly partition: number;
  readonly after: number;
  readonly upTo: number;
  readonly rows: readonly Uint8Array[];
}

/** The rows and how far the log is written down, in one commit: a piece that is read again changes nothing. */
export async function insertPiece(bulk: BulkConnection, piece: Piece): Promise<number> {
  const { rows } = piece;
  return inTransaction(bulk, async () => {
    await moveOn(bulk, piece);
    return bulk.copy(`copy readings (${columns}) from stdin (format binary)`, [copyHead, ...rows, copyEnd]);
  });
}

/** The slow way, for a piece that holds what stands there already: a reading sent again, or stored by another way. */
export async function insertPieceOnce(bulk: BulkConnection, piece: Piece): Promise<number> {
  const { rows } = piece;
  return inTransaction(bulk, async () => {
    await moveOn(bulk, piece);
    await bulk.query('create temporary table if not exists piece (like readings) on commit delete rows');
    await bulk.copy(`copy piece (${columns}) from stdin (format binary)`, [copyHead, ...rows, copyEnd]);
    const once = `insert into readings (${columns}) select ${columns} from piece on conflict do nothing`;
    const [row] = await bulk.query<{ count: string }>(
      `with stored as (${once} returning 1) select count(*) from stored`,
    );
    return Number(row?.count);
  });
}

/** Answers whether it is new: a record may be read again. */
export async function insertRefused(bulk: BulkConnection, bytes: Uint8Array, problem: string): Promise<boolean> {
  const inserted = await bulk.query(
    'insert into refused_records (digest, bytes, problem) values (sha256($1), $1, $2) on conflict do nothing returning 1',
    [Buffer.from(bytes), problem],
  );
  return inserted.length > 0;
}

/** Also notes which minutes get readings: some may be folded into the vitals already. */
async function moveOn(bulk: BulkConnection, { log, partition, after, upTo, rows }: Piece): Promise<void> {
  const moved = await bulk.query(
    `with noted as (insert into vitals_due select unnest($5::timestamptz[]))
     insert into recorded (log, partition, sequence) values ($1, $2, $4)
     on conflict (log, partition) do update set sequence = $4 where recorded.sequence = $3
     returning sequence`,
    [log, partition, after, upTo, minutesOf(rows)],
  );
  if (moved.length === 0) throw new Error('Another recorder has written this partition of the log');
}

function minutesOf(records: readonly Uint8Array[]): string[] {
  const minutes = new Set<number>();
  for (const rows of records) {
    const atMs = arrivalMsOf(rows);
    if (atMs !== undefined) minutes.add(Math.floor(atMs / 60_000) * 60_000);
  }
  return [...minutes].map((ms) => new Date(ms).toISOString());
}

async function inTransaction<T>(bulk: BulkConnection, work: () => Promise<T>): Promise<T> {
  await bulk.query('begin');
  try {
    const result = await work();
    await bulk.query('commit');
    return result;
  } catch (error) {
    await bulk.query('rollback').catch(() => {});
    throw error;
  }
}
