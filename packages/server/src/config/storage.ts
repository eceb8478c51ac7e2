/** Where data is stored: database, hot state, journal. */
import { count, expect, oneOf, urlsWith, urlWith, variable } from './forms.js';
import { caFile, databaseAddress } from './tls-files.js';

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
    isSecret: true,
    form: '`postgres://user:password@host:5432/name`',
    shown: 'embedded database in `DATA_DIR`',
    about: 'PostgreSQL 15 or later. [With TLS](#tls-to-postgresql-redis-and-nats): `?sslmode=verify-full`.',
    read: databaseAddress,
    fallback: (): string | null => null,
    requiredInProduction: true,
  }),
  backupDatabaseUrl: variable({
    name: 'BACKUP_DATABASE_URL',
    isSecret: true,
    form: '`postgres://user:password@host:5432/name`',
    shown: '`DATABASE_URL`',
    about: 'For the commands `backup` and `receive-wal`: a user with the attribute REPLICATION.',
    read: databaseAddress,
    fallback: (): string | null => null,
  }),
  redisUrl: variable({
    name: 'REDIS_URL',
    isSecret: true,
    form: '`redis://host:6379`, with TLS `rediss://…`',
    shown: 'in process',
    about: 'Shared limits, pace and detector state of devices. Needed with more than one process.',
    read: urlWith('redis:', 'rediss:'),
    fallback: (): string | null => null,
  }),
  redisCa: caFile('REDIS_CA_FILE', 'REDIS_URL'),
  natsUrl: variable({
    name: 'NATS_URL',
    isSecret: true,
    form: '`nats://host:4222`, with TLS `tls://…`; several of one cluster separated by commas',
    shown: 'in process',
    about: 'Events between processes; with `DATABASE_URL` also the journal of readings (JetStream, 2.9 or later).',
    read: urlsWith('nats:', 'tls:'),
    fallback: (): string | null => null,
  }),
  natsCa: caFile('NATS_CA_FILE', 'NATS_URL'),
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
