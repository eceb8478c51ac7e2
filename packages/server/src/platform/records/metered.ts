import { Counter } from 'prom-client';
import type { Metrics } from '../metrics.js';
import type { RecordLog } from './record-log.js';

/** Counts what is appended and what could not be: one record holds the readings of a turn of the event loop. */
export function countAppends(records: RecordLog, { registry }: Metrics): RecordLog {
  const registers = [registry];
  const appended = new Counter({
    name: 'fallwatch_log_appended_total',
    help: 'Records that the log of readings has acknowledged.',
    registers,
  });
  const failed = new Counter({
    name: 'fallwatch_log_append_failures_total',
    help: 'Records that the log did not take; their readings went straight into the database, or were answered 503.',
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
