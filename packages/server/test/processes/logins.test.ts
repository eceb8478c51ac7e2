import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase } from '../servers.js';
import { expectWithin } from '../times.js';
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
    RATE_LIMIT_SIGNUP: 'off',
  });
  token = (await send(server.base, 'POST', '/auth/signup', person)).body.token;
});
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

test('40 logins at once do not slow down other requests', async () => {
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
  expectWithin('GET /me beside logins, p99', p99, 250);
});

test('an unknown e-mail takes as long as a wrong password', async () => {
  const unknown: number[] = [];
  const wrong: number[] = [];
  // An account accepts ten wrong passwords; further attempts are refused without checking.
  const emails = Array.from({ length: 8 }, (_, i) => `somebody-${i}@example.org`);
  for (const email of emails) await send(server.base, 'POST', '/auth/signup', { ...person, email });
  for (let i = 0; i < 60; i++) {
    const attempt = (email: string) =>
      timed(() => send(server.base, 'POST', '/auth/login', { email, password: 'Wrong-horse-7!' }));
    unknown.push((await attempt(`nobody-${i}@example.org`)).ms);
    wrong.push((await attempt(emails[i % emails.length] as string)).ms);
  }
  const ratio = quantile(unknown, 0.5) / quantile(wrong, 0.5);
  process.stdout.write(`login, unknown e-mail ÷ wrong password: ${ratio.toFixed(3)} (medians of 60, interleaved)\n`);
  // Without a hash for the unknown e-mail the ratio is below 0.1.
  expect(Math.abs(Math.log2(ratio))).toBeLessThan(1);
});
