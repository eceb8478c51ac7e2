import { describe, expect, test } from 'vitest';
import { firstAlert, listAdminAlerts, reportFall } from '../../../test/alerts.js';
import { freshEngine, pass, testEngine } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, patient, root } from '../../../test/people.js';

describe('when nobody can be reached', () => {
  test('the admins get their own alert as soon as every channel has failed', async () => {
    const [ann, boss, engine] = [await patient(), await root(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    engine.channel.answer = ({ recipientId }) =>
      recipientId === carl.id ? { status: 'failed', reason: 'HTTP 500' } : { status: 'sent' };
    const fallId = await reportFall(ann);
    await engine.run();
    expect(await listAdminAlerts(fallId)).toEqual([]);
    // The live stream has had its 2 s.
    await pass(2);
    await engine.run();
    expect(await listAdminAlerts(fallId)).toMatchObject([{ type: 'NOBODY_REACHED', severity: 'HIGH' }]);
    expect(engine.toldTo(boss.id).filter((notice) => notice.fallId === fallId)).toMatchObject([
      { type: 'NOBODY_REACHED' },
    ]);
    // The plan continues nevertheless.
    await pass(60);
    await engine.run();
    expect(engine.toldTo(carl.id).at(-1)).toMatchObject({ step: 2 });
  });

  test('a channel that hangs does not delay the alert to the admins', async () => {
    const { platform } = await testServer();
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    let release: (result: { status: 'sent' }) => void = () => {};
    const hanging = new Promise<{ status: 'sent' }>((resolve) => {
      release = resolve;
    });
    engine.channel.answer = ({ recipientId }) => (recipientId === carl.id ? hanging : { status: 'sent' });
    const fallId = await reportFall(ann);
    const running = engine.run();
    await expect.poll(() => engine.toldTo(carl.id)).toHaveLength(1);
    await pass(3);
    const other = testEngine();
    await other.run();
    expect(await listAdminAlerts(fallId)).toMatchObject([{ type: 'NOBODY_REACHED' }]);
    release({ status: 'sent' });
    await running;
    expect(await platform.metrics.scrape()).toMatch(/fallwatch_alert_notified_seconds_count [1-9]/);
  });

  test('a caregiver who reads the list counts as reached', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    engine.channel.answer = () => ({ status: 'unreachable', reason: 'no webhook' });
    const fallId = await reportFall(ann);
    await firstAlert(carl);
    await pass(4);
    await engine.run();
    expect(await listAdminAlerts(fallId)).toEqual([]);
  });
});

describe('the deliveries of an alert', () => {
  test('shows the result of each delivery', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    await reportFall(ann);
    const [to, status] = [{ step: 1, recipientId: carl.id }, 'pending'];
    expect((await firstAlert(carl)).deliveries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...to, channel: 'live', status }),
        expect.objectContaining({ ...to, channel: 'webhook', status }),
      ]),
    );
    await engine.run();
    await pass(3);
    await engine.run();
    const { deliveries } = await firstAlert(carl);
    expect(deliveries).toHaveLength(2);
    expect(deliveries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ channel: 'webhook', status: 'sent', attempts: 1, reason: null }),
        expect.objectContaining({ channel: 'live', status: 'unreachable', reason: 'no live stream is open' }),
      ]),
    );
  });
});

describe('retries', () => {
  test('a failed delivery is retried under the same id', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    engine.channel.answer = () => ({ status: 'failed', reason: 'HTTP 503' });
    await reportFall(ann);
    await engine.run();
    engine.channel.answer = () => ({ status: 'sent' });
    await pass(1);
    await engine.run();
    const [first, second, ...more] = engine.toldTo(carl.id);
    expect(second?.deliveryId).toBe(first?.deliveryId);
    expect(more).toEqual([]);
    const { deliveries } = await firstAlert(carl);
    expect(deliveries.find((one: { channel: string }) => one.channel === 'webhook')).toMatchObject({
      status: 'sent',
      attempts: 2,
    });
  });
});
