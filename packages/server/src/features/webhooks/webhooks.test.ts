import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { admin, caregiver } from '../../../test/people.js';
import {
  cast,
  ctx,
  here,
  noticeFor,
  type Received,
  readDeliveryLog,
  register,
  setUpWebhooks,
} from '../../../test/webhooks.js';
import { webhookChannel } from './sending.service.js';
import { clearOldDeliveries } from './webhooks.service.js';

setUpWebhooks();

describe('my webhooks', () => {
  test('are registered with a secret that is shown once, listed, and deleted', async () => {
    const bob = await caregiver();
    const created = await register(bob, 'https://hooks.example.org/x');
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = (await bob.get('/webhooks')).data;
    expect(listed).toEqual([
      {
        id: created.id,
        url: 'https://hooks.example.org/x',
        template: null,
        method: 'POST',
        createdAt: expect.any(String),
      },
    ]);
    expect(await bob.delete(`/webhooks/${created.id}`)).toHaveStatus(200);
    expect((await bob.get('/webhooks')).data).toEqual([]);
    expect(await bob.delete(`/webhooks/${created.id}`)).toHaveStatus(404);
  });

  test('are visible to nobody else, not even an admin', async () => {
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
  ])('%s is refused with a text', async (url, words) => {
    const answer = await (await caregiver()).post('/webhooks', { url });
    expect(answer).toHaveStatus(400);
    expect(answer.body.details.url).toMatch(words);
  });

  test('are limited to five', async () => {
    const bob = await caregiver();
    const all = await Promise.all(
      Array.from({ length: 7 }, (_, n) => bob.post('/webhooks', { url: `https://hooks.example.org/${n}` })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
  });
});

describe('my webhook', () => {
  test('a test is sent once, signed, and its result is returned', async () => {
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
    expect(await readDeliveryLog(bob, webhook.id)).toHaveLength(2);
  });
});

describe('the log', () => {
  test('a failed delivery can be sent again by hand', async () => {
    const { ann, bob, target, webhook } = await cast(410);
    await webhookChannel.deliver(ctx, noticeFor(bob, ann));
    target.status = 200;
    const [failed] = await readDeliveryLog(bob, webhook.id);
    const path = `/webhooks/${webhook.id}/deliveries/${failed.id}/resend`;
    expect((await here(bob).post(path)).data).toMatchObject({ id: failed.id, status: 'SENT', attempts: 2 });
    expect(target.received.map(({ headers }) => headers['webhook-id'])).toEqual([failed.id, failed.id]);
    const other = await register(bob, target.url);
    expect(await here(bob).post(`/webhooks/${other.id}/deliveries/${failed.id}/resend`)).toHaveStatus(404);
    expect(await here(bob).post(`/webhooks/${webhook.id}/deliveries/nonsense/resend`)).toHaveStatus(404);
  });

  test('shows no message texts, is paged, and is deleted with the patient and by age', async () => {
    const { ann, bob, webhook } = await cast();
    for (let n = 0; n < 3; n++) await webhookChannel.deliver(ctx, noticeFor(bob, ann));
    await here(bob).post(`/webhooks/${webhook.id}/test`);
    const page = await here(bob).get(`/webhooks/${webhook.id}/deliveries?limit=2`);
    expect(page.body.pagination).toMatchObject({ total: 4, totalPages: 2 });
    expect(JSON.stringify(page.body)).not.toMatch(/Fall detected|whsec_/);
    await ann.delete('/profile/me', { confirmation: true });
    // The test, and the notice that monitoring has ended.
    expect(await readDeliveryLog(bob, webhook.id)).toHaveLength(2);
    await clearOldDeliveries(ctx, -60_000);
    expect(await readDeliveryLog(bob, webhook.id)).toEqual([]);
  });
});
