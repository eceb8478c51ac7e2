import { describe, expect, onTestFinished, test } from 'vitest';
import { acknowledge, alertAbout } from '../../../test/alerts.js';
import { clearFall, lying, repeat, rolling, streamSeconds, walking } from '../../../test/detected-falls.js';
import { freshEngine, pass } from '../../../test/engine.js';
import { appWith, testServer } from '../../../test/harness.js';
import { caller, caregiver, freshMac, type Person, patient } from '../../../test/people.js';

/** A clear fall at the waist, and who looks after the wearer. Further seconds follow it. */
async function fall({
  app,
  ...changes
}: {
  readonly app?: Awaited<ReturnType<typeof appWith>>;
  can_confirm?: true;
} = {}) {
  const { clock } = await testServer();
  const [before, ann, device_id] = [clock.offsetMs, await patient(), freshMac()];
  onTestFinished(() => {
    clock.offsetMs = before;
  });
  const carl = await caregiver({ of: ann });
  let uptime_ms = 0;
  const wear = async (seconds: Parameters<typeof streamSeconds>[1], by: Pick<Person, 'post'> = ann) => {
    const data = await streamSeconds(app ? caller(ann.token, app) : by, seconds, { device_id, uptime_ms, ...changes });
    uptime_ms += 1_000 * seconds.length;
    return data;
  };
  await wear(clearFall);
  const [{ id: fallId }] = (await ann.get('/falls')).data;
  const readTimeline = async () => (await carl.get(`/falls/${fallId}/timeline`)).data.aftermath;
  const kinds = async () => (await readTimeline()).map(({ kind }: { kind: string }) => kind);
  return { ann, carl, fallId: fallId as string, wear, readTimeline, kinds };
}

describe('after a fall', () => {
  test('lying still, movement and getting up are in the timeline and on the alert', async () => {
    const { carl, fallId, wear, readTimeline, kinds } = await fall();
    expect(await alertAbout(carl, fallId)).toMatchObject({ aftermath: null });
    await wear(repeat(35, lying));
    const [still] = await readTimeline();
    expect(still).toMatchObject({ kind: 'LYING_STILL', isLong: false });
    const stillMs = Date.parse(still.at) - Date.parse(still.since);
    expect([stillMs >= 30_000, stillMs < 40_000]).toEqual([true, true]);
    const { kind, since } = still;
    expect((await alertAbout(carl, fallId)).aftermath).toMatchObject({ kind, since });
    await wear([...repeat(3, rolling), ...repeat(8, walking)]);
    expect(await kinds()).toEqual(['LYING_STILL', 'MOVED', 'UPRIGHT']);
    expect((await alertAbout(carl, fallId)).aftermath).toMatchObject({ kind: 'UPRIGHT' });
    const { body } = await carl.get(`/falls/${fallId}/timeline.csv`);
    expect(String(body)).toMatch(/,AFTERMATH,.*UPRIGHT/);
  });

  test('movement closes, lowers and delays nothing', async () => {
    const { carl, fallId, wear, kinds } = await fall();
    const { severity, state, nextStepAt, step } = await alertAbout(carl, fallId);
    await wear([...repeat(3, rolling), ...repeat(8, walking)]);
    expect(await kinds()).toEqual(['MOVED', 'UPRIGHT']);
    expect(await alertAbout(carl, fallId)).toMatchObject({ severity, state, nextStepAt, step });
  });

  test('readings of another process continue the same aftermath', async () => {
    const there = await appWith({});
    const { ann, wear, kinds } = await fall();
    await wear(repeat(15, lying));
    await wear(repeat(20, lying), caller(ann.token, there));
    await wear(repeat(2, rolling));
    expect(await kinds()).toEqual(['LYING_STILL', 'MOVED']);
  });

  test('a fall with an outcome is not followed', async () => {
    const { carl, fallId, wear, kinds } = await fall();
    await carl.post(`/falls/${fallId}/resolve`, { outcome: 'FALSE_ALARM' });
    await wear(repeat(35, lying));
    expect(await kinds()).toEqual([]);
  });
});

describe('a minute of stillness', () => {
  test('makes the next step of an unanswered alert due at once, one time', async () => {
    const engine = await freshEngine();
    const { carl, fallId, wear, readTimeline } = await fall();
    await engine.run();
    expect(engine.toldTo(carl.id)).toHaveLength(1);
    await wear(repeat(62, lying));
    expect((await readTimeline()).map(({ isLong }: { isLong: boolean }) => isLong)).toEqual([false, true]);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ step: 1 }, { step: 2 }]);
    await wear([...repeat(3, rolling), ...repeat(62, lying)]);
    await engine.run();
    expect(engine.toldTo(carl.id)).toHaveLength(2);
    expect(await alertAbout(carl, fallId)).toMatchObject({ state: 'ESCALATING', step: 2 });
  });

  test('ends the wait for the wearer', async () => {
    const app = await appWith({ fallConfirmationWindowMs: 600_000, fallConfirmationWindowConfirmedMs: 600_000 });
    const engine = await freshEngine();
    const { carl, fallId, wear } = await fall({ app, can_confirm: true });
    await wear(repeat(50, lying));
    await engine.run();
    expect(await alertAbout(carl, fallId)).toMatchObject({ state: 'WAITING' });
    await wear(repeat(12, lying));
    await engine.run();
    expect(await alertAbout(carl, fallId)).toMatchObject({ state: 'ESCALATING', step: 1 });
    expect(engine.toldTo(carl.id)).toMatchObject([{ severity: 'CRITICAL', step: 1 }]);
  });

  test('changes nothing once somebody has taken the alert', async () => {
    const engine = await freshEngine();
    const { carl, fallId, wear } = await fall();
    await engine.run();
    await acknowledge(carl, fallId);
    await wear(repeat(62, lying));
    await pass(1);
    await engine.run();
    expect(engine.toldTo(carl.id)).toHaveLength(1);
    expect(await alertAbout(carl, fallId)).toMatchObject({ state: 'HANDLED' });
  });
});
