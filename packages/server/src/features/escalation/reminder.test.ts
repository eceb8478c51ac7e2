import { expect, test } from 'vitest';
import { freshEngine, pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, type Person, patient, root } from '../../../test/people.js';

const openAlerts = async (carer: Person) => (await carer.get('/caregivers/alerts?status=open')).data;

async function take(carer: Person): Promise<string> {
  const [alert] = await openAlerts(carer);
  expect(await carer.post(`/caregivers/alerts/${alert.id}/acknowledge`)).toHaveStatus(200);
  return alert.id;
}

/** Ids of the recipients of the newest event of this type about this fall. */
async function listAddressees(type: string, fallId: string): Promise<string[]> {
  const { platform } = await testServer();
  const events = await platform.db
    .selectFrom('liveEvents')
    .select(['recipients', 'data'])
    .where('type', '=', type)
    .execute();
  return events
    .filter(({ data }) => (data as { fallId?: string }).fallId === fallId)
    .flatMap(({ recipients }) => recipients);
}

test('an alert sent again without an outcome is marked as a reminder, names who had acknowledged, and is listed once', async () => {
  const [ann, engine] = [await patient(), await freshEngine()];
  const [carl, dora] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
  const { id: fallId, createdAt } = (await ann.post('/falls', { confidence: 0.8 })).data;
  await engine.run();
  expect(await openAlerts(carl)).toMatchObject([{ fallId, fallAt: createdAt, reminder: null }]);
  await take(carl);
  await pass(31 * 60);
  await engine.run();
  const takenBy = { id: carl.id, name: expect.any(String) };
  const reminder = { takenAt: expect.any(String), takenBy };
  for (const carer of [carl, dora])
    expect(await openAlerts(carer)).toMatchObject([
      { fallId, fallAt: createdAt, state: 'ESCALATING', handledBy: null, acknowledged: false, reminder },
    ]);
  const { data } = await (await root()).get('/admin/alerts?status=open&limit=100');
  expect(data.filter((alert: { fallId: string }) => alert.fallId === fallId)).toMatchObject([{ reminder }]);
  expect((await carl.get(`/falls/${fallId}`)).data.escalation).toMatchObject({ reminder });

  // Acknowledged again: handled again, and still one row. The next reminder names the last person who acknowledged.
  await take(dora);
  for (const carer of [carl, dora])
    expect(await openAlerts(carer)).toMatchObject([{ handledBy: { id: dora.id }, reminder: null }]);
  await pass(31 * 60);
  await engine.run();
  expect(await openAlerts(carl)).toMatchObject([{ reminder: { takenBy: { id: dora.id } } }]);
  // Four rounds of the engine take up to a minute on the embedded database of a busy machine.
});

test('a call for help after somebody has acknowledged is not a reminder', async () => {
  const [ann, engine] = [await patient(), await freshEngine()];
  const carl = await caregiver({ of: ann });
  const { id: fallId } = (await ann.post('/falls', { confidence: 0.8 })).data;
  await engine.run();
  await take(carl);
  await pass(31 * 60);
  await engine.run();
  await ann.post(`/falls/${fallId}/confirm`);
  expect(await openAlerts(carl)).toMatchObject([
    { state: 'ESCALATING', reminder: null, wearerResponse: { answer: 'NEEDS_HELP', at: expect.any(String) } },
  ]);
});

test('“I’m OK” reaches the person who has acknowledged the alert', async () => {
  const ann = await patient();
  const [carl, dora] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
  const { id: fallId } = (await ann.post('/falls', { confidence: 0.8 })).data;
  expect(await openAlerts(carl)).toMatchObject([{ wearerResponse: null }]);
  await take(carl);
  const { timeline } = (await ann.post(`/falls/${fallId}/cancel`)).data;
  const wearerResponse = { answer: 'OK', at: timeline.cancelledAt };
  for (const carer of [carl, dora])
    expect(await openAlerts(carer)).toMatchObject([{ state: 'HANDLED', handledBy: { id: carl.id }, wearerResponse }]);
  expect(await listAddressees('fall.cancelled', fallId)).toEqual(expect.arrayContaining([carl.id, dora.id, ann.id]));
});
