import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { sql } from 'kysely';
import { expect, inject } from 'vitest';
// For the events it declares.
import type {} from '../src/access/session.js';
import { type BuiltApp, buildApp } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import { writeDeviceNews } from '../src/features/devices/devices.service.js';
import { startRecorder } from '../src/features/ingest/recorder.worker.js';
import { writeScores } from '../src/features/scores/scores.service.js';
import type { Clock } from '../src/platform/clock.js';
import { contextOf, type Platform, system } from '../src/platform/context.js';
import { ownChanges } from '../src/platform/db/changes.js';
import { openDatabase } from '../src/platform/db/database.js';
import type { App } from '../src/platform/http/app.js';
import { newId } from '../src/platform/ids.js';
import { openPlatform } from '../src/platform/platform.js';
import { ensureAdmin, prepareDatabase } from '../src/setup.js';
import { createDatabase, profile, servers } from './servers.js';

declare module '../src/platform/events/events.js' {
  interface EventTypes {
    'test.mark': { mark: string };
  }
}

/** Real time, plus whatever a test has moved it by. */
export class TestClock implements Clock {
  offsetMs = 0;
  nowMs(): number {
    return Date.now() + this.offsetMs;
  }
}

/** Its own memory and its own connections: another process, but for the clock. */
export interface TestProcess extends BuiltApp {
  readonly platform: Platform;
}

export interface TestServer extends TestProcess {
  readonly clock: TestClock;
  /** All that answer: this one, and in the cluster profile a second. */
  readonly processes: readonly TestProcess[];
}

export const rootAdmin = { email: 'root@example.org', password: 'Root-of-all-7!' };

const environment = {
  NODE_ENV: 'test',
  JWT_SECRET: 'x'.repeat(32),
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  RATE_LIMIT_GLOBAL: 'off',
  RATE_LIMIT_SIGNUP: 'off',
  RATE_LIMIT_LOGIN: 'off',
  RATE_LIMIT_EVENTS: 'off',
  RATE_LIMIT_SENSOR: 'off',
  ALLOWED_ORIGINS: 'https://care.example.org',
};

type Shared = typeof globalThis & { fallwatchTestServer?: Promise<TestServer> };

/** One server per worker process, on the drivers of the profile; with real ones two that answer, and a recorder. */
export function testServer(): Promise<TestServer> {
  const shared = globalThis as Shared;
  shared.fallwatchTestServer ??= startTestServer();
  return shared.fallwatchTestServer;
}

/**
 * A worker's files share a database. Those of files before are no longer watched nor told: a day that passes would
 * make each of their devices silent, and every admin hear of each.
 */
export async function retireEverybody(): Promise<void> {
  const server = await (globalThis as Shared).fallwatchTestServer;
  if (!server) return;
  const others = server.platform.db.updateTable('users').where('status', '=', 'active');
  await others.where('emailKey', '<>', rootAdmin.email).set({ status: 'inactive' }).execute();
  // The next file must not hear of it.
  await othersKnow();
}

async function startTestServer(): Promise<TestServer> {
  const clock = new TestClock();
  const drivers =
    profile === 'cluster'
      ? {
          DATABASE_URL: await createDatabase(inject('namespace'), `worker${process.env.VITEST_POOL_ID}`),
          NAMESPACE: `${inject('namespace')}_${process.env.VITEST_POOL_ID}`,
          REDIS_URL: servers.redis,
          NATS_URL: servers.nats,
        }
      : { DATA_DIR: 'memory' };
  const open = (): Promise<Platform> => openPlatform(loadConfig({ ...environment, ...drivers }), { clock });
  const platform = await open();
  await prepareDatabase(platform);
  await ensureAdmin(platform, rootAdmin.email, rootAdmin.password);
  const first = { ...(await buildApp(platform)), platform };
  if (profile === 'small') return { ...first, clock, processes: [first] };
  startRecorder(await open());
  const other = await open();
  return { ...first, clock, processes: [first, { ...(await buildApp(other)), platform: other }] };
}

let turn = 0;

/** Requests go to the processes in turn, as a proxy would send them. */
export async function nextApp(): Promise<App> {
  const { processes } = await testServer();
  turn += 1;
  return (processes[turn % processes.length] as TestProcess).app;
}

/** What one process knows the others know within two seconds: nothing here waits for that. */
export async function othersKnow(): Promise<void> {
  const { processes, platform } = await testServer();
  if (processes.length === 1) return;
  for (const { platform } of processes) {
    const ctx = contextOf(platform, system);
    await writeDeviceNews(ctx);
    await writeScores(ctx);
    await platform.hot.ping();
  }
  const mark = newId();
  const deaf = new Set(processes);
  for (const process of processes) {
    const end = process.platform.events.subscribe((event) => {
      if (event.type !== 'test.mark' || event.mark !== mark || !deaf.delete(process)) return;
      end();
    });
  }
  // Again while it takes: whoever has lost its connection does not hear what is told until it has a new one.
  for (let waitMs = 0; deaf.size > 0; waitMs = Math.min(waitMs + 5, 100)) {
    await sql`select pg_notify('changes', ${JSON.stringify({ type: 'test.mark', mark })})`.execute(platform.db);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Another app on the same database with other settings: limits on, production, and so on. */
export async function appWith(
  overrides: Partial<Platform['config']>,
  platformOverrides: Partial<Platform> = {},
): Promise<App> {
  const { platform } = await testServer();
  // Another database has outages of its own.
  const changes = platformOverrides.db ? { changes: ownChanges } : {};
  const config = { ...platform.config, ...overrides };
  const { app } = await buildApp({ ...platform, ...changes, ...platformOverrides, config });
  return app;
}

/** A port on which nothing listens. */
export const nowhere = '127.0.0.1:1';

export async function goneDatabase(): Promise<Platform['db']> {
  const { platform } = await testServer();
  return openDatabase({ databaseUrl: `postgres://${nowhere}/x`, dataDir: '' }, platform.log);
}

/** What was accepted so far stands in its table: with a log of readings, once the recorder has written it. */
export async function readingsRecorded(): Promise<void> {
  const { platform } = await testServer();
  if (!platform.records) return;
  const { namespace, logPartitions } = platform.config;
  const { id: log } = await platform.records.identify();
  const connection = await connect({ servers: new URL(servers.nats).host });
  try {
    const { streams } = await jetstreamManager(connection);
    for (let partition = 0; partition < logPartitions; partition += 1) {
      const query = { last_by_subj: `${namespace}.ingest.${partition}` };
      const last = await streams.getMessage(`${namespace}_records`, query);
      const position = platform.db.selectFrom('recorded').select('sequence').where('log', '=', log);
      const reached = async () => (await position.where('partition', '=', partition).executeTakeFirst())?.sequence ?? 0;
      if (last) await expect.poll(reached, { timeout: 10_000 }).toBeGreaterThanOrEqual(last.seq);
    }
  } finally {
    await connection.close();
  }
}
