import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase, servers } from '../servers.js';
import { expectWithin } from '../times.js';
import { type Running, send, startServer } from './process.js';

/** Two processes, one PostgreSQL and one Redis, no NATS: only the expiry of the session cache limits the delay. */
const password = 'Correct-horse-7!';
const boss = { email: 'boss@example.org', password: 'First-admin-7!' };
const loginLimit = 60;
let here: Running;
let there: Running;

beforeAll(async () => {
  const env = {
    DATABASE_URL: await createDatabase(inject('namespace'), 'together2'),
    REDIS_URL: servers.redis,
    NAMESPACE: inject('namespace'),
    JWT_SECRET: 'x'.repeat(32),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_GLOBAL: 'off',
    RATE_LIMIT_SIGNUP: 'off',
    RATE_LIMIT_LOGIN: `${loginLimit}/10m`,
    ADMIN_EMAIL: boss.email,
    ADMIN_PASSWORD: boss.password,
  };
  here = await startServer(env);
  there = await startServer(env);
});
afterAll(async () => {
  await here?.stop();
  await there?.stop();
});

async function signUp(): Promise<{ id: string; email: string; token: string }> {
  const email = `p${Date.now()}-${Math.random()}@example.org`;
  const { body } = await send(here.base, 'POST', '/auth/signup', { email, password, firstName: 'A', lastName: 'B' });
  return { id: body.data.id, email, token: body.token };
}

/** Polls the other process, so that its cache is as fresh as possible, and returns how long the old answer lasted. */
async function msUntil(path: string, token: string, status: number): Promise<number> {
  const startedAt = performance.now();
  while ((await send(there.base, 'GET', path, undefined, token)).status !== status) await pause(5);
  return performance.now() - startedAt;
}

async function warm(token: string): Promise<void> {
  expect((await send(there.base, 'GET', '/me', undefined, token)).status).toBe(200);
}

describe('two processes', () => {
  test('logout, password change, deactivation and role change take effect at the other within a second', async () => {
    const { token: bossToken } = (await send(here.base, 'POST', '/auth/login', boss)).body;
    const took: Record<string, number> = {};

    const ann = await signUp();
    await warm(ann.token);
    await send(here.base, 'POST', '/auth/logout', undefined, ann.token);
    took.logout = await msUntil('/me', ann.token, 401);

    const bob = await signUp();
    const bobElsewhere = (await send(there.base, 'POST', '/auth/login', { email: bob.email, password })).body.token;
    await warm(bobElsewhere);
    await send(
      here.base,
      'POST',
      '/profile/password',
      { currentPassword: password, newPassword: 'Battery-staple-8!' },
      bob.token,
    );
    took.password = await msUntil('/me', bobElsewhere, 401);

    const carl = await signUp();
    await warm(carl.token);
    await send(here.base, 'PUT', `/admin/users/${carl.id}`, { status: 'inactive' }, bossToken);
    took.deactivation = await msUntil('/me', carl.token, 401);

    const dora = await signUp();
    await warm(dora.token);
    await send(here.base, 'POST', `/admin/users/${dora.id}/role`, { role: 'ADMIN' }, bossToken);
    took.role = await msUntil('/admin/users', dora.token, 200);

    process.stdout.write(`acts on the other process after (ms): ${JSON.stringify(took)}\n`);
    for (const [change, ms] of Object.entries(took)) expectWithin(`${change} on the other process`, ms, 1_000);
  });

  test('share their rate limits', async () => {
    const answered: Running[] = [];
    for (let i = 0; i < 1.5 * loginLimit; i++) {
      const server = i % 2 === 0 ? here : there;
      if ((await send(server.base, 'POST', '/auth/login', {})).status !== 429) answered.push(server);
    }
    // The test before has used a few logins.
    expect(answered.length).toBeGreaterThan(loginLimit - 10);
    expect(answered.length).toBeLessThanOrEqual(loginLimit);
    expect(new Set(answered).size).toBe(2);
  });
});
