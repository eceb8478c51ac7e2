import { DiscardPolicy, type JetStreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Log } from '../log.js';

const dayMs = 86_400_000;
const errorNotFound = 10_059;

/** The stream of the journal: one subject per partition. */
export interface RecordStream {
  readonly name: string;
  toSubject(partition: number): string;
  /** Creates the stream if it does not exist; returns its id. */
  ensure(manager: JetStreamManager): Promise<string>;
}

/** `replicas`: number of servers that store each record. Null: one, and an existing stream is left unchanged. */
export function createRecordStream(namespace: string, replicas: number | null, log: Log): RecordStream {
  const name = `${namespace}_records`;
  /** Logs only once that there are too few servers for the replicas. */
  let isTold = false;

  /** With too few servers the stream stays unchanged: fewer copies are better than no journal. */
  async function setReplicas(manager: JetStreamManager, replicas: number): Promise<void> {
    if (isTold) return;
    try {
      await manager.streams.update(name, { num_replicas: replicas });
      log.info({ replicas }, 'journal has another number of replicas');
    } catch (error) {
      isTold = true;
      log.error({ err: error, replicas }, 'journal cannot have that many replicas (JOURNAL_REPLICAS)');
    }
  }

  return {
    name,
    toSubject: (partition) => `${namespace}.ingest.${partition}`,
    async ensure(manager) {
      const found = await manager.streams.info(name).catch((error: { code?: number }) => {
        if (error.code !== errorNotFound) throw error;
        return manager.streams.add({
          name,
          subjects: [`${namespace}.ingest.*`],
          storage: StorageType.File,
          retention: RetentionPolicy.Limits,
          // A full stream refuses new records, it does not drop old ones for them: the caller then writes directly to
          // the database.
          discard: DiscardPolicy.New,
          max_age: nanos(3 * dayMs),
          duplicate_window: nanos(120_000),
          num_replicas: replicas ?? 1,
        });
      });
      if (replicas !== null && found.config.num_replicas !== replicas) await setReplicas(manager, replicas);
      return `${name}@${found.created}`;
    },
  };
}
