import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { sql } from 'kysely';
import { expect, inject, vi } from 'vitest';
// For the declarations it adds.
import type {} from '../src/access/session.js';
import { type BuiltApp, buildApp } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import type { Channel } from '../src/features/deliveries/channel.js';
import { writeDeviceUpdates } from '../src/features/devices/devices.service.js';
import { startRecorder } from '../src/features/recorder/recorder.worker.js';
import { writeScores } from '../src/features/scores/scores.service.js';
import { webhookChannel } from '../src/features/webhooks/sending.service.js';
import type { Clock } from '../src/platform/clock.js';
import { createContext, type Platform, type ProcessState, system } from '../src/platform/context.js';
import { ownChanges } from '../src/platform/db/changes.js';
import { openDatabase } from '../src/platform/db/database.js';
import type { App } from '../src/platform/http/app.js';
import { newId } from '../src/platform/ids.js';
import { createPasswords } from '../src/platform/passwords.js';
import { openPlatform } from '../src/platform/platform.js';
import { createProcessState } from '../src/process-state.js';
import { ensureAdmin, prepareDatabase } from '../src/setup.js';
import { createDatabase, profile, servers } from './servers.js';

declare module '../src/platform/events/events.js' {
  interface EventTypes {
    'test.mark': { mark: string };
  }
}

/** Real time plus the offset that a test has set. */
export class TestClock implements Clock {
  offsetMs = 0;
  nowMs(): number {
    return Date.now() + this.offsetMs;
  }
}

/** With its own memory and connections, like another process, but with the same clock. */
export interface TestProcess extends BuiltApp {
  readonly platform: Platform;
}

export interface TestServer extends TestProcess {
  readonly clock: TestClock;
  /** All processes that answer: this one, and in the cluster profile a second. */
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
  RATE_LIMIT_RECOVERY: 'off',
  RATE_LIMIT_EVENTS: 'off',
  RATE_LIMIT_SENSOR: 'off',
  ALLOWED_ORIGINS: 'https://care.example.org',
};

/** The tests create thousands of people: a hash of 1 MiB in one pass takes a twentieth of the real one's time. */
const quickPasswords = createPasswords({ memoryCost: 1_024, timeCost: 1, parallelism: 1 });

type Shared = typeof globalThis & { fallwatchTestServer?: Promise<TestServer> };

/** One server per worker process, on the drivers of the profile; with real ones, two that answer and a recorder. */
export function testServer(): Promise<TestServer> {
  const shared = globalThis as Shared;
  shared.fallwatchTestServer ??= startTestServer();
  return shared.fallwatchTestServer;
}

/**
 * The test files of a worker share a database. This stops monitoring and alerting the people of earlier files:
 * advancing the time by a day would make each of their devices silent and alert every admin of each.
 */
export async function retireEverybody(): Promise<void> {
  const server = await (globalThis as Shared).fallwatchTestServer;
  if (!server) return;
  const others = server.platform.db.updateTable('users').where('status', '=', 'active');
  await others.where('emailKey', '<>', rootAdmin.email).set({ status: 'inactive' }).execute();
  // The next file must not get these events.
  await othersKnow();
}

export const listEverybody: Channel['listTargets'] = async (_, addressed) =>
  addressed.map((one) => ({ ...one, contactPointId: null }));

/**
 * Reports everybody as reachable by webhook, although nobody has one. The tests decide who delivers and with what
 * result: engine.ts.
 */
function createTestState(platform: Platform): ProcessState {
  return { ...createProcessState(platform), channels: [{ ...webhookChannel, listTargets: listEverybody }] };
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
  const open = (): Promise<Platform> =>
    openPlatform(loadConfig({ ...environment, ...drivers }), createTestState, { clock, passwords: quickPasswords });
  const platform = await open();
  await prepareDatabase(platform);
  await ensureAdmin(platform, rootAdmin.email, rootAdmin.password);
  // No jobs run here, so nothing would record that this server listens.
  await sql`delete from listening`.execute(platform.db);
  const first = { ...(await buildApp(platform)), platform };
  if (profile === 'small') return { ...first, clock, processes: [first] };
  startRecorder(await open());
  const other = await open();
  return { ...first, clock, processes: [first, { ...(await buildApp(other)), platform: other }] };
}

let turn = 0;

/** Requests go to the processes in turn, like behind a proxy. */
export async function nextApp(): Promise<App> {
  const { processes } = await testServer();
  turn += 1;
  return (processes[turn % processes.length] as TestProcess).app;
}

/** Lets all processes know each other's changes now, instead of after up to two seconds. */
export async function othersKnow(): Promise<void> {
  const { processes, platform } = await testServer();
  if (processes.length === 1) return;
  for (const { platform } of processes) {
    const ctx = createContext(platform, system);
    await writeDeviceUpdates(ctx, 'all');
    await writeScores(ctx);
    await hotAnswered(platform);
  }
  const mark = newId();
  const deaf = new Set(processes);
  for (const process of processes) {
    const end = process.platform.events.subscribe((event) => {
      if (event.type !== 'test.mark' || event.mark !== mark || !deaf.delete(process)) return;
      end();
    });
  }
  // Repeated: a process that lost its connection misses notifications until it has a new one.
  for (let waitMs = 0; deaf.size > 0; waitMs = Math.min(waitMs + 5, 100)) {
    await sql`select pg_notify('changes', ${JSON.stringify({ type: 'test.mark', mark })})`.execute(platform.db);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Once Redis answers, all earlier commands are done. On a busy machine that can take longer than one timeout. */
async function hotAnswered({ hot }: Platform): Promise<void> {
  for (let isDone = false; !isDone; )
    isDone = await hot.ping().then(
      () => true,
      () => false,
    );
}

/** The stream's limit widens while its process is held up: tests of the limit must not depend on a busy machine. */
const neverHeldUp = { heldUpMs: () => 0, stop: () => {} };

/** Another app on the same database with other settings: limits on, production, and so on. */
export async function appWith(
  overrides: Partial<Platform['config']>,
  platformOverrides: Partial<Platform> = {},
): Promise<App> {
  return (await buildWith(overrides, platformOverrides)).app;
}

/** The same with everything that the process serves. */
export async function buildWith(
  overrides: Partial<Platform['config']>,
  platformOverrides: Partial<Platform> = {},
): Promise<BuiltApp> {
  const { platform } = await testServer();
  // Another database has its own outages.
  const changes = platformOverrides.db ? { changes: ownChanges } : {};
  const config = { ...platform.config, ...overrides };
  return buildApp({ ...platform, eventLoop: neverHeldUp, ...changes, ...platformOverrides, config });
}

/** A port on which nothing listens. */
export const nowhere = '127.0.0.1:1';

export async function goneDatabase(): Promise<Platform['db']> {
  const { platform } = await testServer();
  return openDatabase({ databaseUrl: `postgres://${nowhere}/x`, dataDir: '' }, platform.log);
}

let journalManager: ReturnType<typeof openJournalManager> | undefined;
/** The last record of the journal that is known to be in its table. */
let recordedUpTo = 0;

/** Kept open: a connection for each call took longer than the question. */
async function openJournalManager() {
  return jetstreamManager(await connect({ servers: new URL(servers.nats).host }));
}

/** Waits until all accepted readings are in their table: with a journal, once the recorder has written them. */
export async function readingsRecorded(): Promise<void> {
  const { platform } = await testServer();
  if (!platform.journal) return;
  const { namespace, journalPartitions } = platform.config;
  journalManager ??= openJournalManager();
  const { streams } = await journalManager;
  const stream = `${namespace}_records`;
  const { state } = await streams.info(stream);
  if (state.last_seq === recordedUpTo) return;
  const { id: log } = await platform.journal.identify();
  for (let partition = 0; partition < journalPartitions; partition += 1) {
    const last = await streams.getMessage(stream, { last_by_subj: `${namespace}.ingest.${partition}` });
    const position = platform.db.selectFrom('recorded').select('sequence').where('log', '=', log);
    const reached = async () => (await position.where('partition', '=', partition).executeTakeFirst())?.sequence ?? 0;
    // Not expect.poll: it does not work in beforeAll.
    if (last)
      await vi.waitFor(async () => expect(await reached()).toBeGreaterThanOrEqual(last.seq), { timeout: 60_000 });
  }
  recordedUpTo = state.last_seq;
}
