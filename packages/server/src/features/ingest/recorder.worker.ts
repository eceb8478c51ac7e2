/**
 * Moves readings from the log into their table, each partition by one recorder at a time, exactly once in effect:
 *
 *   wait for the place (an advisory lock) → read what the log holds → falls the log carries → rows and the new position
 *   in one commit → the log forgets what is written → read on
 *
 * Whatever fails, it begins again from the place, and with all that the log still holds, some seconds of it: a reading
 * that stands there already stays as it is. Not from the position: a log that lost its end in a power cut gives the
 * same numbers to new records.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, contextOf, type Platform, system } from '../../platform/context.js';
import { type BulkConnection, openBulk } from '../../platform/db/bulk.js';
import { isUniqueViolation } from '../../platform/db/faults.js';
import type { LoggedRecord, LogIdentity, RecordLog } from '../../platform/records/record-log.js';
import { recordCarriedFall } from '../falls/recording.service.js';
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

async function recordPiece(
  ctx: Context,
  bulk: BulkConnection,
  place: Pick<store.Piece, 'log' | 'partition' | 'after'>,
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

async function insertPiece(bulk: BulkConnection, piece: store.Piece): Promise<number> {
  try {
    return await store.insertPiece(bulk, piece);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return store.insertPieceOnce(bulk, piece);
  }
}
