import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contextWith, nothingDue, pass } from '../../../test/engine.js';
import { appWith, testServer } from '../../../test/harness.js';
import { caller, caregiver, type Person, patient } from '../../../test/people.js';
import { createSubscription } from '../../../test/subscription.js';
import type { Context } from '../../platform/context.js';
import { giveAnswer } from '../answers/answers.service.js';
import { createContactChannel } from '../contacts/sending.service.js';
import { sendUpdates } from '../contacts/updates.worker.js';
import { createEngine } from '../escalation/engine.worker.js';
import { clearDeadSubscriptions } from './push.service.js';

const allowed = { webhookAllowedRanges: ['127.0.0.0/8'] };

interface Pushed {
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the payload of any message; tests look into it freely.
  readonly payload: any;
}

/** A push service with one browser behind it, which decrypts what it gets. */
async function browser() {
  const { keys, read } = createSubscription();
  const state = { status: 201, pushed: [] as Pushed[] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    state.pushed.push({ headers: request.headers, payload: read(Buffer.concat(chunks)) });
    response.writeHead(state.status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/1`;
  return Object.assign(state, { subscription: { kind: 'push', address, keys } });
}

/** A caregiver of Rose Hill whose browser takes notifications, and an engine that sends only there. */
async function cast() {
  const rose = await patient();
  await rose.put('/profile/me', { firstName: 'Rose', lastName: 'Hill' });
  const bob = await caregiver({ of: rose });
  const app = await appWith(allowed);
  onTestFinished(() => app.close());
  const here: Person = { ...bob, ...caller(bob.token, app) };
  const phone = await browser();
  const { data: point } = await here.post('/contact-points', phone.subscription);
  await here.post(`/contact-points/${point.id}/code`);
  const code = /\d{6}/.exec(phone.pushed[0]?.payload.text)?.[0];
  expect(await here.post(`/contact-points/${point.id}/verify`, { code })).toHaveStatus(200);
  phone.pushed.length = 0;
  await nothingDue();
  const { platform } = await testServer();
  const base = await contextWith(platform.state.media.map(createContactChannel));
  const ctx: Context = { ...base, config: { ...base.config, ...allowed } };
  const engine = createEngine();
  const run = async (): Promise<void> => {
    await engine.escalate(ctx);
    await engine.deliver(ctx);
    await engine.idle();
    await sendUpdates(ctx);
  };
  return { rose, bob, here, app, phone, point, ctx, run };
}

/** The first step was taken inside the request, by a process without this channel. */
const secondStep = 61;

describe('a notification', () => {
  test('is encrypted for its browser and says what happened, with initials only', async () => {
    const { rose, here, phone, point, run } = await cast();
    await rose.post('/falls', { confidence: 0.8 });
    await pass(secondStep);
    await run();
    const [{ headers, payload }] = phone.pushed as [Pushed];
    expect(headers).toMatchObject({ urgency: 'high', ttl: '120', 'content-encoding': 'aes128gcm' });
    expect(headers.topic).toMatch(/^[\w-]{32}$/);
    expect(headers.authorization).toContain((await here.get('/push/key')).data.publicKey);
    expect(payload).toMatchObject({
      contactPointId: point.id,
      title: 'R.H. has fallen',
      text: '1 min ago. Nobody has answered yet.',
      severity: 'HIGH',
      isUpdate: false,
      answer: { onIt: 'I’m on it', cannot: 'I can’t', url: expect.stringContaining('/answer#') },
    });
    expect(JSON.stringify(payload)).not.toMatch(/Rose|Hill/);
  });

  test('has reached the person once its worker confirms it', async () => {
    const { rose, here, phone, run } = await cast();
    await rose.post('/falls', { confidence: 0.8 });
    await pass(secondStep);
    await run();
    const status = async () => {
      const [alert] = (await here.get('/caregivers/alerts')).data;
      return alert.deliveries.find(({ channel }: { channel: string }) => channel === 'push').status;
    };
    expect(await status()).toBe('accepted');
    const { token } = phone.pushed[0]?.payload.answer ?? {};
    expect(await caller().post('/answers/receipt', { token })).toHaveStatus(200);
    expect(await status()).toBe('sent');
  });

  test('is replaced when somebody has taken the alert', async () => {
    const { rose, bob, phone, ctx, run } = await cast();
    await bob.put('/profile/me', { firstName: 'Noah', lastName: 'Berg' });
    await rose.post('/falls', { confidence: 0.8 });
    await pass(secondStep);
    await run();
    const { tag, answer } = phone.pushed[0]?.payload ?? {};
    await giveAnswer(ctx, { token: answer.token, answer: 'ON_IT' });
    await run();
    await run();
    expect(phone.pushed).toHaveLength(2);
    expect(phone.pushed[1]?.payload).toMatchObject({
      tag,
      title: 'R.H. has fallen',
      text: 'Noah Berg is on it.',
      isUpdate: true,
      answer: null,
    });
    expect(phone.pushed[1]?.headers.topic).toBe(phone.pushed[0]?.headers.topic);
  });

  test('to a browser that has unsubscribed marks the contact point', async () => {
    const { rose, here, phone, run } = await cast();
    phone.status = 410;
    await rose.post('/falls', { confidence: 0.8 });
    await pass(secondStep);
    await run();
    expect((await here.get('/contact-points')).data[0]).toMatchObject({
      failingReason: 'This browser no longer takes notifications. Switch them on there again.',
    });
  });
});

describe('a subscription that its browser has replaced', () => {
  test('gets the notifications from then on, without a session', async () => {
    const { rose, app, phone, point, run } = await cast();
    const next = await browser();
    const { address, keys } = next.subscription;
    const replaced = { contactPointId: point.id, auth: phone.subscription.keys.auth, address, keys };
    expect(await caller(undefined, app).post('/push/subscription', replaced)).toHaveStatus(200);
    await rose.post('/falls', { confidence: 0.8 });
    await pass(secondStep);
    await run();
    expect(phone.pushed).toHaveLength(0);
    expect(next.pushed[0]?.payload).toMatchObject({ contactPointId: point.id, title: 'R.H. has fallen' });
    // The old secret is void now.
    expect(await caller(undefined, app).post('/push/subscription', replaced)).toHaveStatus(404);
  });

  test('cannot be replaced without its secret', async () => {
    const { here, app, point } = await cast();
    const { address, keys } = (await browser()).subscription;
    const attempt = { contactPointId: point.id, auth: keys.auth, address, keys };
    expect(await caller(undefined, app).post('/push/subscription', attempt)).toHaveStatus(404);
    expect((await here.get('/contact-points')).data[0].address).toBe(point.address);
  });

  test('is deleted a week after its push service has ended it', async () => {
    const { here, phone, point, ctx } = await cast();
    phone.status = 410;
    await here.post(`/contact-points/${point.id}/test`);
    await clearDeadSubscriptions(ctx);
    expect((await here.get('/contact-points')).data).toHaveLength(1);
    await sql`update contact_points set failing_since = failing_since - interval '8 days' where id = ${point.id}`.execute(
      ctx.db,
    );
    await clearDeadSubscriptions(ctx);
    expect((await here.get('/contact-points')).data).toHaveLength(0);
  });
});

describe('a subscription', () => {
  test.each([
    [{ keys: undefined }, { keys: 'is required: the keys of the push subscription' }],
    [
      { keys: { p256dh: 'AAAA', auth: 'AAAA' } },
      { 'keys.p256dh': 'must be 65 bytes in base64url', 'keys.auth': 'must be 16 bytes in base64url' },
    ],
    [{ address: 'http://169.254.169.254/push' }, { address: 'must begin with https://' }],
  ])('%j is refused', async (changes, details) => {
    const { subscription } = await browser();
    const answer = await (await caregiver()).post('/contact-points', {
      ...subscription,
      address: 'https://push.test/1',
      ...changes,
    });
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toEqual(details);
  });
});
