/**
 * Checks whether the readings in the journal reach their table. Uses only the journal and the database, which all
 * processes share: any process can tell that the recorder of another one is dead or stuck.
 */
import type { Platform } from '../../platform/context.js';
import type { Journal } from '../../platform/journal/journal.js';
import { readRecorderProgress } from './recorder-check.store.js';

/** A recorder commits about once a second and restarts within seconds. */
export const recorderLateAfterMs = 10_000;

export interface RecorderState {
  /** The age of the oldest record that is not written yet. */
  readonly lagMs: number;
  readonly lastCommitAt: string | null;
  /** Records that could not be read or were refused by the database, and are still set aside. */
  readonly setAside: number;
}

export async function readRecorderState({ db }: Pick<Platform, 'db'>, records: Journal): Promise<RecorderState> {
  const { id } = await records.identify();
  const { positions, lastCommitAt, setAside, nowMs } = await readRecorderProgress(db, id);
  const written = new Map(positions.map(({ partition, sequence }) => [partition, sequence]));
  const oldest = await Promise.all(
    Array.from({ length: records.partitions }, (_, partition) =>
      records.oldestAfter(partition, written.get(partition) ?? 0),
    ),
  );
  const waitedMs = oldest.map((appendedAtMs) => (appendedAtMs === undefined ? 0 : nowMs - appendedAtMs));
  return { lagMs: Math.round(Math.max(0, ...waitedMs)), lastCommitAt, setAside };
}
