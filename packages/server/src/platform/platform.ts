import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { type Clock, systemClock } from './clock.js';
import type { Platform } from './context.js';
import { type Changes, listenForChanges, ownChanges } from './db/changes.js';
import { openDatabase } from './db/database.js';
import type { Events } from './events/events.js';
import { createMemoryEvents } from './events/memory.js';
import { createNatsEvents } from './events/nats.js';
import { createMemoryHotState } from './hot/memory.js';
import { createRedisHotState } from './hot/redis.js';
import { createLog, type Log } from './log.js';
import { createMetrics, type Metrics } from './metrics.js';
import { createPasswords } from './passwords.js';
import { createJetStreamLog } from './records/jetstream.js';
import { countAppends } from './records/metered.js';
import type { RecordLog } from './records/record-log.js';

export interface PlatformOptions {
  readonly clock?: Clock;
  readonly log?: Log;
}

/** Chooses the drivers: a server where an address is given, else in process. */
export async function openPlatform(config: Config, options: PlatformOptions = {}): Promise<Platform> {
  const { clock = systemClock, log = createLog(config) } = options;
  const db = await openDatabase(config, log);
  // The embedded database has one connection only.
  const alertsDb = config.databaseUrl ? await openDatabase(config, log, 'alerts') : db;
  const passwords = createPasswords();
  const metrics = createMetrics();
  metrics.watch('password_queue', 'Logins and signups that wait for their password to be hashed.', passwords.queued);
  const events = config.natsUrl
    ? createNatsEvents(config.natsUrl, `${config.namespace}.events`, log)
    : createMemoryEvents(log);
  const remembered = new Map<unknown, unknown>();
  const platform: Platform = {
    config,
    clock,
    log,
    db,
    alertsDb,
    events,
    changes: changesOf(config, events, log),
    passwords,
    metrics,
    ofProcess: <T>(create: (platform: Platform) => T): T => {
      if (!remembered.has(create)) remembered.set(create, create(platform));
      return remembered.get(create) as T;
    },
    hot: config.redisUrl
      ? createRedisHotState(config.redisUrl, `${config.namespace}:`, clock, log)
      : createMemoryHotState(clock),
    records: recordsOf(config, metrics, log),
    tokenKeys: tokenKeysOf(config),
    lifecycle: { isStopping: false },
  };
  return platform;
}

function changesOf({ databaseUrl }: Config, events: Events, log: Log): Changes {
  if (databaseUrl === null) return ownChanges;
  return listenForChanges(databaseUrl, events.tell, () => events.tell({ type: 'changes.missed' }), log);
}

/** The embedded database has nobody who could write to it in bulk. */
function recordsOf(
  { natsUrl, databaseUrl, namespace, logPartitions }: Config,
  metrics: Metrics,
  log: Log,
): RecordLog | null {
  if (!natsUrl || !databaseUrl) return null;
  return countAppends(createJetStreamLog(natsUrl, namespace, logPartitions, log), metrics);
}

export async function closePlatform({ events, changes, records, hot, db, alertsDb }: Platform): Promise<void> {
  await records?.close();
  await changes.close();
  await events.close();
  await hot.close();
  if (alertsDb !== db) await alertsDb.destroy();
  await db.destroy();
}

function tokenKeysOf({ jwtSecrets, dataDir }: Config): Platform['tokenKeys'] {
  const [first = developmentSecret(dataDir), ...others] = jwtSecrets ?? [];
  return [Buffer.from(first), ...others.map((secret) => Buffer.from(secret))];
}

/** Kept beside the embedded database, so that sessions live on over a restart. Production brings its own. */
function developmentSecret(dataDir: string): string {
  if (dataDir === 'memory') return randomBytes(32).toString('base64');
  const path = join(dataDir, 'jwt-secret');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    // Whole or not there: of several processes that start at once, all must sign with the same.
    const own = `${path}.${process.pid}`;
    writeFileSync(own, randomBytes(32).toString('base64'), { mode: 0o600 });
    try {
      linkSync(own, path);
    } catch (error) {
      if (!existsSync(path)) throw error;
    }
    rmSync(own);
  }
  return readFileSync(path, 'utf8').trim();
}
