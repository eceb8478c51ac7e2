import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { freshEngine, nothingDue, pass } from '../../../test/engine.js';
import { appWith, goneDatabase, nowhere, testServer } from '../../../test/harness.js';
import { call, caregiver, patient } from '../../../test/people.js';
import { profile, servers } from '../../../test/servers.js';
import { buildOperationsApp } from '../../operations.js';
import { createContext, type Platform, system } from '../../platform/context.js';
import { createNatsEvents } from '../../platform/events/nats.js';
import { createRedisHotState } from '../../platform/hot/redis.js';
import { newId } from '../../platform/ids.js';
import { createJetStreamJournal } from '../../platform/journal/jetstream.js';
import { recordHeartbeat } from '../escalation/engine.worker.js';

describe('health', () => {
  test('reports status, version, memory and every check', async () => {
    await nothingDue();
    const answer = await call({ url: '/health' });
    expect(answer).toHaveStatus(200);
    const driver = profile === 'cluster' ? { status: 'UP', latencyMs: expect.any(Number) } : { status: 'IN_PROCESS' };
    const alerts = { status: 'UP', lateMs: null };
    expect(answer.data).toEqual({
      status: 'HEALTHY',
      timestamp: expect.stringMatching(/Z$/),
      uptime: expect.any(Number),
      database: 'CONNECTED',
      memory: { used: expect.any(Number), available: expect.any(Number) },
      version: '0.1.0',
      checks: {
        database: { status: 'UP', latencyMs: expect.any(Number) },
        redis: driver,
        nats: driver,
        journal: driver,
        recorder:
          profile === 'cluster'
            ? {
                status: 'UP',
                lagMs: expect.any(Number),
                lastCommitAt: expect.toBeOneOf([null, expect.any(String)]),
                setAside: 0,
              }
            : { status: 'IN_PROCESS' },
        alerts,
        clock: { status: 'UP', offsetMs: 0 },
      },
    });
  });

  test('is DEGRADED while no alert engine runs', async () => {
    const { platform } = await testServer();
    const ctx = createContext(platform, system);
    const engine = await freshEngine();
    const health = async () => (await call({ url: '/health' })).data;
    await recordHeartbeat(ctx);
    expect(await health()).toMatchObject({ status: 'HEALTHY', checks: { alerts: { status: 'UP' } } });
    const lastSeen = (ago: string) => sql`update engine_beat set beat_at = clock_timestamp() - ${ago}::interval`;
    await lastSeen('11 s').execute(platform.db);
    expect(await health()).toMatchObject({ status: 'DEGRADED', checks: { alerts: { status: 'DOWN' } } });
    await recordHeartbeat(ctx);
    expect(await health()).toMatchObject({ status: 'HEALTHY' });
    // A loop that runs but takes no steps counts as down too.
    const ann = await patient();
    await caregiver({ of: ann });
    await ann.post('/falls', { confidence: 0.8 });
    await pass(71);
    expect(await health()).toMatchObject({ status: 'DEGRADED', checks: { alerts: { status: 'DOWN' } } });
    await engine.run();
    expect(await health()).toMatchObject({ status: 'HEALTHY' });
    await sql`delete from engine_beat`.execute(platform.db);
  });
});

describe('health without servers', () => {
  test('without Redis or NATS the service is DEGRADED and answers 200', async () => {
    const { platform, clock } = await testServer();
    const [redisUrl, natsUrl] = [`redis://${nowhere}`, `nats://${nowhere}`];
    const hot = createRedisHotState(redisUrl, 'x:', clock, platform.log);
    const events = createNatsEvents(natsUrl, 'x', platform.log);
    const noRedis = await appWith({ redisUrl }, { hot });
    const noNats = await appWith({ natsUrl }, { events });
    for (const [app, part] of [
      [noRedis, 'redis'],
      [noNats, 'nats'],
    ] as const) {
      const answer = await call({ url: '/health' }, app);
      expect(answer).toHaveStatus(200);
      expect(answer.data).toMatchObject({ status: 'DEGRADED', checks: { [part]: { status: 'DOWN' } } });
    }
    await Promise.all([hot.close(), events.close()]);
  });

  test('without its database is UNHEALTHY, 503', async () => {
    const app = await appWith({}, { db: await goneDatabase() });
    const answer = await call({ url: '/health' }, app);
    expect(answer).toHaveStatus(503);
    expect(answer.body).toMatchObject({ success: false, status: 'UNHEALTHY', error: expect.any(String) });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  test('without its database the process is ready only if a journal accepts the readings', async () => {
    const db = await goneDatabase();
    const { platform } = await testServer();
    const probe = async (overrides: Partial<Platform>, config: Partial<Platform['config']> = {}) => {
      const answer = await (await appWith(config, { db, ...overrides })).inject('/readyz');
      return [answer.statusCode, answer.json()];
    };
    const notReady = [503, { status: 'UNHEALTHY', accepts: 'NOTHING' }];
    expect(await probe({ journal: null })).toEqual(notReady);
    const gone = createJetStreamJournal(`nats://${nowhere}`, { namespace: 'nowhere', partitions: 1 }, platform.log);
    expect(await probe({ journal: gone })).toEqual(notReady);
    await gone.close();
    if (profile === 'small') return;
    expect(await probe({})).toEqual([200, { status: 'UNHEALTHY', accepts: 'READINGS' }]);
    // A process that serves no devices is not ready.
    expect(await probe({}, { roles: ['recorder'] })).toEqual(notReady);
    const stopping = { lifecycle: { isStopping: true, isDraining: false } };
    expect(await probe(stopping)).toEqual([503, { status: 'STOPPING', accepts: 'NOTHING' }]);
  });

  test('a read-only database counts as unavailable', async () => {
    const { platform } = await testServer();
    const db = platform.db.connection().execute(async (one) => {
      await sql`set default_transaction_read_only = on`.execute(one);
      const answer = await call({ url: '/health' }, await appWith({}, { db: one }));
      await sql`set default_transaction_read_only = off`.execute(one);
      return answer;
    });
    expect(await db).toHaveStatus(503);
  });
});

describe.runIf(profile === 'cluster')('health of the recorder', () => {
  const health = async () => (await call({ url: '/health' })).data;

  test('readings that wait for more than 10 s make the service DEGRADED, in every process', async () => {
    const { platform } = await testServer();
    // A separate journal, which no recorder reads.
    const options = { namespace: `${platform.config.namespace}_unread`, partitions: 2 };
    const journal = createJetStreamJournal(servers.nats, options, platform.log);
    const app = await appWith({}, { journal });
    const recorder = async () => (await call({ url: '/health' }, app)).data.checks.recorder;
    await expect.poll(recorder).toMatchObject({ status: 'UP', lagMs: 0, lastCommitAt: null });
    await journal.append(1, Buffer.from('never read'));
    expect(await recorder()).toMatchObject({ status: 'UP' });
    await expect.poll(recorder, { interval: 500 }).toMatchObject({ status: 'DOWN' });
    const { status, checks } = (await call({ url: '/health' }, app)).data;
    expect([status, checks.recorder.lagMs]).toEqual(['DEGRADED', expect.toSatisfy((ms) => ms > 10_000)]);
    await journal.close();
  });

  test('records set aside are counted, and make the service DEGRADED until they are handled', async () => {
    const { platform } = await testServer();
    await nothingDue();
    await platform.journal?.append(0, Buffer.from([9, 0, 0, 0, 0]));
    const isSetAside = { status: 'DEGRADED', checks: { recorder: { status: 'UP', setAside: 1 } } };
    await expect.poll(health).toMatchObject(isSetAside);
    await sql`delete from refused_records`.execute(platform.db);
    expect(await health()).toMatchObject({ status: 'HEALTHY', checks: { recorder: { setAside: 0 } } });
    expect((await health()).checks.recorder.lastCommitAt).toMatch(/Z$/);
  });
});

describe('operations', () => {
  test('metrics are on the private port only', async () => {
    const { app, platform } = await testServer();
    await nothingDue();
    expect((await app.inject('/metrics')).statusCode).toBe(404);
    const operations = await buildOperationsApp(platform);
    const metrics = await operations.inject('/metrics');
    expect(metrics.headers['content-type']).toContain('text/plain');
    expect(metrics.body).toContain('fallwatch_http_request_seconds_bucket');
    expect(metrics.body).toContain('fallwatch_password_queue 0');
    expect((await operations.inject('/readyz')).json()).toEqual({ status: 'HEALTHY', accepts: 'EVERYTHING' });
  });

  test('each response is measured by method, route and status', async () => {
    const { app, platform } = await testServer();
    const readCount = async (labels: string): Promise<number> => {
      const text = await platform.metrics.registry.metrics();
      const line = text.split('\n').find((one) => one.startsWith(`fallwatch_http_request_seconds_count{${labels}}`));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    const series = [
      ['GET', `/api/users/${newId()}`, 'method="GET",route="unknown",status="404"'],
      ['GET', '/api/me', 'method="GET",route="/api/me",status="401"'],
      ['POST', '/api/device/sensor-stream', 'method="POST",route="/api/device/sensor-stream",status="401"'],
      ['POST', '/api/auth/login', 'method="POST",route="/api/auth/login",status="400"'],
    ] as const;
    for (const [method, url, labels] of series) {
      const before = await readCount(labels);
      await app.inject({ method, url });
      expect(await readCount(labels), labels).toBe(before + 1);
    }
  });
});
