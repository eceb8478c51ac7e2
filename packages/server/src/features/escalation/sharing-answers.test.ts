import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { acknowledge, alertAbout, listAlerts, reportFall } from '../../../test/alerts.js';
import { pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver } from '../../../test/people.js';
import { scene } from '../../../test/sharing.js';
import { createContext, system } from '../../platform/context.js';
import { announceJoinedFalls } from './joined.worker.js';

const announceJoined = async (): Promise<void> =>
  announceJoinedFalls(createContext((await testServer()).platform, system));

describe('an acknowledgement', () => {
  test('of one fall stops the notices about all; the others stay in the lists, and a new fall starts a new escalation', async () => {
    const { ann, carl, engine, told } = await scene();
    const dora = await caregiver({ of: ann });
    const [first, second] = [await reportFall(ann), await reportFall(ann)];
    await engine.run();
    await acknowledge(carl, second);
    expect(await alertAbout(carl, first, '')).toMatchObject({
      acknowledged: false,
      state: 'HANDLED',
      handledBy: { id: carl.id },
    });
    expect(await listAlerts(dora)).toHaveLength(2);
    await pass(600);
    await engine.run();
    expect(told()).toHaveLength(1);
    const third = await reportFall(ann);
    await engine.run();
    expect(told().at(-1)).toEqual({ fallId: third, step: 1 });
    // Without an outcome it is sent again after 30 minutes.
    await pass(1_200);
    await engine.run();
    expect(told()).toContainEqual({ fallId: first, step: 2 });
  });
});

describe('when one of several falls is cancelled', () => {
  test('“I’m OK” ends that fall; people are notified of the other one at once', async () => {
    const { ann, carl, engine, told } = await scene();
    const [first, second] = [await reportFall(ann), await reportFall(ann)];
    await engine.run();
    expect((await ann.post(`/falls/${first}/cancel`)).data.escalation).toMatchObject({
      state: 'CLOSED',
      closedAs: 'CANCELLED',
    });
    await engine.run();
    expect(engine.toldTo(carl.id).map(({ fallId, type }) => ({ fallId, type }))).toEqual([
      { fallId: first, type: 'FALL_DETECTED' },
      { fallId: second, type: 'FALL_DETECTED' },
      { fallId: first, type: 'FALL_CANCELLED' },
    ]);
    // Acknowledging the cancelled fall does not acknowledge the other.
    await acknowledge(carl, first);
    expect(await alertAbout(carl, second)).toMatchObject({ state: 'ESCALATING', handledBy: null });
    await pass(60);
    await engine.run();
    expect(told().at(-1)).toMatchObject({ fallId: second });
  });

  test('cancelling a joined fall notifies nobody; the first fall continues', async () => {
    const { ann, carl, engine, told } = await scene();
    const [first, second] = [await reportFall(ann), await reportFall(ann)];
    await engine.run();
    await ann.post(`/falls/${second}/cancel`);
    await engine.run();
    expect(told()).toHaveLength(1);
    expect(await alertAbout(carl, second)).toMatchObject({ state: 'CLOSED', type: 'FALL_CANCELLED' });
    expect(await alertAbout(carl, first)).toMatchObject({ state: 'ESCALATING' });
  });
});

describe('when one of several falls has its outcome', () => {
  test('an outcome ends that fall; the outcome of the last fall closes the escalation', async () => {
    const { ann, carl, engine, told } = await scene();
    const [first, second] = [await reportFall(ann), await reportFall(ann)];
    await engine.run();
    await carl.post(`/falls/${first}/resolve`, { outcome: 'FALSE_ALARM' });
    await engine.run();
    expect(told().at(-1)).toMatchObject({ fallId: second });
    expect(await listAlerts(carl)).toMatchObject([{ fallId: second, state: 'ESCALATING' }]);
    await carl.post(`/falls/${second}/resolve`, { outcome: 'HELPED' });
    expect(await listAlerts(carl, '?status=open')).toEqual([]);
    const count = told().length;
    await pass(3_600);
    await engine.run();
    expect(told()).toHaveLength(count);
  });

  test('an escalation that was closed while a fall joined starts again', async () => {
    const { ann, carl, engine, told } = await scene();
    const { platform } = await testServer();
    const [first, second] = [await reportFall(ann), await reportFall(ann)];
    await engine.run();
    // As if the outcome of the first fall had been committed before the second was visible.
    await sql`update escalation_falls set closed_at = now(), closed_as = 'RESOLVED' where fall_id = ${first}`.execute(
      platform.db,
    );
    await sql`update escalations set closed_at = now(), closed_as = 'RESOLVED', due_at = null, reach_by = null
      where patient_id = ${ann.id}`.execute(platform.db);
    await announceJoined();
    await engine.run();
    expect(told().at(-1)).toMatchObject({ fallId: second });
    expect(await alertAbout(carl, second)).toMatchObject({ state: 'ESCALATING' });
  });
});
