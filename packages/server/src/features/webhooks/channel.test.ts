import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { caregiver, patient } from '../../../test/people.js';
import {
  cast,
  ctx,
  noticeFor,
  type Received,
  readDeliveryLog,
  receiver,
  register,
  setUpWebhooks,
} from '../../../test/webhooks.js';
import { type Context, createContext, system } from '../../platform/context.js';
import { webhookChannel } from './sending.service.js';

setUpWebhooks();

describe('the channel', () => {
  test('delivers a signed notice and reports it as sent', async () => {
    const { ann, bob, target, webhook } = await cast();
    const notice = noticeFor(bob, ann);
    expect(await webhookChannel.deliver(ctx, notice)).toEqual({ status: 'sent' });
    const [{ headers, body }] = target.received as [Received];
    const verifier = new Verifier(webhook.secret);
    expect(verifier.verify(body, headers as Record<string, string>)).toEqual({
      type: 'alert.notice',
      timestamp: expect.any(String),
      data: {
        calledBy: null,
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
    // The same notice is not sent twice.
    expect(await webhookChannel.deliver(ctx, notice)).toEqual({ status: 'sent' });
    expect(target.received).toHaveLength(1);
  });

  test('sends the fields of docs/webhooks.md, and no internal fields', async () => {
    const { ann, bob, target } = await cast();
    const bookkeeping = { mayKnow: true, ageMs: 12, channel: 'webhook', escalationId: randomUUID() };
    await webhookChannel.deliver(ctx, { ...noticeFor(bob, ann), ...bookkeeping });
    const { data, ...envelope } = JSON.parse(target.received[0]?.body ?? '');
    const page = readFileSync(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8');
    const example = JSON.parse(/^\{"type":"alert.notice".*$/m.exec(page)?.[0] ?? '');
    expect(Object.keys(envelope)).toEqual(['type', 'timestamp']);
    expect(Object.keys(data)).toEqual(Object.keys(example.data));
    for (const field of Object.keys(data)) expect(page).toContain(`| \`${field}\` |`);
  });

  test('never throws: a missing database is a failure too', async () => {
    const broken = { ...ctx, db: undefined } as unknown as Context;
    const [bob, ann] = [await caregiver(), await patient()];
    expect(await webhookChannel.deliver(broken, noticeFor(bob, ann))).toMatchObject({ status: 'failed' });
  });
});

describe('the result of a delivery', () => {
  test('without a webhook, or with a forbidden URL, the person is unreachable', async () => {
    const ann = await patient();
    const [bob, eve] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    expect(await webhookChannel.deliver(ctx, noticeFor(bob, ann))).toEqual({
      status: 'unreachable',
      reason: 'This person has no webhook',
    });
    const target = await receiver();
    await register(eve, target.url);
    const { platform } = await testServer();
    expect(await webhookChannel.deliver(createContext(platform, system), noticeFor(eve, ann))).toMatchObject({
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
    const [logged] = await readDeliveryLog(bob, webhook.id);
    expect(logged).toMatchObject({ status: status === 410 ? 'FAILED' : 'PENDING', lastStatus: status, attempts: 1 });
  });

  test('one accepting webhook of several is enough, and one that hangs is aborted after five seconds', async () => {
    const { ann, bob, webhook } = await cast(null);
    await register(bob, (await receiver()).url);
    const startedAt = performance.now();
    expect(await webhookChannel.deliver(ctx, noticeFor(bob, ann))).toEqual({ status: 'sent' });
    expect(performance.now() - startedAt).toBeLessThan(6_000);
    expect((await readDeliveryLog(bob, webhook.id))[0]).toMatchObject({
      lastProblem: 'No answer within 5 s',
      status: 'PENDING',
    });
  });
});
