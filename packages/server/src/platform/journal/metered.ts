import { Counter } from 'prom-client';
import type { Metrics } from '../metrics.js';
import type { Journal } from './journal.js';

/** Counts appended and failed records. One record holds the readings of one event loop turn. */
export function countAppends(records: Journal, { registry }: Metrics): Journal {
  const registers = [registry];
  const appended = new Counter({
    name: 'fallwatch_journal_appended_total',
    help: 'Records that the journal has acknowledged.',
    registers,
  });
  const failed = new Counter({
    name: 'fallwatch_journal_append_failures_total',
    help: 'Records that the journal did not take; their readings went straight into the database, or were answered 503.',
    registers,
  });
  return {
    ...records,
    async append(partition, record) {
      try {
        await records.append(partition, record);
      } catch (error) {
        failed.inc();
        throw error;
      }
      appended.inc();
    },
  };
}
