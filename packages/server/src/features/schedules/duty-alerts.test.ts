import { expect, test } from 'vitest';
import { freshEngine, pass } from '../../../test/engine.js';
import { callAsRoot, caregiver, type Person, patient } from '../../../test/people.js';
import { createSchedule } from '../../../test/schedules.js';

async function planFor(wearer: Person, by: Person, to: string) {
  const steps = [
    { afterSeconds: 0, to: [to] },
    { afterSeconds: 600, to: ['ADMINS'] },
  ];
  return by.put(`/patients/${wearer.id}/escalation`, { steps });
}

async function ward() {
  const wearer = await patient();
  const anna = await caregiver({ of: wearer });
  const stranger = await caregiver();
  const scheduleId = await createSchedule([stranger]);
  const engine = await freshEngine();
  return { wearer, anna, stranger, scheduleId, engine };
}

const reportFall = async (wearer: Person): Promise<string> =>
  (await wearer.post('/falls', { confidence: 0.8 })).data.id;

test('whoever is on duty may know about the patient while the alert is open, and about nothing else', async () => {
  const { wearer, anna, stranger, scheduleId, engine } = await ward();
  expect((await callAsRoot((first) => planFor(wearer, first, `SCHEDULE:${scheduleId}`))).status).toBe(200);
  const fallId = await reportFall(wearer);
  await engine.run();
  expect(engine.toldTo(stranger.id)).toHaveLength(1);
  expect(engine.toldTo(anna.id)).toEqual([]);
  const [alert] = (await stranger.get('/caregivers/alerts')).data;
  expect(alert).toMatchObject({ fallId, patientId: wearer.id });
  expect((await stranger.get(`/falls/${fallId}`)).status).toBe(200);
  expect((await stranger.get(`/patients/${wearer.id}`)).status).toBe(403);
  expect((await stranger.get(`/patients/${wearer.id}/vitals`)).status).toBe(403);
  const other = await caregiver();
  expect((await other.get(`/falls/${fallId}`)).status).toBe(403);
  expect((await stranger.post(`/caregivers/alerts/${alert.id}/acknowledge`)).status).toBe(200);
  expect((await stranger.post(`/falls/${fallId}/resolve`, { outcome: 'HELPED' })).status).toBe(200);
  // Closed: the right has ended.
  expect((await stranger.get(`/falls/${fallId}`)).status).toBe(403);
  expect((await stranger.get('/caregivers/alerts?status=all')).data).toEqual([]);
  expect((await stranger.post(`/caregivers/alerts/${alert.id}/acknowledge`)).status).toBe(403);
});

test('not reached: everybody at once. Accepted by another service: after 30 s without a receipt', async () => {
  const { wearer, anna, stranger, scheduleId, engine } = await ward();
  await callAsRoot((first) => planFor(wearer, first, `SCHEDULE:${scheduleId}`));
  engine.channel.answer = ({ recipientId }) =>
    recipientId === stranger.id ? { status: 'accepted' } : { status: 'sent' };
  await reportFall(wearer);
  await engine.run();
  await pass(20);
  await engine.run();
  expect(engine.toldTo(anna.id)).toEqual([]);
  await pass(15);
  await engine.run();
  expect(engine.toldTo(anna.id)).toHaveLength(1);
  expect(engine.toldTo(stranger.id)).toHaveLength(1);

  const silent = await patient();
  const ben = await caregiver({ of: silent });
  await callAsRoot((first) => planFor(silent, first, `SCHEDULE:${scheduleId}`));
  engine.channel.answer = () => ({ status: 'unreachable', reason: 'no signal' });
  await reportFall(silent);
  await pass(4);
  await engine.run();
  expect(engine.toldTo(ben.id)).toHaveLength(1);
});

test('a caregiver names own schedules only, keeps one that is in the plan, and nobody deletes it meanwhile', async () => {
  const { wearer, anna, scheduleId } = await ward();
  const to = `SCHEDULE:${scheduleId}`;
  const refused = await planFor(wearer, anna, to);
  expect(refused.body.details.steps).toBe(
    `must name CAREGIVERS, ADMINS, schedules (SCHEDULE:id) or caregivers of this patient; got ${to}`,
  );
  await callAsRoot((first) => planFor(wearer, first, to));
  expect((await planFor(wearer, anna, to)).status).toBe(200);
  const kept = await callAsRoot((first) => first.delete(`/schedules/${scheduleId}`));
  expect(kept).toMatchObject({ status: 409 });
  expect(kept.body.error).toBe('The escalation plan of 1 patient names this schedule. Change it first.');
  await anna.put(`/patients/${wearer.id}/escalation`, { steps: null });
  expect((await callAsRoot((first) => first.delete(`/schedules/${scheduleId}`))).status).toBe(200);
});
