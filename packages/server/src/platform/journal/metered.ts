import type { Metrics } from '../metrics.js';
import type { Journal } from './journal.js';

/** Counts appended and failed records. One record holds the readings of one event loop turn. */
export function countAppends(records: Journal, metrics: Metrics): Journal {
  const appended = metrics.counter('journal_appended_total');
  const failed = metrics.counter('journal_append_failures_total');
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
