import type { FastifyPluginAsync } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { appWith, goneDatabase } from '../../../test/harness.js';
import { type Listener, listen } from '../../../test/listener.js';
import {
  alertAbout,
  base,
  follow,
  listTypes,
  madeUp,
  platform,
  settled,
  setUpLiveStream,
  tell,
  told,
} from '../../../test/live.js';
import { caregiver, patient } from '../../../test/people.js';
import { guardRoutes } from '../../access/guard.js';
import { createContext, inTransaction, system } from '../../platform/context.js';
import { type App, createApp } from '../../platform/http/app.js';
import { liveRoutes } from './live.routes.js';
import { announce } from './live.service.js';
import type { Written } from './live.writer.js';

setUpLiveStream();

describe('GET /events', () => {
  test('is a stream of server-sent events that no proxy stores or buffers', async () => {
    const { response, raw } = await follow(await caregiver());
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(raw()).toMatch(/^retry: \d+\n\nid: \d+\nevent: ready\ndata: {}\n\n$/);
  });

  test('needs a session: a bearer token, or the cookie of our own page', async () => {
    const ann = await patient();
    const refused = await listen(base);
    expect(refused.response.statusCode).toBe(401);
    const cookie = `session=${ann.token}`;
    expect((await listen(base, { headers: { cookie } })).response.statusCode).toBe(401);
    const ownPage = await listen(base, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    onTestFinished(ownPage.close);
    expect(ownPage.response.statusCode).toBe(200);
  });

  test('HEAD opens no stream', async () => {
    const ann = await patient();
    const answer = await fetch(`${base}/events`, { method: 'HEAD', headers: { authorization: `Bearer ${ann.token}` } });
    expect(answer.status).toBe(405);
  });

  test('without a database the answer is 503 with a text, not an empty stream', async () => {
    const other = await appWith({}, { db: await goneDatabase() });
    onTestFinished(() => other.close());
    const { token } = await patient();
    const answer = await other.inject({ url: '/api/events', headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  });
});

describe('events about changes', () => {
  test('sending and reading a message reach both sides, without the text', async () => {
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

  test('an event that is rolled back is never sent', async () => {
    const ann = await patient();
    const atAnn = await follow(ann);
    const change = inTransaction(createContext(platform, system), async (ctx) => {
      await announce(ctx, madeUp('message.sent', [ann], { mark: 'rolled back' }));
      throw new Error('no');
    });
    await expect(change).rejects.toThrow('no');
    await settled(atAnn, ann);
    expect(atAnn.raw()).not.toContain('rolled back');
  });
});

describe('deliveries', () => {
  test('are confirmed by the process that wrote them to an open stream of their recipient', async () => {
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
    // A recipient who was not connected gets it on reconnecting; it is confirmed then.
    await follow(eve, { headers: { 'last-event-id': String(Number(atBob.lastId()) - 1) } }, at);
    await expect.poll(() => confirmed.at(-1)).toEqual({ userId: eve.id, deliveryId: 'to-eve' });
    expect(confirmed).toHaveLength(2);
  });
});

describe('limits', () => {
  test('one stream over the limit per person ends the oldest', async () => {
    const small = await appWith({ liveStreamsPerUser: 2 });
    onTestFinished(() => small.close());
    const at = `${await small.listen({ host: '127.0.0.1', port: 0 })}/api`;
    const [bob, eve] = [await caregiver(), await caregiver()];
    const [first, second, others] = [await follow(bob, {}, at), await follow(bob, {}, at), await follow(eve, {}, at)];
    const third = await follow(bob, {}, at);
    await first.ended;
    expect([second, third, others].map((listener) => listener.isOpen())).toEqual([true, true, true]);
  });

  test('new streams have their own rate limit', async () => {
    const once = { points: 1, windowMs: 60_000 };
    const limited = await appWith({ limitEvents: { ...once, points: 2 }, limitGlobal: once });
    onTestFinished(() => limited.close());
    const ask = async () => (await limited.inject({ url: '/api/events' })).statusCode;
    expect([await ask(), await ask(), await ask()]).toEqual([401, 401, 429]);
  });

  test('a reader that does not read is disconnected, others get everything, and reconnecting brings the missed events', async () => {
    const [bob, eve] = [await caregiver(), await caregiver()];
    const [atBob, atEve] = [await follow(bob), await follow(eve)];
    atBob.response.pause();
    // More than the buffers of the system hold; a few at a time, because one process is server and client here.
    const [filler, count] = ['x'.repeat(50_000), 300];
    const listNumbers = ({ heard }: Listener): number[] => heard.flatMap(({ data }) => data.n ?? []);
    const upTo = (end: number): number[] => Array.from({ length: end }, (_, n) => n);
    for (let n = 0; n < count; n += 3) {
      for (const more of [0, 1, 2]) await tell(madeUp('message.sent', [bob, eve], { n: n + more, filler }));
      await expect.poll(() => listNumbers(atEve), { interval: 5 }).toEqual(upTo(n + 3));
    }
    atBob.response.resume();
    await atBob.ended;
    const seen = listNumbers(atBob);
    expect(seen.length).toBeLessThan(count);
    // On a busy machine this reader is too slow again, and connects once more, as a client does.
    for (let lastId = atBob.lastId(); seen.length < count; ) {
      const again = await listen(base, { token: bob.token, headers: { 'last-event-id': lastId } });
      onTestFinished(again.close);
      await expect.poll(() => !again.isOpen() || listTypes(again).includes('ready')).toBe(true);
      seen.push(...listNumbers(again));
      lastId = again.lastId();
    }
    expect(seen).toEqual(upTo(count));
  });

  test('a stop ends the streams within a second', async () => {
    const other = await appWith({});
    const at = `${await other.listen({ host: '127.0.0.1', port: 0 })}/api`;
    const listener = await follow(await caregiver(), {}, at);
    const startedAt = performance.now();
    await other.close();
    await listener.ended;
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
