import type { Platform } from '../../platform/context.js';
import type { JournalRecord } from '../../platform/journal/journal.js';

/** How far the recorder of this process is behind, and how much it has written, for the metrics. */
export interface Progress {
  /** Records that were read and are not written yet. Empty: nothing waits. */
  sees(partition: number, piece: readonly JournalRecord[]): void;
  /** Nothing waits, or another recorder holds the lock. */
  caughtUp(partition: number): void;
  /** Starts the lag of the partition now, unless a waiting record is known. */
  failed(partition: number): void;
  wrote(rows: number): void;
  /** A record could not be read, or the database refused it. */
  setAside(): void;
}

export function createProgress({ metrics, clock }: Pick<Platform, 'metrics' | 'clock'>): Progress {
  const since = new Map<number, number>();
  const recorded = metrics.counter('journal_recorded_rows_total');
  const refused = metrics.counter('journal_refused_total');
  metrics.beforeScrape(() => {
    const oldestMs = Math.min(clock.nowMs(), ...since.values());
    metrics.gauge('journal_lag_seconds').set((clock.nowMs() - oldestMs) / 1_000);
  });
  return {
    sees(partition, [oldest]) {
      if (oldest) since.set(partition, oldest.appendedAtMs);
      else since.delete(partition);
    },
    caughtUp: (partition) => void since.delete(partition),
    failed: (partition) => void since.set(partition, since.get(partition) ?? clock.nowMs()),
    wrote: (rows) => recorded.inc(rows),
    setAside: () => refused.inc(),
  };
}
