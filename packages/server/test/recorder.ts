import { sql } from 'kysely';
import { expect } from 'vitest';
import { startRecorder } from '../src/features/recorder/recorder.worker.js';
import { newId } from '../src/platform/ids.js';
import type { Journal } from '../src/platform/journal/journal.js';
import { createMetrics } from '../src/platform/metrics.js';
import { testServer } from './harness.js';
import type { Person } from './people.js';

/** The recorder on a journal in memory. */

/** A journal in memory: keeps its records until `forget` is called, and counts the reads. */
export function createTestJournal(...records: Uint8Array[]) {
  const held = records.map((bytes, index) => ({ sequence: index + 1, appendedAtMs: 0, bytes }));
  const state = { id: `log-${newId()}`, interruptions: 0, pieces: 0, forgottenUpTo: 0 };
  const log: Journal = {
    partitions: 1,
    append: () => Promise.reject(new Error('nobody appends here')),
    identify: async () => ({ id: state.id, interruptions: state.interruptions }),
    async *read(_, signal) {
      let position = 0;
      while (!signal.aborted) {
        const piece = held.filter(({ sequence }) => sequence > position);
        position = held.at(-1)?.sequence ?? 0;
        yield piece;
        state.pieces += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    oldestAfter: async (_, sequence) => held[sequence]?.appendedAtMs,
    async forget(_, upToSequence) {
      state.forgottenUpTo = upToSequence;
    },
    async close() {},
  };
  return {
    log,
    state,
    add: (bytes: Uint8Array) => held.push({ sequence: held.length + 1, appendedAtMs: Date.now(), bytes }),
  };
}

/** Runs the recorder until it has written everything, from the beginning. */
export async function record({ log, state }: ReturnType<typeof createTestJournal>): Promise<void> {
  const { platform } = await testServer();
  const before = state.pieces;
  // Its own metrics, as in a process of its own.
  const stop = startRecorder({ ...platform, journal: log, metrics: createMetrics() });
  await expect.poll(() => state.pieces - before).toBeGreaterThan(1);
  await stop();
}

export async function listStored(deviceKey: number) {
  const { platform } = await testServer();
  return platform.db.selectFrom('readings').selectAll().where('deviceKey', '=', deviceKey).execute();
}

export async function listFalls(person: Person) {
  const { platform } = await testServer();
  return platform.db
    .selectFrom('falls')
    .select(['id', sql<number>`(select count(*)::integer from alerts where fall_id = falls.id)`.as('alerts')])
    .where('userId', '=', person.id)
    .execute();
}
