import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { appWith, testServer } from '../../../test/harness.js';
import { admin, assign, type Caller, caller, caregiver, type Person, patient, root } from '../../../test/people.js';
import { type Context, contextOf, system } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import type { Notice } from '../deliveries/channel.js';
import { webhookChannel } from './sending.service.js';
import { clearOldDeliveries } from './webhooks.service.js';
import { createWebhookRetries, type OnSent } from './webhooks.worker.js';

let app: App;
let ctx: Context;

beforeAll(async () => {
  const { platform } = await testServer();
  const config = { ...platform.config, webhookAllowedRanges: ['127.0.0.0/8'] };
  app = await appWith(config);
  ctx = contextOf({ ...platform, config }, system);
});
afterAll(async () => {
  // The database is everybody's.
  await moveTime(-movedMs);
  await app.close();
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** What it answers from now on; null: nothing, for ever. */
  status: number | null;
}

async function receiver(status: number | null = 204): Promise<Receiver> {
  const state: Receiver = { url: '', received: [], status };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    state.received.push({ headers: request.headers, body });
    if (state.status !== null) response.writeHead(state.status, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` });
}

const here = (person: Person): Caller => caller(person.token, app);

async function register(person: Person, url: string): Promise<{ id: string; secret: string }> {
  const answer = await here(person).post('/webhooks', { url });
  expect(answer).toHaveStatus(201);
  return answer.data;
}

/** A caregiver with a webhook, and the patient they look after. */
async function cast(status: number | null = 204) {
  const ann = await patient();
  const bob = await caregiver({ of: ann });
  const target = await receiver(status);
  return { ann, bob, target, webhook: await register(bob, target.url) };
}

const noticeFor = (recipient: Person, about: Person): Notice => ({
  deliveryId: randomUUID(),
  alertId: randomUUID(),
  recipientId: recipient.id,
  patientId: about.id,
  fallId: null,
  type: 'FALL_DETECTED',
  severity: 'HIGH',
  message: 'Fall detected, HIGH.',
  raisedAt: '2026-01-31T12:00:00.000Z',
  step: 1,
  isDrill: false,
});

const logOf = async (person: Person, id: string) => (await here(person).get(`/webhooks/${id}/deliveries`)).data;

let movedMs = 0;
async function moveTime(ms: number): Promise<void> {
  movedMs += ms;
  await sql`insert into time_shift values (${ms} * interval '1 millisecond')`.execute(ctx.db);
}

/** Runs what is due after this much time, and waits until it is done. */
async function retriesAfter(ms: number, onSent: OnSent = async () => {}): Promise<void> {
  await moveTime(ms);
  await (await createWebhookRetries(onSent)(ctx)).done;
}

describe('my webhooks', () => {
  test('are registered with a secret that is shown once, listed, and deleted', async () => {
    const bob = await caregiver();
    const created = await register(bob, 'https://hooks.example.org/x');
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = (await bob.get('/webhooks')).data;
    expect(listed).toEqual([{ id: created.id, url: 'https://hooks.example.org/x', createdAt: expect.any(String) }]);
    expect(await bob.delete(`/webhooks/${created.id}`)).toHaveStatus(200);
    expect((await bob.get('/webhooks')).data).toEqual([]);
    expect(await bob.delete(`/webhooks/${created.id}`)).toHaveStatus(404);
  });

  test('are nobody else’s, not even an admin’s', async () => {
    const [bob, eve, boss] = [await caregiver(), await caregiver(), await admin()];
    const { id } = await register(bob, 'https://hooks.example.org/canary');
    for (const other of [eve, boss]) {
      expect((await other.get('/webhooks')).data).toEqual([]);
      expect(await other.delete(`/webhooks/${id}`)).toHaveStatus(403);
      expect(await other.get(`/webhooks/${id}/deliveries`)).toHaveStatus(403);
    }
    expect((await bob.get('/webhooks')).data).toHaveLength(1);
  });

  test.each([
    ['http://hooks.example.org/', /https:\/\//],
    ['https://10.0.0.1/', /private network/],
    ['https://[::1]/', /private network/],
    ['https://a:b@hooks.example.org/', /password/],
    ['nonsense', /not an address/],
  ])('%s is refused in words', async (url, words) => {
    const answer = await (await caregiver()).post('/webhooks', { url });
    expect(answer).toHaveStatus(400);
    expect(answer.body.details.url).toMatch(words);
  });

  test('are five at most', async () => {
    const bob = await caregiver();
    const all = await Promise.all(
      Array.from({ length: 7 }, (_, n) => bob.post('/webhooks', { url: `https://hooks.example.org/${n}` })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
  });

  test('a test is sent once, signed, and its result told', async () => {
    const { bob, target, webhook } = await cast();
    const sent = await here(bob).post(`/webhooks/${webhook.id}/test`);
    expect(sent).toHaveStatus(200);
    expect(sent.data).toMatchObject({ status: 'SENT', attempts: 1, lastStatus: 204, lastProblem: null, alertId: null });
    const [{ headers, body }] = target.received as [Received];
    expect(new Verifier(webhook.secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'webhook.test',
    });
    expect(headers['webhook-id']).toBe(sent.data.id);
    target.status = 500;
    const failed = await here(bob).post(`/webhooks/${webhook.id}/test`);
    expect(failed.data).toMatchObject({
      status: 'FAILED',
      nextAttemptAt: null,
      lastProblem: 'The receiver answered 500',
    });
    expect(await logOf(bob, webhook.id)).toHaveLength(2);
  });
});

describe('the channel', () => {
  test('delivers a notice, signed, and says so', async () => {
    const { ann, bob, target, webhook } = await cast();
    const notice = noticeFor(bob, ann);
    expect(await webhookChannel.deliver(ctx, notice)).toEqual({ status: 'sent' });
    const [{ headers, body }] = target.received as [Received];
    const verifier = new Verifier(webhook.secret);
    expect(verifier.verify(body, headers as Record<string, string>)).toEqual({
      type: 'alert.notice',
      timestamp: expect.any(String),
      data: {
        alertId: notice.alertId,
        deliveryId: notice.deliveryId,
        patientId: ann.id,
        fallId: null,
        type: 'FALL_DETECTED',
        severity: 'HIGH',
        message: notice.message,
        raisedAt: notice.raisedAt,
        step: 1,
        isDrill: false,
      },
    });
    expect(() => verifier.verify(body.replace('HIGH', 'LOW'), headers as Record<string, string>)).toThrow();
    // The same notice again is already there.
    expect(await webhookChannel.deliver(ctx, notice)).toEqual({ status: 'sent' });
    expect(target.received).toHaveLength(1);
  });

  test('without a webhook, or with one we must not call, the person cannot be reached this way', async () => {
    const ann = await patient();
    const [bob, eve] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    expect(await webhookChannel.deliver(ctx, noticeFor(bob, ann))).toEqual({
      status: 'unreachable',
      reason: 'This person has no webhook',
    });
    const target = await receiver();
    await register(eve, target.url);
    const { platform } = await testServer();
    expect(await webhookChannel.deliver(contextOf(platform, system), noticeFor(eve, ann))).toMatchObject({
      status: 'unreachable',
      reason: expect.stringContaining('https://'),
    });
    expect(target.received).toEqual([]);
  });

  test.each([
    [500, { status: 'failed', reason: 'The receiver answered 500' }],
    [404, { status: 'failed', reason: 'The receiver answered 404' }],
    [302, { status: 'failed', reason: 'The receiver answered 302; redirects are not followed' }],
    [410, { status: 'unreachable', reason: 'The receiver answered 410: gone' }],
  ])('a receiver that answers %i', async (status, result) => {
    const { ann, bob, target, webhook } = await cast(status);
    expect(await webhookChannel.deliver(ctx, noticeFor(bob, ann))).toEqual(result);
    expect(target.received).toHaveLength(1);
    const [logged] = await logOf(bob, webhook.id);
    expect(logged).toMatchObject({ status: status === 410 ? 'FAILED' : 'PENDING', lastStatus: status, attempts: 1 });
  });

  test('one of several webhooks that takes it is enough, and one that hangs ends after five seconds', async () => {
    const { ann, bob, webhook } = await cast(null);
    await register(bob, (await receiver()).url);
    const startedAt = performance.now();
    expect(await webhookChannel.deliver(ctx, noticeFor(bob, ann))).toEqual({ status: 'sent' });
    expect(performance.now() - startedAt).toBeLessThan(6_000);
    expect((await logOf(bob, webhook.id))[0]).toMatchObject({ lastProblem: 'No answer within 5 s', status: 'PENDING' });
  });

  test('never throws: a database that is gone is a failure too', async () => {
    const broken = { ...ctx, db: undefined } as unknown as Context;
    const [bob, ann] = [await caregiver(), await patient()];
    expect(await webhookChannel.deliver(broken, noticeFor(bob, ann))).toMatchObject({ status: 'failed' });
  });
});

describe('retries', () => {
  test('come with growing distance, carry the same id and words, and end', async () => {
    const { ann, bob, target, webhook } = await cast(503);
    await webhookChannel.deliver(ctx, noticeFor(bob, ann));
    await retriesAfter(4_000);
    expect(target.received).toHaveLength(1);
    for (const ms of [5_000, 20_000, 80_000, 400_000, 1_200_000, 4_400_000]) await retriesAfter(ms);
    expect(target.received).toHaveLength(7);
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(target.received.map(({ body }) => body)).size).toBe(1);
    expect((await logOf(bob, webhook.id))[0]).toMatchObject({ status: 'FAILED', attempts: 7, nextAttemptAt: null });
    await retriesAfter(100_000_000);
    expect(target.received).toHaveLength(7);
  });

  test('that succeed are told, once', async () => {
    const { ann, bob, target, webhook } = await cast(503);
    const notice = noticeFor(bob, ann);
    await webhookChannel.deliver(ctx, notice);
    target.status = 200;
    const told: unknown[] = [];
    const onSent: OnSent = async (_, sent) => void told.push(...sent);
    await retriesAfter(10_000, onSent);
    await retriesAfter(10_000_000, onSent);
    expect(told).toEqual([{ userId: bob.id, deliveryId: notice.deliveryId }]);
    expect((await logOf(bob, webhook.id))[0]).toMatchObject({
      status: 'SENT',
      attempts: 2,
      sentAt: expect.any(String),
    });
  });

  test('an attempt that died with its process is made again once its lease has ended', async () => {
    const { ann, bob, target } = await cast(503);
    await webhookChannel.deliver(ctx, noticeFor(bob, ann));
    target.status = 200;
    // As if claimed by a process that was killed.
    await sql`update webhook_deliveries set next_attempt_at = service_now() + interval '30 seconds'
      where webhook_id in (select id from webhooks where user_id = ${bob.id})`.execute(ctx.db);
    await retriesAfter(20_000);
    expect(target.received).toHaveLength(1);
    await retriesAfter(11_000);
    expect(target.received).toHaveLength(2);
  });

  test('by several processes at once make each attempt once', async () => {
    const casts = await Promise.all(Array.from({ length: 6 }, () => cast(503)));
    for (const { ann, bob } of casts) await webhookChannel.deliver(ctx, noticeFor(bob, ann));
    for (const { target } of casts) target.status = 200;
    await moveTime(7_000);
    await Promise.all(Array.from({ length: 4 }, () => createWebhookRetries(async () => {})(ctx)));
    await expect.poll(() => casts.map(({ target }) => target.received.length)).toEqual([2, 2, 2, 2, 2, 2]);
    await retriesAfter(1);
    expect(casts.map(({ target }) => target.received.length)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  test('a receiver that hangs delays no other by a second', async () => {
    const [hanging, well] = [await cast(503), await cast(503)];
    for (const { ann, bob } of [hanging, well]) {
      await webhookChannel.deliver(ctx, noticeFor(bob, ann));
      await webhookChannel.deliver(ctx, noticeFor(bob, ann));
    }
    Object.assign(hanging.target, { status: null });
    Object.assign(well.target, { status: 200 });
    await moveTime(10_000);
    const retries = createWebhookRetries(async () => {});
    const startedAt = performance.now();
    await retries(ctx);
    await retries(ctx);
    await expect.poll(() => well.target.received.length).toBe(4);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  test('nothing more goes to who no longer looks after the person, by itself or by re-sending', async () => {
    const { ann, bob, target, webhook } = await cast(503);
    await webhookChannel.deliver(ctx, noticeFor(bob, ann));
    await (await root()).delete(`/caregivers/${bob.id}/patients/${ann.id}`);
    await retriesAfter(10_000);
    const [logged] = await logOf(bob, webhook.id);
    expect(logged).toMatchObject({ status: 'FAILED', lastProblem: expect.stringContaining('no longer look after') });
    await here(bob).post(`/webhooks/${webhook.id}/deliveries/${logged.id}/resend`);
    expect(target.received).toHaveLength(1);
    await assign(bob, ann);
    await here(bob).post(`/webhooks/${webhook.id}/deliveries/${logged.id}/resend`);
    expect(target.received).toHaveLength(2);
  });
});

describe('the log', () => {
  test('a delivery that failed can be sent once more by hand', async () => {
    const { ann, bob, target, webhook } = await cast(410);
    await webhookChannel.deliver(ctx, noticeFor(bob, ann));
    target.status = 200;
    const [failed] = await logOf(bob, webhook.id);
    const path = `/webhooks/${webhook.id}/deliveries/${failed.id}/resend`;
    expect((await here(bob).post(path)).data).toMatchObject({ id: failed.id, status: 'SENT', attempts: 2 });
    expect(target.received.map(({ headers }) => headers['webhook-id'])).toEqual([failed.id, failed.id]);
    const other = await register(bob, target.url);
    expect(await here(bob).post(`/webhooks/${other.id}/deliveries/${failed.id}/resend`)).toHaveStatus(404);
    expect(await here(bob).post(`/webhooks/${webhook.id}/deliveries/nonsense/resend`)).toHaveStatus(404);
  });

  test('shows no words of what was sent, comes in pages, and goes with the patient and with age', async () => {
    const { ann, bob, webhook } = await cast();
    for (let n = 0; n < 3; n++) await webhookChannel.deliver(ctx, noticeFor(bob, ann));
    await here(bob).post(`/webhooks/${webhook.id}/test`);
    const page = await here(bob).get(`/webhooks/${webhook.id}/deliveries?limit=2`);
    expect(page.body.pagination).toMatchObject({ total: 4, totalPages: 2 });
    expect(JSON.stringify(page.body)).not.toMatch(/Fall detected|whsec_/);
    await ann.delete('/profile/me', { confirmation: true });
    expect(await logOf(bob, webhook.id)).toHaveLength(1);
    await clearOldDeliveries(ctx, -60_000);
    expect(await logOf(bob, webhook.id)).toEqual([]);
  });
});
