import { expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { admin, assign, caregiver, device, type Person, patient, root } from '../../../test/people.js';
import { createContext, system } from '../../platform/context.js';
import { clearEndedAlerts } from '../escalation/monitoring-ended.service.js';

/** Deleting the account of a monitored person. */

const dayMs = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: the body of any answer; tests look into it freely.
type Json = any;

async function monitored(): Promise<{ ann: Person; carer: Person }> {
  const ann = await patient();
  const carer = await caregiver({ of: ann });
  await ann.put('/profile/me', { firstName: 'Rose', lastName: 'Hill' });
  await ann.post('/falls', { confidence: 0.95 });
  return { ann, carer };
}

const ended = (alerts: Json[], id: string): Json[] =>
  alerts.filter(({ type, patientId }) => type === 'MONITORING_ENDED' && patientId === id);

test('alerts every caregiver and the admins with the name; the falls and their alerts are deleted', async () => {
  const { ann, carer } = await monitored();
  const second = await caregiver({ of: ann });
  expect(await ann.delete('/profile/me?confirmation=true')).toHaveStatus(200);
  for (const person of [carer, second]) {
    const { data } = await person.get('/caregivers/alerts');
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      patientId: ann.id,
      patientName: 'Rose Hill',
      type: 'MONITORING_ENDED',
      severity: 'HIGH',
      message: 'Rose Hill has deleted their account and is no longer monitored.',
      fallId: null,
      acknowledged: false,
      emergencyContact: null,
      deliveries: [],
    });
  }
  const boss = await root();
  expect(ended((await boss.get('/admin/alerts?limit=100')).data, ann.id)).toHaveLength(1);
  expect(await boss.get(`/admin/users/${ann.id}`)).toHaveStatus(404);
});

test.each(['/patients/', '/admin/users/'])('alerts too when an admin deletes it with DELETE %s:id', async (path) => {
  const { ann, carer } = await monitored();
  expect(await (await root()).delete(`${path}${ann.id}`)).toHaveStatus(200);
  const { data } = await carer.get('/caregivers/alerts');
  expect(data.map((alert: Json) => alert.message)).toEqual([
    'The account of Rose Hill was deleted by an admin. Rose Hill is no longer monitored.',
  ]);
});

test('only the recipient can acknowledge the alert; an admin acknowledges the admins’ alert', async () => {
  const { ann, carer } = await monitored();
  const stranger = await caregiver();
  await ann.delete('/profile/me?confirmation=true');
  const [{ id }] = (await carer.get('/caregivers/alerts')).data;
  expect(await stranger.post(`/caregivers/alerts/${id}/acknowledge`)).toHaveStatus(403);
  const done = await carer.post(`/caregivers/alerts/${id}/acknowledge`);
  expect(done).toHaveStatus(200);
  expect(done.data).toMatchObject({ acknowledged: true, patientName: 'Rose Hill' });
  expect((await carer.get('/caregivers/alerts')).data).toEqual([]);
  expect((await carer.get('/caregivers/alerts?status=all')).data).toHaveLength(1);
  const boss = await admin();
  const [toAdmins] = ended((await boss.get('/admin/alerts?limit=100')).data, ann.id);
  expect(await boss.post(`/admin/alerts/${toAdmins.id}/acknowledge`)).toHaveStatus(200);
});

test('sends the alert on the live stream and by webhook, from rows that outlive the account', async () => {
  const { platform } = await testServer();
  const { ann, carer } = await monitored();
  const hook = await carer.post('/webhooks', { url: 'https://canary.invalid/hook' });
  await ann.delete('/profile/me?confirmation=true');
  const events = await platform.db.selectFrom('liveEvents').selectAll().where('type', '=', 'alert.raised').execute();
  const told = events.filter(
    ({ data }) => (data as Json).type === 'MONITORING_ENDED' && (data as Json).patientId === ann.id,
  );
  expect(told.map(({ patientId }) => patientId)).toEqual([null, null]);
  expect(told.flatMap(({ recipients }) => recipients)).toContain(carer.id);
  const { data } = await carer.get(`/webhooks/${hook.data.id}/deliveries`);
  expect(data).toHaveLength(1);
  const row = await platform.db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('id', '=', data[0].id)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(row.body)).toMatchObject({
    type: 'alert.notice',
    data: { type: 'MONITORING_ENDED', patientId: ann.id, severity: 'HIGH', isDrill: false },
  });
});

test('a device alone is enough; without a caregiver and a device nobody is alerted', async () => {
  const [worn, unused, boss] = [await patient(), await patient(), await root()];
  await device(worn);
  await worn.delete('/profile/me?confirmation=true');
  await unused.delete('/profile/me?confirmation=true');
  const { data } = await boss.get('/admin/alerts?limit=100');
  expect(ended(data, worn.id)).toHaveLength(1);
  expect(ended(data, unused.id)).toHaveLength(0);
});

test('the name is deleted 7 days after the acknowledgement, and after 90 days at the latest', async () => {
  const { platform, clock } = await testServer();
  const [{ ann, carer }, other] = [await monitored(), await patient()];
  await assign(carer, other);
  await ann.delete('/profile/me?confirmation=true');
  await other.delete('/profile/me?confirmation=true');
  const { data } = await carer.get('/caregivers/alerts');
  const mine = ended(data, ann.id)[0];
  await carer.post(`/caregivers/alerts/${mine.id}/acknowledge`);
  const left = async (): Promise<string[]> => {
    const rows = platform.db.selectFrom('alerts').select('formerPatientId').where('recipientId', '=', carer.id);
    return (await rows.execute()).map((row) => row.formerPatientId as string);
  };
  const ctx = createContext(platform, system);
  try {
    clock.offsetMs = 6 * dayMs;
    await clearEndedAlerts(ctx);
    expect(await left()).toHaveLength(2);
    clock.offsetMs = 8 * dayMs;
    await clearEndedAlerts(ctx);
    expect(await left()).toEqual([other.id]);
    clock.offsetMs = 91 * dayMs;
    await clearEndedAlerts(ctx);
    expect(await left()).toEqual([]);
  } finally {
    clock.offsetMs = 0;
  }
});
