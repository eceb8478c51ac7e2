import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Heard, type Listener, listen } from '../listener.js';
import { createDatabase, servers } from '../servers.js';
import { expectWithin, percentile } from '../times.js';
import { startBrokenReader, writeAtOnce } from './broken-reader.js';
import { type Running, send, startServer } from './process.js';

/**
 * The live stream between two real processes without NATS. `LIVE_SECONDS=60` sets the length of the crowd test;
 * `LIVE_BROADCAST=true` sends each event to every client instead of to a tenth of them.
 */
const seconds = Number(process.env.LIVE_SECONDS ?? 12);
const isBroadcast = process.env.LIVE_BROADCAST === 'true';
const eventsPerSecond = 100;
const clientCount = 1_000;
const personCount = 20;

const password = 'Correct-horse-7!';
let url: string;
let here: Running;
let there: Running;

beforeAll(async () => {
  url = await createDatabase(inject('namespace'), 'live');
  const env = {
    DATABASE_URL: url,
    REDIS_URL: servers.redis,
    NAMESPACE: `${inject('namespace')}_live`,
    JWT_SECRET: 'x'.repeat(32),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_GLOBAL: 'off',
    RATE_LIMIT_SIGNUP: 'off',
    RATE_LIMIT_EVENTS: 'off',
    LIVE_STREAMS_PER_USER: String(clientCount),
  };
  here = await startServer(env);
  there = await startServer(env);
});
afterAll(async () => {
  await here?.stop();
  await there?.stop();
});

interface Someone {
  readonly id: string;
  readonly token: string;
}

async function signUp(): Promise<Someone> {
  const email = `p${Date.now()}-${Math.random()}@example.org`;
  const { body } = await send(here.base, 'POST', '/auth/signup', { email, password, firstName: 'A', lastName: 'B' });
  return { id: body.data.id, token: body.token };
}

function closeAll(listeners: readonly Listener[]): void {
  for (const listener of listeners) listener.close();
}

const isReady = ({ heard }: Listener): boolean => heard.some(({ type }) => type === 'ready');

async function untilAll(listeners: readonly Listener[], holds: (listener: Listener) => boolean): Promise<void> {
  await expect.poll(() => listeners.filter((one) => !holds(one)).length, { interval: 50 }).toBe(0);
}

function residentMb({ child }: Running): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

describe('a thousand clients of one process', () => {
  test('get every event meant for them, at a hundred a second, in bounded memory', async () => {
    const people = await Promise.all(Array.from({ length: personCount }, signUp));
    const delays: number[] = [];
    const onEvent = ({ data }: Heard): void => void (data.at && delays.push(Date.now() - Date.parse(data.at)));
    const clients: Listener[] = [];
    for (let n = 0; n < clientCount; n += 50)
      clients.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, (_, k) => listen(here.base, { token: chooseToken(people, n + k), onEvent })),
        )),
      );
    onTestFinished(() => closeAll(clients));
    await untilAll(clients, isReady);
    const before = residentMb(here);

    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const expected = new Map(people.map(({ id }) => [id, 0]));
    const memory: number[] = [];
    const total = seconds * eventsPerSecond;
    const startedAt = performance.now();
    for (let n = 0; n < total; n++) {
      const to = isBroadcast ? people : [people[n % personCount], people[(n + 7) % personCount]];
      const ids = to.flatMap((person) => person?.id ?? []);
      for (const id of ids) expected.set(id, (expected.get(id) ?? 0) + 1);
      await client.query(
        `insert into live_events (at, type, recipients, to_admins, data) values (now(), 'message.sent', $1, false, $2)`,
        [ids, JSON.stringify({ n, filler: 'x'.repeat(300) })],
      );
      if (n % eventsPerSecond === 0) memory.push(residentMb(here));
      const aheadMs = (n * 1_000) / eventsPerSecond - (performance.now() - startedAt);
      if (aheadMs > 5) await pause(aheadMs);
    }
    const countHeard = ({ heard }: Listener): number => heard.filter(({ type }) => type === 'message.sent').length;
    const countExpected = (n: number): number => expected.get(people[n % personCount]?.id ?? '') ?? 0;
    await expect
      .poll(() => clients.filter((one, n) => countHeard(one) !== countExpected(n)).length, { interval: 100 })
      .toBe(0);
    const frames = clients.reduce((sum, one) => sum + countHeard(one), 0);
    const peak = Math.max(...memory, residentMb(here));
    say(
      `${clientCount} clients, ${total} events in ${seconds} s, ${frames} delivered, 0 missing; ` +
        `resident ${before.toFixed(0)} MB with all connected, at most ${peak.toFixed(0)} MB; ` +
        `delay p50 ${percentile(delays, 0.5)} ms, p99 ${percentile(delays, 0.99)} ms (nothing wakes this process: it looks four times a second)`,
    );
    // In order and none twice.
    for (const { heard } of clients) {
      const ids = heard.map(({ id }) => Number(id)).slice(1);
      expect(ids.every((id, n) => n === 0 || id > (ids[n - 1] ?? 0))).toBe(true);
    }
    // With broadcast, this single reader of a thousand streams is the slow part: the queue limit is then the bound.
    expect(peak - before).toBeLessThan(isBroadcast ? 400 : 150);
    await expect.poll(() => Math.min(...clients.map((one) => one.heartbeats()))).toBeGreaterThan(0);
  });
});

const chooseToken = (people: readonly Someone[], n: number): string => people[n % people.length]?.token ?? '';

describe('reconnecting', () => {
  test('with the last id loses 0 of 10,000, however often the connection breaks and whichever process answers', async () => {
    const ann = await signUp();
    const total = 10_000;
    const readers = Array.from({ length: 8 }, (_, n) => startBrokenReader([here.base, there.base], ann.token, n));
    await Promise.all(readers.map(({ ready }) => ready));
    await writeAtOnce(url, ann.id, total);
    for (const reader of readers) {
      const numbers = await reader.until(total);
      expect(new Set(numbers).size).toBe(total);
      expect(numbers).toHaveLength(total);
    }
    const breaks = readers.reduce((sum, { breaks }) => sum + breaks(), 0);
    say(`${readers.length} readers, ${total} events each, ${breaks} broken lines: lost 0, doubled 0`);
    expect(breaks).toBeGreaterThan(readers.length * 5);
  });
});

describe('two processes without NATS', () => {
  test('a message sent at one is delivered by the other within a second, and at once where it was sent', async () => {
    const [ann, bob] = [await signUp(), await signUp()];
    const [atHere, atThere] = [
      await listen(here.base, { token: bob.token }),
      await listen(there.base, { token: bob.token }),
    ];
    onTestFinished(() => closeAll([atHere, atThere]));
    await untilAll([atHere, atThere], isReady);
    const took: Record<'here' | 'there', number[]> = { here: [], there: [] };
    for (let n = 1; n <= 10; n++) {
      const startedAt = performance.now();
      await send(here.base, 'POST', '/messages', { recipientId: bob.id, content: 'Hello', type: 'TEXT' }, ann.token);
      for (const [name, listener] of [
        ['here', atHere],
        ['there', atThere],
      ] as const) {
        await expect.poll(() => listener.heard.length, { interval: 5 }).toBe(n + 1);
        took[name].push(performance.now() - startedAt);
      }
    }
    say(`heard after (ms): here ${took.here.map(Math.round)}, there ${took.there.map(Math.round)}`);
    expectWithin('heard at the same process, p50', percentile(took.here, 0.5), 200);
    expectWithin('heard at another process, p50', percentile(took.there, 0.5), 500);
    expectWithin('heard at another process, slowest', Math.max(...took.there), 1_500);
  });

  test('a logout at one ends the stream at the other within two seconds', async () => {
    const ann = await signUp();
    const listener = await listen(there.base, { token: ann.token });
    await untilAll([listener], isReady);
    const startedAt = performance.now();
    await send(here.base, 'POST', '/auth/logout', undefined, ann.token);
    await listener.ended;
    expectWithin('a stream ends after a logout', performance.now() - startedAt, 2_000);
  });

  test('SIGTERM ends the streams at once, and the process ends', async () => {
    const ann = await signUp();
    const listener = await listen(there.base, { token: ann.token });
    await untilAll([listener], isReady);
    const startedAt = performance.now();
    await Promise.all([there.stop(), listener.ended]);
    expectWithin('streams end after SIGTERM', performance.now() - startedAt, 3_000);
    expect(there.child.exitCode).toBe(0);
  });
});
