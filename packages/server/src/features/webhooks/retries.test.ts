import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { assign, root } from '../../../test/people.js';
import {
  cast,
  ctx,
  here,
  moveTime,
  noticeFor,
  readDeliveryLog,
  retriesAfter,
  setUpWebhooks,
} from '../../../test/webhooks.js';
import { webhookChannel } from './sending.service.js';
import { createWebhookRetries, type OnSent } from './webhooks.worker.js';

setUpWebhooks();

describe('retries', () => {
  test('have growing pauses, the same id and the same body, and end', async () => {
    const { ann, bob, target, webhook } = await cast(503);
    await webhookChannel.deliver(ctx, noticeFor(bob, ann));
    await retriesAfter(4_000);
    expect(target.received).toHaveLength(1);
    for (const ms of [5_000, 20_000, 80_000, 400_000, 1_200_000, 4_400_000]) await retriesAfter(ms);
    expect(target.received).toHaveLength(7);
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(target.received.map(({ body }) => body)).size).toBe(1);
    expect((await readDeliveryLog(bob, webhook.id))[0]).toMatchObject({
      status: 'FAILED',
      attempts: 7,
      nextAttemptAt: null,
    });
    await retriesAfter(100_000_000);
    expect(target.received).toHaveLength(7);
  });

  test('that succeed are reported, once', async () => {
    const { ann, bob, target, webhook } = await cast(503);
    const notice = noticeFor(bob, ann);
    await webhookChannel.deliver(ctx, notice);
    target.status = 200;
    const told: unknown[] = [];
    const onSent: OnSent = async (_, sent) => void told.push(...sent);
    await retriesAfter(10_000, onSent);
    await retriesAfter(10_000_000, onSent);
    expect(told).toEqual([{ userId: bob.id, deliveryId: notice.deliveryId }]);
    expect((await readDeliveryLog(bob, webhook.id))[0]).toMatchObject({
      status: 'SENT',
      attempts: 2,
      sentAt: expect.any(String),
    });
  });
});

describe('the worker of retries', () => {
  test('an attempt that died with its process is repeated after its lease has ended', async () => {
    const { ann, bob, target } = await cast(503);
    await webhookChannel.deliver(ctx, noticeFor(bob, ann));
    target.status = 200;
    // As if leased by a process that was killed.
    await sql`update webhook_deliveries set next_attempt_at = service_now() + interval '30 seconds'
      where webhook_id in (select id from webhooks where user_id = ${bob.id})`.execute(ctx.db);
    await retriesAfter(20_000);
    expect(target.received).toHaveLength(1);
    await retriesAfter(11_000);
    expect(target.received).toHaveLength(2);
  });

  test('in several processes at once make each attempt once', async () => {
    const casts = await Promise.all(Array.from({ length: 6 }, () => cast(503)));
    for (const { ann, bob } of casts) await webhookChannel.deliver(ctx, noticeFor(bob, ann));
    for (const { target } of casts) target.status = 200;
    await moveTime(7_000);
    await Promise.all(Array.from({ length: 4 }, () => createWebhookRetries(async () => {})(ctx)));
    await expect.poll(() => casts.map(({ target }) => target.received.length)).toEqual([2, 2, 2, 2, 2, 2]);
    await retriesAfter(1);
    expect(casts.map(({ target }) => target.received.length)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  test('a receiver that hangs delays others by less than a second', async () => {
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
});

test('nothing is sent to a caregiver who is no longer assigned, neither by retry nor by re-sending', async () => {
  const { ann, bob, target, webhook } = await cast(503);
  await webhookChannel.deliver(ctx, noticeFor(bob, ann));
  await (await root()).delete(`/caregivers/${bob.id}/patients/${ann.id}`);
  await retriesAfter(10_000);
  const [logged] = await readDeliveryLog(bob, webhook.id);
  expect(logged).toMatchObject({ status: 'FAILED', lastProblem: expect.stringContaining('no longer look after') });
  await here(bob).post(`/webhooks/${webhook.id}/deliveries/${logged.id}/resend`);
  expect(target.received).toHaveLength(1);
  await assign(bob, ann);
  await here(bob).post(`/webhooks/${webhook.id}/deliveries/${logged.id}/resend`);
  expect(target.received).toHaveLength(2);
});
