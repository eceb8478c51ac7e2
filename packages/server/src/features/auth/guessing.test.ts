import { describe, expect, test } from 'vitest';
import { appWith, testServer } from '../../../test/harness.js';
import { call, freshEmail, password, patient } from '../../../test/people.js';
import { createMemoryHotState } from '../../platform/hot/memory.js';
import { createRedisHotState } from '../../platform/hot/redis.js';
import type { App } from '../../platform/http/app.js';

const wrong = 'Wrong-horse-7!';
const home = '198.51.100.7';

/** The n-th address of an attacker with many addresses. */
const stranger = (n: number): string => `10.77.${n >> 8}.${n & 255}`;

/** Sent to one process directly: a thousand requests must not wait until the other processes know of each. */
async function logIn(app: App, email: string, tried: string, remoteAddress: string) {
  const payload = { email, password: tried };
  const response = await app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

/** An app whose limits use the test clock; Redis would use its own. */
async function appOnTestClock(): Promise<App> {
  const { platform } = await testServer();
  return appWith({}, { hot: createMemoryHotState(platform.clock) });
}

async function failTimes(app: App, email: string, times: number, from = stranger): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await logIn(app, email, wrong, from(n))).status);
  return statuses;
}

const tenFree = [...Array<number>(10).fill(401), 429];

describe('guessing the password of one account', () => {
  test('1,000 attempts from 1,000 addresses in an hour: at most 60 are checked, and the owner is not delayed', async () => {
    const { clock } = await testServer();
    const app = await appOnTestClock();
    const ann = await patient();
    expect(await logIn(app, ann.email, password, home)).toHaveStatus(200);
    let lookedAt = 0;
    let longestMs = 0;
    try {
      for (let n = 0; n < 1_000; n++) {
        clock.offsetMs = n * 3_600;
        const { status } = await logIn(app, ann.email, wrong, stranger(n));
        if (status === 401) lookedAt += 1;
        else expect(status).toBe(429);
        if (n < 10) expect(status).toBe(401);
        if (n % 100 !== 99) continue;
        const startedAt = performance.now();
        expect(await logIn(app, ann.email, password, home)).toHaveStatus(200);
        longestMs = Math.max(longestMs, performance.now() - startedAt);
      }
    } finally {
      clock.offsetMs = 0;
    }
    process.stdout.write(
      `proof: 1,000 wrong passwords from 1,000 addresses in an hour: ${lookedAt} looked at; the owner waited ${Math.round(longestMs)} ms at most\n`,
    );
    expect(lookedAt).toBeGreaterThan(10);
    expect(lookedAt).toBeLessThanOrEqual(60);
    expect(longestMs).toBeLessThan(5_000);
  });

  test('of 40 attempts at once only ten are checked', async () => {
    const ann = await patient();
    const app = await appOnTestClock();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => logIn(app, ann.email, wrong, stranger(n))));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test('is limited with the drivers of the profile, over all processes, and without Redis', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    // In the cluster profile requests go to two processes in turn.
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) {
      const payload = { email: ann.email, password: wrong };
      statuses.push((await call({ method: 'POST', url: '/auth/login', payload, remoteAddress: stranger(n) })).status);
    }
    expect(statuses).toEqual(tenFree);
    const hot = createRedisHotState('redis://127.0.0.1:1', 'x:', platform.clock, platform.log);
    const alone = await appWith({}, { hot });
    expect(await failTimes(alone, ann.email, 11)).toEqual(tenFree);
    await hot.close();
  });
});

describe('attempts', () => {
  test('ten attempts are free, then Retry-After says how long to wait, and time restores attempts', async () => {
    const { clock } = await testServer();
    const app = await appOnTestClock();
    const ann = await patient();
    expect(await failTimes(app, ann.email, 11)).toEqual(tenFree);
    const refused = await logIn(app, ann.email, password, stranger(99));
    expect(refused).toHaveStatus(429);
    expect(refused.body.code).toBe('RATE_LIMITED');
    const seconds = Number(refused.headers['retry-after']);
    expect(refused.body.error).toBe(`Too many wrong passwords for this account. Try again in ${seconds} seconds.`);
    expect(seconds).toBeLessThanOrEqual(75);
    try {
      clock.offsetMs = seconds * 1_000;
      expect(await logIn(app, ann.email, password, stranger(99))).toHaveStatus(200);
      // From now on this client has its own lane.
      expect(await logIn(app, ann.email, password, stranger(99))).toHaveStatus(200);
      clock.offsetMs += 3_600_000;
      expect(await failTimes(app, ann.email, 11)).toEqual(tenFree);
    } finally {
      clock.offsetMs = 0;
    }
  });

  test('an e-mail without an account gets the same answers', async () => {
    const app = await appOnTestClock();
    const [ann, nobody] = [await patient(), freshEmail()];
    expect(await failTimes(app, ann.email, 11)).toEqual(tenFree);
    expect(await failTimes(app, nobody.toUpperCase(), 5)).toEqual(tenFree.slice(0, 5));
    expect(await failTimes(app, nobody, 6)).toEqual(tenFree.slice(5));
    const [known, unknown] = [
      await logIn(app, ann.email, wrong, stranger(1)),
      await logIn(app, nobody, wrong, stranger(1)),
    ];
    expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body));
    expect(unknown.body.code).toBe(known.body.code);
  });

  test('right passwords are never counted', async () => {
    const app = await appOnTestClock();
    const ann = await patient();
    for (let n = 0; n < 25; n++) expect(await logIn(app, ann.email, password, stranger(n))).toHaveStatus(200);
  });

  test('a known client has its own ten attempts, and is unknown after a password change elsewhere', async () => {
    const app = await appOnTestClock();
    const ann = await patient();
    expect(await logIn(app, ann.email, password, home)).toHaveStatus(200);
    expect(await failTimes(app, ann.email, 11)).toEqual(tenFree);
    expect(await failTimes(app, ann.email, 11, () => home)).toEqual(tenFree);
    const next = 'Battery-staple-8!';
    const change = { currentPassword: password, newPassword: next };
    const payload = { method: 'POST' as const, url: '/profile/password', payload: change, token: ann.token };
    expect(await call({ ...payload, remoteAddress: '203.0.113.9' }, app)).toHaveStatus(200);
    const fresh = await appOnTestClock();
    expect(await failTimes(fresh, ann.email, 11)).toEqual(tenFree);
    expect(await logIn(fresh, ann.email, next, home)).toHaveStatus(429);
  });
});

describe('guessing with a session', () => {
  test.each([
    ['/profile/password', { currentPassword: wrong, newPassword: 'Battery-staple-8!' }],
    ['/profile/password/verify', { password: wrong }],
  ])('%s: ten wrong passwords, then 429; each leaves a row in the system log', async (url, payload) => {
    const { platform } = await testServer();
    const app = await appOnTestClock();
    const ann = await patient();
    const headers = { authorization: `Bearer ${ann.token}` };
    const guess = () => app.inject({ method: 'POST', url: `/api${url}`, payload, headers });
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await guess()).statusCode);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
    const rows = await platform.db
      .selectFrom('systemLog')
      .select(['message', 'level'])
      .where('userId', '=', ann.id)
      .execute();
    expect(rows.filter(({ message }) => message === 'Wrong current password')).toHaveLength(10);
    // Attempts of unknown clients and of the session do not delay each other.
    expect(await logIn(app, ann.email, password, stranger(1))).toHaveStatus(200);
  });
});
