import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { acknowledge, alertAbout } from '../../../test/alerts.js';
import { contextWith, freshEngine, pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caller } from '../../../test/people.js';
import { incident } from '../../../test/responses.js';
import { inTransaction } from '../../platform/context.js';
import { createToken } from '../answers/answers.service.js';
import { listDeliveries } from '../deliveries/deliveries.service.js';
import { respond } from '../escalation/responding.service.js';

const anybody = caller();

/** What must hold whatever comes at once: an open alert has a lead, or its next step is due. */
async function expectHeld(fallId: string): Promise<void> {
  const { platform } = await testServer();
  const { rows } = await sql<{ acknowledgedBy: string | null; dueAt: string | null; leads: number }>`
    select acknowledged_by, due_at, (select count(*)::integer from response_steps
      where escalation_id = escalations.id and kind in ('TAKEN', 'TOOK_OVER', 'LEADS')) as leads
    from escalations where fall_id = ${fallId} and closed_at is null`.execute(platform.db);
  for (const { acknowledgedBy, dueAt } of rows) expect(acknowledgedBy ?? dueAt).not.toBeNull();
}

test('two take-overs at once: both count, one leads, and everybody sees the same', async () => {
  const { carl, dora, emil, fallId, readAlert, act } = await incident();
  await acknowledge(carl, fallId);
  const answers = await Promise.all([act(dora, 'TAKE_OVER'), act(emil, 'TAKE_OVER')]);
  for (const answer of answers) expect(answer).toHaveStatus(200);
  const seen = await Promise.all([carl, dora, emil].map(readAlert));
  const leads = seen.map(({ handledBy }) => handledBy.id);
  expect([dora.id, emil.id]).toContain(leads[0]);
  expect(new Set(leads).size).toBe(1);
  expect(seen[0].responders.filter(({ isLead }: { isLead: boolean }) => isLead)).toHaveLength(1);
  await expectHeld(fallId);
});

test('a release and a step at once, and a release and a join: the alert is held or goes on', async () => {
  const { carl, dora, engine, fallId, readAlert, act } = await incident();
  await engine.run();
  await acknowledge(carl, fallId);
  // The reminder is due in the same moment.
  await pass(1_800);
  await Promise.all([act(carl, 'RELEASE'), engine.run()]);
  await expectHeld(fallId);
  expect(await readAlert(dora)).toMatchObject({ state: 'ESCALATING', handledBy: null });
  await act(carl, 'TAKE_OVER');
  await Promise.all([act(carl, 'RELEASE'), act(dora, 'JOIN')]);
  await expectHeld(fallId);
  expect(await readAlert(dora)).toMatchObject({ state: 'HANDLED', handledBy: { id: dora.id } });
});

test('an old link takes an alert that was released, also for the person who had it before', async () => {
  const { carl, dora, fallId, readAlert, act } = await incident();
  const ctx = await contextWith([]);
  const first = (await readAlert(carl)).id;
  const token = await createToken(ctx, { alertId: first, userId: carl.id, deliveryId: ctx.newId() });
  expect((await anybody.post('/answers', { token, answer: 'ON_IT' })).data.state).toBe('MINE');
  await act(carl, 'RELEASE');
  expect((await anybody.post('/answers/read', { token })).data.state).toBe('OPEN');
  const [taken] = await Promise.all([anybody.post('/answers', { token, answer: 'ON_IT' }), act(dora, 'JOIN')]);
  expect(taken.data.state).toMatch(/MINE|TAKEN/);
  await expectHeld(fallId);
  // The same acknowledgement sent again by an app does not take it again.
  const { handledBy } = await readAlert(dora);
  await act(handledBy.id === carl.id ? carl : dora, 'RELEASE');
  await act(handledBy.id === carl.id ? dora : carl, 'RELEASE');
  await carl.post(`/caregivers/alerts/${first}/acknowledge`);
  expect((await readAlert(dora)).handledBy).toBeNull();
});

test('a link of a call for a second person joins, and does not take over', async () => {
  const { carl, dora, fallId, engine, readAlert, act } = await incident();
  await engine.run();
  await acknowledge(carl, fallId);
  await act(carl, 'CALL_SECOND');
  const ctx = await contextWith([]);
  const { id: alertId } = await readAlert(dora);
  const [delivery] = (await listDeliveries(ctx, [alertId])).get(alertId) ?? [];
  const token = await createToken(ctx, { alertId, userId: dora.id, deliveryId: delivery?.id as string });
  const asked = await anybody.post('/answers/read', { token });
  expect(asked.data).toMatchObject({ state: 'OPEN', calledBy: expect.any(String), patient: null });
  expect((await anybody.post('/answers', { token, answer: 'CANNOT' })).data.declined).toBe(true);
  const joined = await anybody.post('/answers', { token, answer: 'ON_IT' });
  expect(joined.data).toMatchObject({ state: 'MINE', patient: { fallId } });
  expect(await readAlert(carl)).toMatchObject({
    handledBy: { id: carl.id },
    secondPersonCall: null,
    responders: [
      { id: carl.id, isLead: true },
      { id: dora.id, state: 'JOINED' },
    ],
  });
});

test('a process that dies in a release changes nothing', async () => {
  const { carl, dora, fallId, readAlert } = await incident();
  await freshEngine();
  await acknowledge(carl, fallId);
  const ctx = await contextWith([]);
  const { id: alertId } = await alertAbout(carl, fallId);
  const killed = inTransaction(ctx, async (ctx) => {
    await respond(ctx, { alertId, userId: carl.id, action: 'RELEASE' });
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await readAlert(dora)).toMatchObject({ handledBy: { id: carl.id }, responders: [{ state: 'TAKEN' }] });
});
