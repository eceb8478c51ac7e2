import { Counter } from 'prom-client';
import type { Platform } from '../../platform/context.js';
import type { LoggedRecord } from '../../platform/records/record-log.js';

/** How far the recorder of this process is behind, and what it has written, for whoever watches it. */
export interface Progress {
  /** Read, not written down yet. An empty piece: nothing waits. */
  sees(partition: number, piece: readonly LoggedRecord[]): void;
  /** Nothing waits, or somebody else has the place. */
  caughtUp(partition: number): void;
  /** Unless something is known to wait already, it may from now on. */
  failed(partition: number): void;
  wrote(rows: number): void;
  /** A record that the database refused. */
  setAside(): void;
}

export function createProgress({ metrics, clock }: Pick<Platform, 'metrics' | 'clock'>): Progress {
  const since = new Map<number, number>();
  const recorded = new Counter({
    name: 'fallwatch_log_recorded_rows_total',
    help: 'Readings that this recorder has written from the log to the database.',
    registers: [metrics.registry],
  });
  const refused = new Counter({
    name: 'fallwatch_log_refused_total',
    help: 'Records that the database refused and that were set aside.',
    registers: [metrics.registry],
  });
  metrics.watch('log_lag_seconds', 'Age of the oldest record in the log that is not in the database yet.', () => {
    const oldestMs = Math.min(clock.nowMs(), ...since.values());
    return (clock.nowMs() - oldestMs) / 1_000;
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
