import { expect, test } from 'vitest';
import { appWith, testServer } from '../../test/harness.js';
import { call, caller, freshAddress, freshEmail, patient } from '../../test/people.js';
import { createMemoryHotState } from '../platform/hot/memory.js';
import { newId } from '../platform/ids.js';

const limit = (points: number, windowMs = 60_000) => ({ points, windowMs });

test('the global limit counts every request, also refused ones, and reports it in the headers', async () => {
  const app = await appWith({ limitGlobal: limit(3) });
  const remoteAddress = freshAddress();
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push(await call({ url: '/me', remoteAddress }, app));
  expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 429]);
  expect(answers.map((answer) => answer.headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0', '0']);
  const refused = answers[3];
  expect(refused?.headers['x-ratelimit-limit']).toBe('3');
  const resetAt = Number(refused?.headers['x-ratelimit-reset']);
  expect(resetAt - Date.now() / 1_000).toBeGreaterThan(50);
  expect(resetAt - Date.now() / 1_000).toBeLessThan(62);
  expect(Number(refused?.headers['retry-after'])).toBe(refused?.body.retryAfter);
  expect(refused?.body.retryAfter).toBeGreaterThan(50);
  expect(await call({ url: '/me', remoteAddress: freshAddress() }, app)).toHaveStatus(401);
});

test('unlimited routes neither count towards it nor are refused by it', async () => {
  const app = await appWith({ limitGlobal: limit(1) });
  const remoteAddress = freshAddress();
  for (let i = 0; i < 5; i++) {
    const health = await call({ url: '/health', remoteAddress }, app);
    expect(health).toHaveStatus(200);
    expect(health.headers['x-ratelimit-limit']).toBeUndefined();
  }
  expect(await call({ url: '/me', remoteAddress }, app)).toHaveStatus(401);
  expect(await call({ url: '/me', remoteAddress }, app)).toHaveStatus(429);
  expect(await call({ method: 'POST', url: '/auth/logout', remoteAddress }, app)).toHaveStatus(401);
  expect(await call({ url: '/health', remoteAddress }, app)).toHaveStatus(200);
});

test('signup has its own limit', async () => {
  const app = await appWith({ limitSignup: limit(2, 900_000), limitGlobal: limit(1) });
  const remoteAddress = freshAddress();
  const attempt = () => call({ method: 'POST', url: '/auth/signup', payload: {}, remoteAddress }, app);
  expect((await attempt()).headers['x-ratelimit-limit']).toBe('2');
  expect(await attempt()).toHaveStatus(400);
  expect(await attempt()).toHaveStatus(429);
});

test('login says 15 minutes in its message, and the actual time in Retry-After', async () => {
  const app = await appWith({ limitLogin: limit(1, 300_000) });
  const remoteAddress = freshAddress();
  const payload = { email: freshEmail(), password: 'x' };
  const attempt = () => call({ method: 'POST', url: '/auth/login', payload, remoteAddress }, app);
  expect(await attempt()).toHaveStatus(401);
  const refused = await attempt();
  expect(refused.body.error).toContain('15 minutes');
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(290);
});

test('an account is never locked: the correct password works from another address', async () => {
  const app = await appWith({ limitLogin: limit(1, 300_000) });
  const ann = await patient();
  const wrong = { method: 'POST' as const, url: '/auth/login', payload: { email: ann.email, password: 'x' } };
  const remoteAddress = freshAddress();
  for (let i = 0; i < 3; i++) await call({ ...wrong, remoteAddress }, app);
  const right = { email: ann.email, password: 'Correct-horse-7!' };
  expect(await call({ ...wrong, payload: right, remoteAddress: freshAddress() }, app)).toHaveStatus(200);
});

test('an IPv6 home network is one client', async () => {
  const app = await appWith({ limitGlobal: limit(1) });
  const home = `2001:db8:${parseInt(newId().slice(-4), 16).toString(16)}:1`;
  expect(await call({ url: '/me', remoteAddress: `${home}::1` }, app)).toHaveStatus(401);
  expect(await call({ url: '/me', remoteAddress: `${home}:aa:bb:cc:dd` }, app)).toHaveStatus(429);
});

test('login also counts the /48: all networks of one customer together are ten clients at most', async () => {
  const app = await appWith({ limitLogin: limit(1, 300_000) });
  const site = `2001:db8:${parseInt(newId().slice(-4), 16).toString(16)}`;
  const attempt = (n: number, network = site) =>
    call({ method: 'POST', url: '/auth/login', payload: {}, remoteAddress: `${network}:${n.toString(16)}::1` }, app);
  for (let n = 1; n <= 10; n++) expect(await attempt(n)).toHaveStatus(400);
  const refused = await attempt(11);
  expect(refused).toHaveStatus(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(250);
  const elsewhere = `2001:db9:${parseInt(newId().slice(-4), 16).toString(16)}`;
  expect(await attempt(1, elsewhere)).toHaveStatus(400);
});

test('a client cannot set its own address, except through a trusted proxy', async () => {
  const plain = await appWith({ limitGlobal: limit(1) });
  const remoteAddress = freshAddress();
  const as = (ip: string) => ({ url: '/me', remoteAddress, headers: { 'x-forwarded-for': ip } });
  expect(await call(as(freshAddress()), plain)).toHaveStatus(401);
  expect(await call(as(freshAddress()), plain)).toHaveStatus(429);
  const trusting = await appWith({ limitGlobal: limit(1), trustProxy: [remoteAddress] });
  expect(await call(as(freshAddress()), trusting)).toHaveStatus(401);
  expect(await call(as(freshAddress()), trusting)).toHaveStatus(401);
});

test('an unknown path is 404 whatever the limits are', async () => {
  const app = await appWith({ limitGlobal: limit(1) });
  const remoteAddress = freshAddress();
  for (let i = 0; i < 3; i++) expect(await call({ url: '/nope', remoteAddress }, app)).toHaveStatus(404);
});

test('a window expires', async () => {
  const { clock, platform } = await testServer();
  const app = await appWith({ limitGlobal: limit(1) }, { hot: createMemoryHotState(platform.clock) });
  const remoteAddress = freshAddress();
  expect(await call({ url: '/me', remoteAddress }, app)).toHaveStatus(401);
  expect(await call({ url: '/me', remoteAddress }, app)).toHaveStatus(429);
  clock.offsetMs = 61_000;
  try {
    expect(await call({ url: '/me', remoteAddress }, app)).toHaveStatus(401);
  } finally {
    clock.offsetMs = 0;
  }
});

test('refusals are counted in the metrics', async () => {
  const { platform } = await testServer();
  const app = await appWith({ limitLogin: limit(1) });
  const remoteAddress = freshAddress();
  for (let i = 0; i < 2; i++) await call({ method: 'POST', url: '/auth/login', payload: {}, remoteAddress }, app);
  expect(await platform.metrics.registry.metrics()).toMatch(/fallwatch_rate_limited_total\{limit="login"\} \d+/);
  await caller().get('/health');
});
