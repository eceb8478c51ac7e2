import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { appWith, goneDatabase, testServer } from '../../../test/harness.js';
import { type Listener, type ListenOptions, listen } from '../../../test/listener.js';
import { admin, assign, caregiver, logIn, type Person, patient, root } from '../../../test/people.js';
import { profile } from '../../../test/servers.js';
import { guardRoutes } from '../../access/guard.js';
import { contextOf, inTransaction, type Platform, system } from '../../platform/context.js';
import { type App, createApp } from '../../platform/http/app.js';
import type { Written } from './live.hub.js';
import { liveRoutes } from './live.routes.js';
import { announce, clearOldEvents, type LiveEvent } from './live.service.js';

let platform: Platform;
let app: App;
let base: string;

beforeAll(async () => {
  platform = (await testServer()).platform;
  app = await appWith({});
  base = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api`;
});
afterAll(() => app.close());

/** A stream that is live, closed at the end of the test. */
async function follow(person: Person, options: ListenOptions = {}, at = base): Promise<Listener> {
  const listener = await listen(at, { token: person.token, ...options });
  onTestFinished(listener.close);
  await expect.poll(() => typesOf(listener), { timeout: 10_000 }).toContain('ready');
  return listener;
}

const typesOf = ({ heard }: Listener): string[] => heard.map(({ type }) => type);
const told = (listener: Listener): string[] => typesOf(listener).filter((type) => type !== 'ready');
const tell = (event: LiveEvent): Promise<void> => announce(contextOf(platform, system), event);
const alertAbout = (about: Person, to: readonly Person[], more: object = {}): LiveEvent => ({
  type: 'alert.raised',
  to: to.map(({ id }) => id),
  data: { patientId: about.id, message: 'Fall detected', ...more },
});

/** Whoever is still to hear something has heard it once this has gone round. */
async function settled(listener: Listener, person: Person): Promise<void> {
  const mark = `mark ${Math.random()}`;
  await tell({ type: 'message.sent', to: [person.id], data: { mark } });
  await expect.poll(() => listener.heard.some(({ data }) => data.mark === mark)).toBe(true);
}

describe('GET /events', () => {
  test('is a stream of server-sent events that nobody stores or collects', async () => {
    const { response, raw } = await follow(await caregiver());
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(raw()).toMatch(/^retry: \d+\n\nid: \d+\nevent: ready\ndata: {}\n\n$/);
  });

  test('needs a session: a bearer token, or the cookie that our own page sends', async () => {
    const ann = await patient();
    const refused = await listen(base);
    expect(refused.response.statusCode).toBe(401);
    const cookie = `session=${ann.token}`;
    expect((await listen(base, { headers: { cookie } })).response.statusCode).toBe(401);
    const ownPage = await listen(base, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    onTestFinished(ownPage.close);
    expect(ownPage.response.statusCode).toBe(200);
  });

  test('a message reaches both ends, without its text, and so does its reading', async () => {
    const [ann, bob, eve] = [await patient(), await caregiver(), await caregiver()];
    const [atAnn, atBob, atEve] = [await follow(ann), await follow(bob), await follow(eve)];
    const { data } = await ann.post('/messages', { recipientId: bob.id, content: 'Canary-text', type: 'TEXT' });
    await bob.post(`/messages/${data.id}/read`);
    await bob.post(`/messages/${data.id}/read`);
    await expect.poll(() => told(atAnn)).toEqual(['message.sent', 'message.read']);
    await expect.poll(() => told(atBob)).toEqual(['message.sent', 'message.read']);
    expect(atBob.heard.at(-1)?.data).toMatchObject({
      id: data.id,
      senderId: ann.id,
      read: true,
      at: expect.any(String),
    });
    expect(`${atAnn.raw()}${atBob.raw()}`).not.toContain('Canary-text');
    await settled(atEve, eve);
    expect(told(atEve)).toEqual(['message.sent']);
  });

  test('what is rolled back was never there', async () => {
    const ann = await patient();
    const atAnn = await follow(ann);
    const change = inTransaction(contextOf(platform, system), async (ctx) => {
      await announce(ctx, { type: 'message.sent', to: [ann.id], data: { mark: 'rolled back' } });
      throw new Error('no');
    });
    await expect(change).rejects.toThrow('no');
    await settled(atAnn, ann);
    expect(atAnn.raw()).not.toContain('rolled back');
  });

  test('HEAD opens no stream', async () => {
    const ann = await patient();
    const answer = await fetch(`${base}/events`, { method: 'HEAD', headers: { authorization: `Bearer ${ann.token}` } });
    expect(answer.status).toBe(405);
  });

  test('without a database the answer is 503 in words, not an empty stream', async () => {
    const other = await appWith({}, { db: await goneDatabase() });
    onTestFinished(() => other.close());
    const { token } = await patient();
    const answer = await other.inject({ url: '/api/events', headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  });
});

describe('who sees an event', () => {
  test('its recipients, and the admins where it says so; never another patient’s caregiver', async () => {
    const [ann, zoe] = [await patient(), await patient()];
    const [bob, eve, boss] = [await caregiver({ of: ann }), await caregiver({ of: zoe }), await admin()];
    const [atBob, atEve, atBoss, atZoe] = [await follow(bob), await follow(eve), await follow(boss), await follow(zoe)];
    await tell(alertAbout(ann, [bob], { canary: 'Canary-one' }));
    await tell({ ...alertAbout(ann, [bob], { canary: 'Canary-two' }), toAdmins: true });
    await settled(atBob, bob);
    await settled(atBoss, boss);
    await settled(atEve, eve);
    await settled(atZoe, zoe);
    expect(told(atBob)).toEqual(['alert.raised', 'alert.raised', 'message.sent']);
    expect(told(atBoss)).toEqual(['alert.raised', 'message.sent']);
    expect(atBoss.raw()).not.toContain('Canary-one');
    expect(`${atEve.raw()}${atZoe.raw()}`).not.toMatch(/Canary|alert/);
  });

  test('once, even who is both a recipient and an admin', async () => {
    const [ann, boss] = [await patient(), await admin()];
    const atBoss = await follow(boss);
    await tell({ ...alertAbout(ann, [boss]), toAdmins: true });
    await settled(atBoss, boss);
    expect(told(atBoss)).toEqual(['alert.raised', 'message.sent']);
  });

  test('nobody whose assignment has ended, neither live nor by resuming from before', async () => {
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    const atBob = await follow(bob);
    const before = atBob.lastId();
    await tell(alertAbout(ann, [bob], { canary: 'Canary-first' }));
    await expect.poll(() => told(atBob)).toEqual(['alert.raised']);
    await (await root()).delete(`/caregivers/${bob.id}/patients/${ann.id}`);
    await tell(alertAbout(ann, [bob], { canary: 'Canary-second' }));
    await settled(atBob, bob);
    expect(atBob.raw()).not.toContain('Canary-second');
    const resumed = await follow(bob, { headers: { 'last-event-id': before } });
    expect(resumed.raw()).not.toContain('Canary');
    await assign(bob, ann);
    const again = await follow(bob, { headers: { 'last-event-id': before } });
    expect(again.raw()).toMatch(/Canary-first[\s\S]*Canary-second/);
  });

  test('the patient sees what is addressed to the patient', async () => {
    const ann = await patient();
    const atAnn = await follow(ann);
    await tell({ type: 'fall.cancelled', to: [ann.id], data: { patientId: ann.id } });
    await settled(atAnn, ann);
    expect(told(atAnn)).toEqual(['fall.cancelled', 'message.sent']);
  });

  test('what is about a person goes with the account', async () => {
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    const before = (await follow(bob)).lastId();
    await tell(alertAbout(ann, [bob], { canary: 'Canary-erased' }));
    await ann.delete('/profile/me', { confirmation: true });
    const { rows } = await sql`select 1 from live_events where data::text like '%Canary-erased%'`.execute(platform.db);
    expect(rows).toEqual([]);
    const resumed = await follow(bob, { headers: { 'last-event-id': before } });
    expect(resumed.raw()).not.toContain('Canary-erased');
  });
});

describe('a stream ends when its session does', () => {
  const boss = root;
  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['logout', (person) => person.post('/auth/logout')],
    ['deactivation', async (person) => (await boss()).put(`/admin/users/${person.id}`, { status: 'inactive' })],
    ['another role', async (person) => (await boss()).post(`/admin/users/${person.id}/role`, { role: 'PATIENT' })],
    ['deletion', (person) => person.delete('/profile/me', { confirmation: true })],
  ])('%s', async (_, change) => {
    const bob = await caregiver();
    const [atBob, bystander] = [await follow(bob), await follow(await caregiver())];
    await change(bob);
    const startedAt = performance.now();
    await atBob.ended;
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(bystander.isOpen()).toBe(true);
  });

  test('expiry, and other sessions of the same person stay', async () => {
    const bob = await caregiver();
    const second = await logIn(bob.email);
    const [atFirst, atSecond] = [await follow(bob), await follow(second)];
    await platform.db
      .updateTable('sessions')
      .set({ expiresAt: new Date(platform.clock.nowMs() - 1).toISOString() })
      .where('userId', '=', bob.id)
      .where('id', '=', sessionIdOf(bob.token))
      .execute();
    await atFirst.ended;
    expect(atSecond.isOpen()).toBe(true);
  });
});

const sessionIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

describe('Last-Event-ID', () => {
  test('resumes with what was missed, once and in order; as a header and in the query', async () => {
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    const first = await follow(bob);
    await tell(alertAbout(ann, [bob], { n: 0 }));
    await expect.poll(() => told(first)).toHaveLength(1);
    first.close();
    await first.ended;
    // More than a page.
    for (let n = 1; n <= 230; n++) await tell(alertAbout(ann, [bob], { n }));
    const wanted = Array.from({ length: 230 }, (_, n) => n + 1);
    const byHeader = await follow(bob, { headers: { 'last-event-id': first.lastId() } });
    const byQuery = await follow(bob, { query: `?lastEventId=${first.lastId()}` });
    for (const listener of [byHeader, byQuery]) {
      expect(listener.heard.filter(({ type }) => type === 'alert.raised').map(({ data }) => data.n)).toEqual(wanted);
      expect(typesOf(listener).at(-1)).toBe('ready');
    }
    await tell(alertAbout(ann, [bob], { n: 231 }));
    await expect.poll(() => byHeader.heard.at(-1)?.data.n).toBe(231);
  });

  test.each(['', 'abc', '-1', '99999999999999', '1.5', '9'.repeat(40)])(
    '%j was never given out: resync',
    async (id) => {
      const bob = await caregiver();
      const listener = await follow(bob, { query: `?lastEventId=${id}` });
      expect(typesOf(listener)).toEqual(['resync', 'ready']);
      await settled(listener, bob);
    },
  );

  test('what is no longer kept is said to be lost: resync', async () => {
    const { clock } = await testServer();
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    const earlier = await follow(bob);
    const before = earlier.lastId();
    await tell(alertAbout(ann, [bob], { n: 1 }));
    // The hub has read it: it is gone for who comes back, not for who is there.
    await expect.poll(() => earlier.heard.at(-1)?.data.n).toBe(1);
    clock.offsetMs += 60_000;
    onTestFinished(() => {
      clock.offsetMs -= 60_000;
    });
    expect(await clearOldEvents(contextOf(platform, system), 59_000)).toBeGreaterThan(0);
    const listener = await follow(bob, { headers: { 'last-event-id': before } });
    expect(typesOf(listener)).toEqual(['resync', 'ready']);
    const upToDate = await follow(bob, { headers: { 'last-event-id': listener.lastId() } });
    expect(typesOf(upToDate)).toEqual(['ready']);
  });

  test('too long an id is refused in words', async () => {
    const bob = await caregiver();
    expect(await bob.get(`/events?lastEventId=${'9'.repeat(41)}`)).toHaveStatus(400);
  });
});

describe.runIf(profile === 'cluster')('transactions that commit in another order than they wrote', () => {
  /** Announces, then keeps its transaction open until told. */
  async function openChange(event: LiveEvent): Promise<() => Promise<void>> {
    let commit = (): void => {};
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let hasWritten = (): void => {};
    const written = new Promise<void>((resolve) => {
      hasWritten = resolve;
    });
    const done = inTransaction(contextOf(platform, system), async (ctx) => {
      await announce(ctx, event);
      hasWritten();
      await mayCommit;
    });
    await written;
    return () => {
      commit();
      return done;
    };
  }

  test('a late one holds nobody up, and is not passed over, live or by resuming', async () => {
    const bob = await caregiver();
    const atBob = await follow(bob);
    const event = (mark: string): LiveEvent => ({ type: 'message.sent', to: [bob.id], data: { mark } });
    const commitLate = await openChange(event('late'));
    await tell(event('early'));
    const marks = (listener: Listener): string[] => listener.heard.flatMap(({ data }) => data.mark ?? []);
    await expect.poll(() => marks(atBob)).toEqual(['early']);
    const afterEarly = atBob.lastId();
    await commitLate();
    await expect.poll(() => marks(atBob)).toEqual(['early', 'late']);
    expect(Number(atBob.lastId())).toBeGreaterThan(Number(afterEarly));
    expect(marks(await follow(bob, { headers: { 'last-event-id': afterEarly } }))).toEqual(['late']);
  });

  test('two hundred at a time, in any order: each arrives once, in rising numbers, at two hubs', async () => {
    const other = await appWith({});
    onTestFinished(() => other.close());
    const at = `${await other.listen({ host: '127.0.0.1', port: 0 })}/api`;
    const bob = await caregiver();
    const [here, there] = [await follow(bob), await follow(bob, {}, at)];
    await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        await pause(Math.random() * 500);
        await inTransaction(contextOf(platform, system), async (ctx) => {
          await announce(ctx, { type: 'message.sent', to: [bob.id], data: { n } });
          await pause(Math.random() * 60);
        });
      }),
    );
    for (const listener of [here, there]) {
      await expect.poll(() => told(listener).length).toBe(200);
      const ids = listener.heard.slice(1).map(({ id }) => Number(id));
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      expect(new Set(listener.heard.slice(1).map(({ data }) => data.n)).size).toBe(200);
    }
    expect(here.heard).toEqual(there.heard);
  });
});

describe('deliveries', () => {
  test('are told of once they were written to an open stream of their recipient, by whoever wrote them', async () => {
    const confirmed: Written[] = [];
    const own = createApp(platform, () => {});
    const serve: FastifyPluginAsync = async (api) => {
      guardRoutes(api as App, platform, '/api');
      await liveRoutes(async (_, written) => void confirmed.push(...written))(api as App, platform);
    };
    await own.register(serve, { prefix: '/api' });
    onTestFinished(() => own.close());
    const at = `${await own.listen({ host: '127.0.0.1', port: 0 })}/api`;
    const ann = await patient();
    const [bob, eve] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    const atBob = await follow(bob, {}, at);
    await tell(alertAbout(ann, [bob], { deliveryId: 'to-bob' }));
    await tell(alertAbout(ann, [eve], { deliveryId: 'to-eve' }));
    await expect.poll(() => confirmed).toEqual([{ userId: bob.id, deliveryId: 'to-bob' }]);
    // Not there when it happened, and told on coming back: that counts from then on.
    await follow(eve, { headers: { 'last-event-id': String(Number(atBob.lastId()) - 1) } }, at);
    await expect.poll(() => confirmed.at(-1)).toEqual({ userId: eve.id, deliveryId: 'to-eve' });
    expect(confirmed).toHaveLength(2);
  });
});

describe('bounds', () => {
  test('one more stream than a person may have ends the oldest', async () => {
    const small = await appWith({ liveStreamsPerUser: 2 });
    onTestFinished(() => small.close());
    const at = `${await small.listen({ host: '127.0.0.1', port: 0 })}/api`;
    const [bob, eve] = [await caregiver(), await caregiver()];
    const [first, second, others] = [await follow(bob, {}, at), await follow(bob, {}, at), await follow(eve, {}, at)];
    const third = await follow(bob, {}, at);
    await first.ended;
    expect([second, third, others].map((listener) => listener.isOpen())).toEqual([true, true, true]);
  });

  test('new streams have a limit of their own', async () => {
    const once = { points: 1, windowMs: 60_000 };
    const limited = await appWith({ limitEvents: { ...once, points: 2 }, limitGlobal: once });
    onTestFinished(() => limited.close());
    const ask = async () => (await limited.inject({ url: '/api/events' })).statusCode;
    expect([await ask(), await ask(), await ask()]).toEqual([401, 401, 429]);
  });

  test('a reader who takes nothing is cut, others hear all, and coming back brings what was missed', async () => {
    const [bob, eve] = [await caregiver(), await caregiver()];
    const [atBob, atEve] = [await follow(bob), await follow(eve)];
    atBob.response.pause();
    // More than the system's own buffers hold; a few at a time, as one process plays all the parts here.
    const [filler, count] = ['x'.repeat(50_000), 300];
    const numbersOf = ({ heard }: Listener): number[] => heard.flatMap(({ data }) => data.n ?? []);
    const upTo = (end: number): number[] => Array.from({ length: end }, (_, n) => n);
    for (let n = 0; n < count; n += 3) {
      for (const more of [0, 1, 2])
        await tell({ type: 'message.sent', to: [bob.id, eve.id], data: { n: n + more, filler } });
      await expect.poll(() => numbersOf(atEve), { interval: 5, timeout: 10_000 }).toEqual(upTo(n + 3));
    }
    atBob.response.resume();
    await atBob.ended;
    const [seen, resumed] = [numbersOf(atBob), await follow(bob, { headers: { 'last-event-id': atBob.lastId() } })];
    expect(seen.length).toBeLessThan(count);
    expect([...seen, ...numbersOf(resumed)]).toEqual(upTo(count));
  });

  test('a stop ends the streams, and at once', async () => {
    const other = await appWith({});
    const at = `${await other.listen({ host: '127.0.0.1', port: 0 })}/api`;
    const listener = await follow(await caregiver(), {}, at);
    const startedAt = performance.now();
    await other.close();
    await listener.ended;
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
