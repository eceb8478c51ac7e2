/**
 * Moves readings from the journal into their table, with one recorder per partition, exactly once in effect:
 *
 *   wait for the advisory lock → read the journal → record the falls it carries → rows and the new position in one
 *   commit → delete written records from the journal → read on
 *
 * A record that cannot be read, or that the database refuses because of its values, is set aside in refused_records,
 * and its readable parts are written: it blocks no other readings and falls. After any other failure the recorder
 * starts again with the lock and reads all that the journal still holds, some seconds of it; a reading that is already
 * stored is left unchanged. It does not start at the position: a journal that lost its end in a power cut gives the
 * same sequence numbers to new records.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, createContext, type Platform, system } from '../../platform/context.js';
import { type BulkConnection, openBulk } from '../../platform/db/bulk.js';
import { isRefusedData, isUniqueViolation } from '../../platform/db/faults.js';
import type { Journal, JournalIdentity, JournalRecord } from '../../platform/journal/journal.js';
import { recordCarriedFall } from '../falls/recording.service.js';
import { recordSystemLog } from '../logs/logs.service.js';
import { recordFalls } from './carried-falls.js';
import { prepareReadingDays } from './reading-days.service.js';
import { decodeRecord, type ReadingRecord } from './reading-record.js';
import * as store from './recorder.store.js';
import { createProgress, type Progress } from './recorder-progress.js';
import { isMinuteNearMidnight } from './repetition.rules.js';

const retryMs = 500;
/** Time between two deletions of written records from the journal. */
const forgetEveryMs = 10_000;

/** Runs until it is stopped; the current piece is finished first. */
export function startRecorder(platform: Platform): () => Promise<void> {
  const { journal, config, log } = platform;
  if (!journal || !config.databaseUrl) return async () => {};
  const url = config.databaseUrl;
  const ctx = createContext(platform, system);
  const stopping = new AbortController();
  const progress = createProgress(platform);
  const partitions = Array.from({ length: journal.partitions }, async (_, partition) => {
    while (!stopping.signal.aborted) {
      try {
        await recordPartition(ctx, journal, partition, url, progress, stopping.signal);
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
  journal: Journal,
  partition: number,
  url: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const identity = await journal.identify();
  const bulk = await openBulk(url);
  try {
    if (!(await store.tryLockPartition(bulk, identity.id, partition))) return progress.caughtUp(partition);
    let after = await store.getRecorded(bulk, identity.id, partition);
    let forgottenAtMs = performance.now();
    for await (const piece of journal.read(partition, signal)) {
      progress.sees(partition, piece);
      if (piece.length > 0)
        after = await recordPiece(ctx, bulk, { journal: identity.id, partition, after }, piece, progress);
      // Another journal with the same name, or one that lost its end: records up to our position may be new.
      if (!isSame(identity, await journal.identify())) return;
      if (performance.now() - forgottenAtMs < forgetEveryMs) continue;
      await journal.forget(partition, after);
      forgottenAtMs = performance.now();
    }
  } finally {
    await bulk.close().catch(() => {});
  }
}

function isSame(one: JournalIdentity, other: JournalIdentity): boolean {
  return one.id === other.id && one.interruptions === other.interruptions;
}

type Place = Pick<store.Piece, 'journal' | 'partition' | 'after'>;

type Decoded = JournalRecord & ReadingRecord;

async function recordPiece(
  ctx: Context,
  bulk: BulkConnection,
  place: Place,
  records: readonly JournalRecord[],
  progress: Progress,
): Promise<number> {
  const decoded = records.map((record): Decoded => ({ ...record, ...decodeRecord(record.bytes) }));
  for (const { bytes, problem } of decoded)
    if (problem !== null) await setAside(ctx, bulk, bytes, new Error(problem), progress);
  try {
    return await recordTogether(ctx, bulk, place, decoded, progress);
  } catch (error) {
    if (!isBadRecord(error)) throw error;
    // A missing partition of the day is not the fault of the record.
    await prepareReadingDays(ctx);
    let { after } = place;
    for (const record of decoded) after = await recordAlone(ctx, bulk, { ...place, after }, record, progress);
    return after;
  }
}

/** A retry cannot help: the database refuses the values, or our own code cannot process them. */
function isBadRecord(error: unknown): boolean {
  return isRefusedData(error) || error instanceof TypeError || error instanceof RangeError;
}

async function recordTogether(
  ctx: Context,
  bulk: BulkConnection,
  place: Place,
  records: readonly Decoded[],
  progress: Progress,
): Promise<number> {
  const falls = records.flatMap((record) => record.falls);
  await recordFalls(falls, (fall) => recordCarriedFall(ctx, fall));
  const upTo = records.at(-1)?.sequence ?? place.after;
  const piece = { ...place, upTo, rows: records.map(({ rows }) => rows) };
  progress.wrote(await insertPiece(bulk, piece));
  return upTo;
}

/** Each fall and the rows separately. Refused parts are set aside before the position moves past the record. */
async function recordAlone(
  ctx: Context,
  bulk: BulkConnection,
  place: Place,
  { sequence, bytes, rows, falls }: Decoded,
  progress: Progress,
): Promise<number> {
  const orSetAside = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isBadRecord(error)) throw error;
      await setAside(ctx, bulk, bytes, error as Error, progress);
      return false;
    }
  };
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
  error: Error,
  progress: Progress,
): Promise<void> {
  if (!(await store.insertRefused(bulk, bytes, error.message))) return;
  progress.setAside();
  ctx.log.error({ err: error }, 'a record of the journal was set aside');
  await recordSystemLog(ctx, 'RECORD_SET_ASIDE', {});
}

async function insertPiece(bulk: BulkConnection, piece: store.Piece): Promise<number> {
  if (piece.rows.some(({ minutes }) => minutes.some(isMinuteNearMidnight))) return store.insertPieceOnce(bulk, piece);
  try {
    return await store.insertPiece(bulk, piece);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return store.insertPieceOnce(bulk, piece);
  }
}
