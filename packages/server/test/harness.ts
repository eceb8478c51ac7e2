import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { expect, inject } from 'vitest';
// For the events it declares.
import type {} from '../src/access/session.js';
import { type BuiltApp, buildApp } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import { startRecorder } from '../src/features/ingest/recorder.worker.js';
import type { Clock } from '../src/platform/clock.js';
import type { Platform } from '../src/platform/context.js';
import { ownChanges } from '../src/platform/db/changes.js';
import { openDatabase } from '../src/platform/db/database.js';
import type { App } from '../src/platform/http/app.js';
import { openPlatform } from '../src/platform/platform.js';
import { ensureAdmin, prepareDatabase } from '../src/setup.js';
import { createDatabase, profile, servers } from './servers.js';

/** Real time, plus whatever a test has moved it by. */
export class TestClock implements Clock {
  offsetMs = 0;
  nowMs(): number {
    return Date.now() + this.offsetMs;
  }
}

export interface TestServer extends BuiltApp {
  readonly platform: Platform;
  readonly clock: TestClock;
}

export const rootAdmin = { email: 'root@example.org', password: 'Root-of-all-7!' };

const environment = {
  NODE_ENV: 'test',
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  RATE_LIMIT_GLOBAL: 'off',
  RATE_LIMIT_SIGNUP: 'off',
  RATE_LIMIT_LOGIN: 'off',
  RATE_LIMIT_EVENTS: 'off',
  RATE_LIMIT_SENSOR: 'off',
  ALLOWED_ORIGINS: 'https://care.example.org',
};

type Shared = typeof globalThis & { fallwatchTestServer?: Promise<TestServer> };

/** One server per worker process, on the drivers of the profile. */
export function testServer(): Promise<TestServer> {
  const shared = globalThis as Shared;
  shared.fallwatchTestServer ??= startTestServer();
  return shared.fallwatchTestServer;
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
  const platform = await openPlatform(loadConfig({ ...environment, ...drivers }), { clock });
  await prepareDatabase(platform);
  await ensureAdmin(platform, rootAdmin.email, rootAdmin.password);
  startRecorder(platform);
  return { ...(await buildApp(platform)), platform, clock };
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
