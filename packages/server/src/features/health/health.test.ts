import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { freshEngine, nothingDue, pass } from '../../../test/engine.js';
import { appWith, goneDatabase, nowhere, testServer } from '../../../test/harness.js';
import { call, caregiver, patient } from '../../../test/people.js';
import { profile } from '../../../test/servers.js';
import { buildOperationsApp } from '../../operations.js';
import { contextOf, system } from '../../platform/context.js';
import { createNatsEvents } from '../../platform/events/nats.js';
import { createRedisHotState } from '../../platform/hot/redis.js';
import { newId } from '../../platform/ids.js';
import { beat } from '../alerts/engine.worker.js';

describe('health', () => {
  test('reports as the contract says', async () => {
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
      checks: { database: { status: 'UP', latencyMs: expect.any(Number) }, redis: driver, nats: driver, alerts },
    });
  });

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

  test('while nobody keeps the alerts going it is DEGRADED', async () => {
    const { platform } = await testServer();
    const ctx = contextOf(platform, system);
    const engine = await freshEngine();
    const health = async () => (await call({ url: '/health' })).data;
    await beat(ctx);
    expect(await health()).toMatchObject({ status: 'HEALTHY', checks: { alerts: { status: 'UP' } } });
    const lastSeen = (ago: string) => sql`update engine_beat set beat_at = clock_timestamp() - ${ago}::interval`;
    await lastSeen('11 s').execute(platform.db);
    expect(await health()).toMatchObject({ status: 'DEGRADED', checks: { alerts: { status: 'DOWN' } } });
    await beat(ctx);
    expect(await health()).toMatchObject({ status: 'HEALTHY' });
    // A loop that runs but gets nothing done is as good as none.
    const ann = await patient();
    await caregiver({ of: ann });
    await ann.post('/falls', { confidence: 0.8 });
    await pass(71);
    expect(await health()).toMatchObject({ status: 'DEGRADED', checks: { alerts: { status: 'DOWN' } } });
    await engine.run();
    expect(await health()).toMatchObject({ status: 'HEALTHY' });
    await sql`delete from engine_beat`.execute(platform.db);
  });

  test('without its database it is UNHEALTHY, 503', async () => {
    const app = await appWith({}, { db: await goneDatabase() });
    const answer = await call({ url: '/health' }, app);
    expect(answer).toHaveStatus(503);
    expect(answer.body).toMatchObject({ success: false, status: 'UNHEALTHY', error: expect.any(String) });
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
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
    expect((await operations.inject('/readyz')).json()).toEqual({ status: 'HEALTHY' });
  });

  test('each answer is measured, by its method, route and status', async () => {
    const { app, platform } = await testServer();
    const countOf = async (labels: string): Promise<number> => {
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
      const before = await countOf(labels);
      await app.inject({ method, url });
      expect(await countOf(labels), labels).toBe(before + 1);
    }
  });
});
