import { expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { assign, caregiver, type Person, patient } from '../../../test/people.js';
import { newId } from '../../platform/ids.js';

type Listed = { id: string; patientId: string; timestamp: string };

/** Inserts unacknowledged alerts about a person, one second apart, and returns their ids, oldest first. */
async function alertsAbout(person: Person, carer: Person, count: number, severity = 'MEDIUM' as const) {
  const { platform, clock } = await testServer();
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    audience: 'CAREGIVER' as const,
    recipientId: carer.id,
    patientId: person.id,
    fallId: null,
    type: 'FALL_DETECTED',
    severity,
    message: 'Fall detected',
    timestamp: new Date(clock.nowMs() - (count - n) * 1_000).toISOString(),
  }));
  await platform.db.insertInto('alerts').values(rows).execute();
  return rows.map(({ id }) => id);
}

test('lists at most 200 alerts; a patient with many hides neither another patient’s alert nor their own oldest and newest', async () => {
  const { platform } = await testServer();
  const [ann, bob] = [await patient(), await patient()];
  const carl = await caregiver({ of: ann });
  await assign(carl, bob);
  await ann.post('/falls', { confidence: 0.6 });
  const oldest = (await carl.get('/caregivers/alerts')).data[0].id;
  const flood = await alertsAbout(bob, carl, 250);
  for (const query of ['', '?status=open', '?status=all']) {
    const { body, data } = await carl.get(`/caregivers/alerts${query}`);
    expect(data).toHaveLength(200);
    expect(body.omitted).toBe(51);
    const ids = data.map(({ id }: Listed) => id);
    expect(ids).toEqual(expect.arrayContaining([oldest, flood[0], flood[98], flood[151], flood[249]]));
    const times = data.map(({ timestamp }: Listed) => timestamp);
    expect(times).toEqual(times.toSorted().reverse());
  }
  const { total } = await platform.db
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('recipientId', '=', carl.id)
    .where('seenAt', 'is', null)
    .executeTakeFirstOrThrow();
  // The omitted alerts are not marked as seen.
  expect(total).toBe(51);
});

test('unacknowledged alerts are listed before acknowledged ones, even when those are newer', async () => {
  const { platform } = await testServer();
  const ann = await patient();
  const carl = await caregiver({ of: ann });
  const [waiting] = await alertsAbout(ann, carl, 1);
  const answered = await alertsAbout(ann, carl, 210);
  const at = new Date().toISOString();
  await platform.db.updateTable('alerts').set({ acknowledgedAt: at }).where('id', 'in', answered).execute();
  const { body, data } = await carl.get('/caregivers/alerts?status=all');
  expect(data.map(({ id }: Listed) => id)).toContain(waiting);
  expect(body.omitted).toBe(11);
  expect((await carl.get('/caregivers/alerts')).body).toMatchObject({ data: [{ id: waiting }] });
});

test('a list that is not full has no omitted count', async () => {
  const carl = await caregiver();
  expect((await carl.get('/caregivers/alerts')).body).toEqual({ success: true, data: [] });
});
