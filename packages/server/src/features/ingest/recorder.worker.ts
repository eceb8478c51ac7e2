/**
 * Moves readings from the log into their table, each partition by one recorder at a time, exactly once in effect:
 *
 *   wait for the place (an advisory lock) → read what the log holds → falls the log carries → rows and the new position
 *   in one commit → the log forgets what is written → read on
 *
 * A record that the database refuses for what it holds is set aside, in refused_records: nobody's readings and falls
 * wait behind it. Whatever else fails, it begins again from the place, and with all that the log still holds, some
 * seconds of it: a reading that stands there already stays as it is. Not from the position: a log that lost its end in
 * a power cut gives the same numbers to new records.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, contextOf, type Platform, system } from '../../platform/context.js';
import { type BulkConnection, openBulk } from '../../platform/db/bulk.js';
import { isRefusedData, isUniqueViolation } from '../../platform/db/faults.js';
import type { LoggedRecord, LogIdentity, RecordLog } from '../../platform/records/record-log.js';
import { recordCarriedFall } from '../falls/recording.service.js';
import { recordSystemLog } from '../logs/logs.service.js';
import { prepareReadingDays } from './reading-days.service.js';
import { decodeRecord } from './reading-record.js';
import * as store from './recorder.store.js';
import { createProgress, type Progress } from './recorder-progress.js';

const retryMs = 500;
/** Between two clean-ups of the log. */
const forgetEveryMs = 10_000;

/** Runs until told to stop; then the piece under way is finished. */
export function startRecorder(platform: Platform): () => Promise<void> {
  const { records, config, log } = platform;
  if (!records || !config.databaseUrl) return async () => {};
  const url = config.databaseUrl;
  const ctx = contextOf(platform, system);
  const stopping = new AbortController();
  const progress = platform.ofProcess(createProgress);
  const partitions = Array.from({ length: records.partitions }, async (_, partition) => {
    while (!stopping.signal.aborted) {
      try {
        await recordPartition(ctx, records, partition, url, progress, stopping.signal);
      } catch (error) {
        progress.failed(partition);
        log.warn({ err: error, partition }, 'recorder begins again');
      }
      await pause(retryMs);
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(partitions);
  };
}

async function recordPartition(
  ctx: Context,
  records: RecordLog,
  partition: number,
  url: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const log = await records.identify();
  const bulk = await openBulk(url);
  try {
    if (!(await store.tryTakePlace(bulk, log.id, partition))) return progress.caughtUp(partition);
    let after = await store.getRecorded(bulk, log.id, partition);
    let forgottenAtMs = performance.now();
    for await (const piece of records.read(partition, signal)) {
      progress.sees(partition, piece);
      if (piece.length > 0) after = await recordPiece(ctx, bulk, { log: log.id, partition, after }, piece, progress);
      // Another log under the same name, or one that lost its end: what stands up to our position may be new.
      if (!isSame(log, await records.identify())) return;
      if (performance.now() - forgottenAtMs < forgetEveryMs) continue;
      await records.forget(partition, after);
      forgottenAtMs = performance.now();
    }
  } finally {
    await bulk.close().catch(() => {});
  }
}

function isSame(one: LogIdentity, other: LogIdentity): boolean {
  return one.id === other.id && one.interruptions === other.interruptions;
}

type Place = Pick<store.Piece, 'log' | 'partition' | 'after'>;

async function recordPiece(
  ctx: Context,
  bulk: BulkConnection,
  place: Place,
  records: readonly LoggedRecord[],
  progress: Progress,
): Promise<number> {
  try {
    return await recordTogether(ctx, bulk, place, records, progress);
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    // A day that nobody has made yet is no fault of the record.
    await prepareReadingDays(ctx);
    let { after } = place;
    for (const record of records) after = await recordAlone(ctx, bulk, { ...place, after }, record, progress);
    return after;
  }
}

async function recordTogether(
  ctx: Context,
  bulk: BulkConnection,
  place: Place,
  records: readonly LoggedRecord[],
  progress: Progress,
): Promise<number> {
  const decoded = records.map(({ bytes }) => decodeRecord(bytes));
  for (const { falls } of decoded) for (const fall of falls) await recordCarriedFall(ctx, fall);
  const upTo = records.at(-1)?.sequence ?? place.after;
  const piece = { ...place, upTo, rows: decoded.map(({ rows }) => rows) };
  progress.wrote(await insertPiece(bulk, piece));
  return upTo;
}

/** Each fall and the rows for themselves. What is refused is set aside before the place moves past it. */
async function recordAlone(
  ctx: Context,
  bulk: BulkConnection,
  place: Place,
  { sequence, bytes }: LoggedRecord,
  progress: Progress,
): Promise<number> {
  const orSetAside = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      await setAside(ctx, bulk, bytes, error, progress);
      return false;
    }
  };
  const { rows, falls } = decodeRecord(bytes);
  for (const fall of falls) await orSetAside(() => recordCarriedFall(ctx, fall));
  const piece = { ...place, upTo: sequence };
  const isWritten = await orSetAside(async () => progress.wrote(await insertPiece(bulk, { ...piece, rows: [rows] })));
  if (!isWritten) await store.insertPiece(bulk, { ...piece, rows: [] });
  return sequence;
}

async function setAside(
  ctx: Context,
  bulk: BulkConnection,
  bytes: Uint8Array,
  error: unknown,
  progress: Progress,
): Promise<void> {
  const problem = error instanceof Error ? error.message : String(error);
  if (!(await store.insertRefused(bulk, bytes, problem))) return;
  progress.setAside();
  ctx.log.error({ err: error }, 'the database refused a record of the log, it was set aside');
  await recordSystemLog(ctx, 'error', 'recorder', 'A record of readings was refused and set aside: refused_records');
}

async function insertPiece(bulk: BulkConnection, piece: store.Piece): Promise<number> {
  try {
    return await store.insertPiece(bulk, piece);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return store.insertPieceOnce(bulk, piece);
  }
}
