import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Heard, type Listener, listen } from '../listener.js';
import { createDatabase, servers } from '../servers.js';
import { percentile } from './care.js';
import { type Running, send, startServer } from './process.js';

/**
 * The live stream on whole processes, two of them and no NATS. `LIVE_SECONDS=60` makes the crowd test as long as wished;
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
}, 120_000);
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
  await expect.poll(() => listeners.filter((one) => !holds(one)).length, { timeout: 30_000, interval: 50 }).toBe(0);
}

function residentMb({ child }: Running): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

describe('a thousand clients of one process', () => {
  test('hear every event that is theirs, at a hundred a second, and its memory is bounded', async () => {
    const people = await Promise.all(Array.from({ length: personCount }, signUp));
    const delays: number[] = [];
    const onEvent = ({ data }: Heard): void => void (data.at && delays.push(Date.now() - Date.parse(data.at)));
    const clients: Listener[] = [];
    for (let n = 0; n < clientCount; n += 50)
      clients.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, (_, k) => listen(here.base, { token: tokenOf(people, n + k), onEvent })),
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
    const countOf = ({ heard }: Listener): number => heard.filter(({ type }) => type === 'message.sent').length;
    const wantedOf = (n: number): number => expected.get(people[n % personCount]?.id ?? '') ?? 0;
    await expect
      .poll(() => clients.filter((one, n) => countOf(one) !== wantedOf(n)).length, { timeout: 30_000, interval: 100 })
      .toBe(0);
    const frames = clients.reduce((sum, one) => sum + countOf(one), 0);
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
    // When all of it goes to all, this one reader of a thousand streams is the slow one: then what may wait is the bound.
    expect(peak - before).toBeLessThan(isBroadcast ? 400 : 150);
    await expect
      .poll(() => Math.min(...clients.map((one) => one.heartbeats())), { timeout: 20_000 })
      .toBeGreaterThan(0);
  });
});

const tokenOf = (people: readonly Someone[], n: number): string => people[n % people.length]?.token ?? '';

describe('coming back', () => {
  test('with the last id loses 0 of 10,000, however often the line breaks and whichever process answers', async () => {
    const ann = await signUp();
    const total = 10_000;
    const readers = Array.from({ length: 8 }, (_, n) => brokenReader(ann, n));
    await Promise.all(readers.map(({ ready }) => ready));
    await writeAtOnce(ann.id, total);
    for (const reader of readers) {
      const numbers = await reader.until(total);
      expect(new Set(numbers).size).toBe(total);
      expect(numbers).toHaveLength(total);
    }
    const breaks = readers.reduce((sum, { breaks }) => sum + breaks(), 0);
    say(`${readers.length} readers, ${total} events each, ${breaks} broken lines: lost 0, doubled 0`);
    expect(breaks).toBeGreaterThan(readers.length * 5);
  });

  /** Reads, hangs up at random, comes back to the other process with its last id. */
  function brokenReader(person: Someone, seed: number) {
    const numbers: number[] = [];
    let [lastId, breaks, isDone] = ['', 0, false];
    let onReady = (): void => {};
    const ready = new Promise<void>((resolve) => {
      onReady = resolve;
    });
    const run = async (): Promise<void> => {
      for (let turn = seed; !isDone; turn++) {
        const headers: Record<string, string> = lastId === '' ? {} : { 'last-event-id': lastId };
        const listener = await listen((turn % 2 === 0 ? here : there).base, {
          token: person.token,
          headers,
          onEvent: ({ type, id, data }) => {
            if (type === 'resync') throw new Error('resync');
            lastId = id;
            if (type === 'ready') onReady();
            if (data.n !== undefined) numbers.push(data.n);
          },
        });
        await Promise.race([listener.ended, pause(100 + Math.random() * 700)]);
        // What has arrived but not been parsed yet is lost with the line, as in life.
        listener.close();
        await listener.ended;
        breaks += 1;
      }
    };
    const running = run();
    return {
      ready,
      breaks: () => breaks,
      until: async (count: number): Promise<number[]> => {
        await expect.poll(() => numbers.length, { timeout: 60_000, interval: 50 }).toBeGreaterThanOrEqual(count);
        isDone = true;
        await running;
        return numbers;
      },
    };
  }

  /** Eight transactions at a time, each open for a while: they commit in another order than they write. */
  async function writeAtOnce(recipient: string, total: number): Promise<void> {
    const pool = new pg.Pool({ connectionString: url, max: 8 });
    let next = 0;
    const writer = async (): Promise<void> => {
      const client = await pool.connect();
      while (next < total) {
        await client.query('begin');
        for (let k = 0; k < 10 && next < total; k++)
          await client.query(
            `insert into live_events (at, type, recipients, to_admins, data) values (now(), 'message.sent', $1, false, $2)`,
            [[recipient], JSON.stringify({ n: next++ })],
          );
        await pause(Math.random() * 40);
        await client.query('commit');
      }
      client.release();
    };
    await Promise.all(Array.from({ length: 8 }, writer));
    await pool.end();
  }
});

describe('two processes without NATS', () => {
  test('a message sent at one is heard at the other within a second, and at once where it was sent', async () => {
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
        await expect.poll(() => listener.heard.length, { interval: 5, timeout: 5_000 }).toBe(n + 1);
        took[name].push(performance.now() - startedAt);
      }
    }
    say(`heard after (ms): here ${took.here.map(Math.round)}, there ${took.there.map(Math.round)}`);
    expect(percentile(took.here, 0.5)).toBeLessThan(200);
    expect(percentile(took.there, 0.5)).toBeLessThan(500);
    expect(Math.max(...took.there)).toBeLessThan(1_500);
  });

  test('a logout at one ends the stream at the other within two seconds', async () => {
    const ann = await signUp();
    const listener = await listen(there.base, { token: ann.token });
    await untilAll([listener], isReady);
    const startedAt = performance.now();
    await send(here.base, 'POST', '/auth/logout', undefined, ann.token);
    await listener.ended;
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('SIGTERM ends the streams at once, and the process goes', async () => {
    const ann = await signUp();
    const listener = await listen(there.base, { token: ann.token });
    await untilAll([listener], isReady);
    const startedAt = performance.now();
    await Promise.all([there.stop(), listener.ended]);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(there.child.exitCode).toBe(0);
  });
});
