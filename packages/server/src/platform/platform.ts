import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { openCells } from './cells/cells.js';
import { type Clock, createDatabaseClock, systemClock } from './clock.js';
import type { Platform, ProcessState } from './context.js';
import { type Changes, listenForChanges, ownChanges } from './db/changes.js';
import { openDatabase, readDatabaseTime } from './db/database.js';
import { watchEventLoop } from './event-loop.js';
import type { Events } from './events/events.js';
import { createMemoryEvents } from './events/memory.js';
import { createNatsEvents } from './events/nats.js';
import type { HotState } from './hot/hot-state.js';
import { createMemoryHotState } from './hot/memory.js';
import { createRedisHotState } from './hot/redis.js';
import { createJetStreamJournal } from './journal/jetstream.js';
import type { Journal } from './journal/journal.js';
import { countAppends } from './journal/metered.js';
import { createLog, type Log } from './log.js';
import { createMetrics, type Metrics } from './metrics.js';
import { createPasswords, type Passwords } from './passwords.js';
import { preparePrivateFolder } from './private-folder.js';
import { openTracing, type Tracing, traceCalls } from './tracing/tracing.js';

export interface PlatformOptions {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly passwords?: Passwords;
}

/** Chooses the drivers: a server if its URL is configured, else in process. */
export async function openPlatform(
  config: Config,
  createState: (platform: Platform) => ProcessState,
  options: PlatformOptions = {},
): Promise<Platform> {
  const { log = createLog(config), passwords = createPasswords() } = options;
  const metrics = createMetrics();
  const tracing = openTracing(config, metrics, log);
  const db = await openDatabase(config, log, 'requests', metrics, tracing);
  const databaseClock = options.clock ? null : createDatabaseClock(systemClock, () => readDatabaseTime(db), log);
  const clock = options.clock ?? (databaseClock as Clock);
  // The embedded database has only one connection.
  const alertsDb = config.databaseUrl ? await openDatabase(config, log, 'alerts', metrics, tracing) : db;
  metrics.beforeScrape(() => {
    metrics.gauge('password_queue').set(passwords.queued());
    metrics.gauge('clock_offset_seconds').set((databaseClock?.offsetMs() ?? 0) / 1_000);
  });
  const events = config.natsUrl
    ? createNatsEvents(config.natsUrl, `${config.namespace}.events`, log, config.natsCa)
    : createMemoryEvents(log);
  const state = {} as ProcessState;
  const platform: Platform = {
    state,
    config,
    clock,
    eventLoop: watchEventLoop(),
    databaseClock,
    log,
    db,
    alertsDb,
    events,
    changes: openChanges(config, events, log),
    cells: openCells(config, metrics, log),
    passwords,
    metrics,
    tracing,
    hot: openHotState(config, clock, tracing, log),
    journal: openJournal(config, metrics, tracing, log),
    tokenKeys: loadTokenKeys(config),
    lifecycle: { isStopping: false, isDraining: false },
  };
  // Filled, not replaced: the state created here may use the rest of the platform later.
  Object.assign(state, createState(platform));
  return platform;
}

function openChanges({ databaseUrl }: Config, events: Events, log: Log): Changes {
  if (databaseUrl === null) return ownChanges;
  return listenForChanges(databaseUrl, events.tell, () => events.tell({ type: 'changes.missed' }), log);
}

function openHotState(
  { redisUrl, redisCa, namespace }: Config,
  clock: Clock,
  tracing: Tracing | null,
  log: Log,
): HotState {
  if (!redisUrl) return createMemoryHotState(clock);
  const redis = createRedisHotState(redisUrl, `${namespace}:`, clock, log, redisCa);
  return traceCalls(tracing, 'redis', redis, ['countHit', 'takeTurns', 'readLastTurns']);
}

/** No journal with the embedded database: the recorder cannot write to it in bulk. */
function openJournal(
  { natsUrl, natsCa, databaseUrl, namespace, journalPartitions, journalReplicas }: Config,
  metrics: Metrics,
  tracing: Tracing | null,
  log: Log,
): Journal | null {
  if (!natsUrl || !databaseUrl) return null;
  const options = { namespace, partitions: journalPartitions, replicas: journalReplicas, ca: natsCa };
  const journal = traceCalls(tracing, 'nats', createJetStreamJournal(natsUrl, options, log), ['append']);
  return countAppends(journal, metrics);
}

export async function closePlatform(platform: Platform): Promise<void> {
  const { events, changes, cells, journal, hot, db, alertsDb, eventLoop } = platform;
  eventLoop.stop();
  await journal?.close();
  await changes.close();
  await cells?.close();
  await events.close();
  await hot.close();
  if (alertsDb !== db) await alertsDb.destroy();
  await db.destroy();
  await platform.tracing?.close();
}

function loadTokenKeys({ jwtSecrets, dataDir }: Config): Platform['tokenKeys'] {
  const [first = developmentSecret(dataDir), ...others] = jwtSecrets ?? [];
  return [Buffer.from(first), ...others.map((secret) => Buffer.from(secret))];
}

/** Stored next to the embedded database, so that sessions survive a restart. Production must set its own secret. */
function developmentSecret(dataDir: string): string {
  if (dataDir === 'memory') return randomBytes(32).toString('base64');
  const path = join(dataDir, 'jwt-secret');
  preparePrivateFolder(dataDir);
  if (!existsSync(path)) {
    // Written atomically: processes that start at the same time must all use the same secret.
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
