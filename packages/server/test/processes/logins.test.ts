import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase } from '../servers.js';
import { type Running, send, startServer } from './process.js';

const person = { email: 'ann@example.org', password: 'Correct-horse-7!', firstName: 'Ann', lastName: 'Lee' };
let server: Running;
let token: string;

beforeAll(async () => {
  server = await startServer({
    DATABASE_URL: await createDatabase(inject('namespace'), 'logins'),
    JWT_SECRET: 'x'.repeat(32),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_GLOBAL: 'off',
    RATE_LIMIT_LOGIN: 'off',
  });
  token = (await send(server.base, 'POST', '/auth/signup', person)).body.token;
}, 120_000);
afterAll(() => server?.stop());

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

test('40 logins at once leave everybody else their speed', async () => {
  const login = (i: number) =>
    send(server.base, 'POST', '/auth/login', {
      email: person.email,
      password: i % 2 === 0 ? person.password : 'Wrong-horse-7!',
    });
  let isRunning = true;
  const meTimes: number[] = [];
  const beside = (async () => {
    while (isRunning) {
      const { ms, result } = await timed(() => send(server.base, 'GET', '/me', undefined, token));
      expect(result.status).toBe(200);
      meTimes.push(ms);
    }
  })();
  const statuses: number[] = [];
  for (let round = 0; round < 3; round++)
    statuses.push(...(await Promise.all(Array.from({ length: 40 }, (_, i) => login(i)))).map((sent) => sent.status));
  isRunning = false;
  await beside;
  const p99 = quantile(meTimes, 0.99);
  process.stdout.write(
    `GET /me beside 3 × 40 logins: ${meTimes.length} calls, p50 ${quantile(meTimes, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`,
  );
  expect(statuses.every((status) => [200, 401, 429, 503].includes(status))).toBe(true);
  expect(statuses).toContain(200);
  expect(statuses).toContain(401);
  expect(meTimes.length).toBeGreaterThan(20);
  expect(p99).toBeLessThanOrEqual(250);
});

test('an unknown e-mail takes as long as a wrong password', async () => {
  const unknown: number[] = [];
  const wrong: number[] = [];
  for (let i = 0; i < 60; i++) {
    const attempt = (email: string) =>
      timed(() => send(server.base, 'POST', '/auth/login', { email, password: 'Wrong-horse-7!' }));
    unknown.push((await attempt(`nobody-${i}@example.org`)).ms);
    wrong.push((await attempt(person.email)).ms);
  }
  const ratio = quantile(unknown, 0.5) / quantile(wrong, 0.5);
  process.stdout.write(`login, unknown e-mail ÷ wrong password: ${ratio.toFixed(3)} (medians of 60, interleaved)\n`);
  expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(0.2);
});
