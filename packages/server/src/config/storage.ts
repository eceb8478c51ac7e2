/** Where data is stored: database, hot state, journal. */
import { count, expect, oneOf, urlsWith, urlWith, variable } from './forms.js';

export const storageSettings = {
  dataDir: variable({
    name: 'DATA_DIR',
    form: 'folder',
    shown: '`.data`',
    about:
      'Contains the embedded database and the development secret. Unused when `DATABASE_URL` and `JWT_SECRET` are set.',
    read: (raw) => raw,
    fallback: () => '.data',
  }),
  databaseUrl: variable({
    name: 'DATABASE_URL',
    form: '`postgres://user:password@host:5432/name`',
    shown: 'embedded database in `DATA_DIR`',
    about: 'PostgreSQL 15 or later.',
    read: urlWith('postgres:', 'postgresql:'),
    fallback: (): string | null => null,
    requiredInProduction: true,
  }),
  redisUrl: variable({
    name: 'REDIS_URL',
    form: '`redis://host:6379`',
    shown: 'in process',
    about: 'Shared limits, pace and detector state of devices. Needed with more than one process.',
    read: urlWith('redis:', 'rediss:'),
    fallback: (): string | null => null,
  }),
  natsUrl: variable({
    name: 'NATS_URL',
    form: '`nats://host:4222`; several of one cluster separated by commas',
    shown: 'in process',
    about: 'Events between processes; with `DATABASE_URL` also the journal of readings (JetStream, 2.9 or later).',
    read: urlsWith('nats:', 'tls:'),
    fallback: (): string | null => null,
  }),
  journalPartitions: count(
    'JOURNAL_PARTITIONS',
    1,
    'Number of partitions of the journal: at most this many recorders can work at the same time.',
  ),
  journalReplicas: variable({
    name: 'JOURNAL_REPLICAS',
    form: '`1`, `3` or `5`',
    shown: '`1`; an existing journal is not changed',
    about: 'Number of servers of a NATS cluster that store each record of the journal.',
    read: (raw): number | null => Number(oneOf('1', '3', '5')(raw)),
    fallback: (): number | null => null,
  }),
  namespace: variable({
    name: 'NAMESPACE',
    form: 'letters, digits and `_`',
    shown: '`fallwatch`',
    about: 'Prefix of every Redis key and NATS subject. Installations that share these servers need different ones.',
    read: (raw) => expect(/^\w{1,64}$/.test(raw), raw),
    fallback: () => 'fallwatch',
  }),
};
