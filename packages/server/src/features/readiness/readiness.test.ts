import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { verifiedContact } from '../../../test/contacts.js';
import { contextWith } from '../../../test/engine.js';
import { appWith, retireEverybody, testServer } from '../../../test/harness.js';
import { type Caller, callAsRoot, caller, caregiver, type Person, patient, root } from '../../../test/people.js';
import { createContactChannel } from '../contacts/sending.service.js';
import { webhookChannel } from '../webhooks/sending.service.js';
import { watchDuties } from './on-duty.service.js';

beforeAll(retireEverybody);

/** Every channel, as in production. */
async function withEveryChannel(): Promise<(person: Caller & { token?: string }) => Caller> {
  const { platform } = await testServer();
  const channels = [webhookChannel, ...platform.state.media.map(createContactChannel)];
  const app = await appWith({}, { state: { ...platform.state, channels } });
  onTestFinished(() => app.close());
  return ({ token }) => caller(token, app);
}

async function cast() {
  const rose = await patient();
  const bob = await caregiver({ of: rose });
  const as = await withEveryChannel();
  const admin = as(await root());
  const readBob = async () => (await admin.get('/admin/readiness')).data.find(({ id }: Person) => id === bob.id);
  return { rose, bob, admin, readBob, own: as(bob) };
}

test('a caregiver with nothing but an open page has no channel, and comes first', async () => {
  const { rose, bob, admin } = await cast();
  const dora = await caregiver({ of: rose });
  await verifiedContact(dora);
  const rows = (await admin.get('/admin/readiness')).data.map(({ id, channels }: never) => ({ id, channels }));
  expect(rows).toEqual([
    { id: bob.id, channels: [] },
    { id: dora.id, channels: ['email'] },
  ]);
});

test('a contact point counts while it is verified and not failing', async () => {
  const { bob, readBob, own } = await cast();
  await bob.post('/contact-points', { kind: 'email', address: 'unverified@example.org' });
  expect(await readBob()).toMatchObject({ channels: [], patients: 1, lastCheck: null });
  const { id } = await verifiedContact(bob);
  expect((await readBob()).channels).toEqual(['email']);
  expect((await own.get('/caregivers/me/readiness')).data).toEqual(await readBob());
  const { platform } = await testServer();
  await sql`update contact_points set failing_since = service_now() where id = ${id}`.execute(platform.db);
  expect((await readBob()).channels).toEqual([]);
});

test('a webhook counts until a delivery to it fails', async () => {
  const { bob, readBob, own } = await cast();
  const { data: hook } = await bob.post('/webhooks', { url: 'https://hook.test/1' });
  expect((await readBob()).channels).toEqual(['webhook']);
  await own.post(`/webhooks/${hook.id}/test`);
  expect((await readBob()).channels).toEqual([]);
});

test('caregivers without a patient, other roles and deactivated accounts are absent', async () => {
  const { bob, admin, readBob } = await cast();
  const idle = await caregiver();
  const ids = (await admin.get('/admin/readiness')).data.map(({ id }: Person) => id);
  expect(ids).toContain(bob.id);
  expect(ids).not.toContain(idle.id);
  await callAsRoot((first) => first.put(`/admin/users/${bob.id}`, { status: 'inactive' }));
  expect(await readBob()).toBeUndefined();
});

test('the newest shift check replaces the one before, is in the download, and goes with the account', async () => {
  const { bob, readBob } = await cast();
  await bob.post('/caregivers/me/shift-checks', { sound: 'NOT_HEARD', push: 'UNSUPPORTED' });
  const answer = await bob.post('/caregivers/me/shift-checks', { sound: 'HEARD', push: 'RECEIVED' });
  expect(answer).toHaveStatus(201);
  expect((await readBob()).lastCheck).toEqual(answer.data);
  expect(answer.data).toEqual({ checkedAt: expect.any(String), sound: 'HEARD', push: 'RECEIVED' });
  const { body } = await bob.get('/profile/export?part=shiftCheck');
  expect(body.shiftCheck).toEqual([answer.data]);
  await bob.delete('/profile/me', { confirmation: true });
  const { platform } = await testServer();
  const { rows } = await sql`select from shift_checks where user_id = ${bob.id}`.execute(platform.db);
  expect(rows).toEqual([]);
});

test.each([
  [{ sound: 'LOUD', push: 'RECEIVED' }, 'sound'],
  [{ sound: 'HEARD' }, 'push'],
])('a shift check of %j is refused at %s', async (body, field) => {
  const answer = await (await caregiver()).post('/caregivers/me/shift-checks', body);
  expect(answer).toHaveStatus(400);
  expect(Object.keys(answer.body.details)).toEqual([field]);
});

describe('on duty', () => {
  /** Bob is on duty around the clock; nothing else is planned. */
  async function onDuty() {
    const bob = await caregiver();
    await callAsRoot((first) =>
      first.post('/schedules', {
        name: 'Nights',
        zone: 'UTC',
        startOn: '2026-01-01',
        handOver: '08:00',
        members: [bob.id],
      }),
    );
    const { platform } = await testServer();
    const ctx = await contextWith([webhookChannel, ...platform.state.media.map(createContactChannel)]);
    const admin = await root();
    const readWarnings = async () =>
      (await admin.get('/admin/alerts?status=open')).data.filter(
        ({ type, patientId }: never) => type === 'NOT_REACHABLE_ON_DUTY' && patientId === bob.id,
      );
    return { bob, ctx, readWarnings };
  }

  test('without a channel: one alert to the admins, closed when there is one', async () => {
    const { bob, ctx, readWarnings } = await onDuty();
    await Promise.all([watchDuties(ctx), watchDuties(ctx)]);
    await watchDuties(ctx);
    expect(await readWarnings()).toMatchObject([{ patientName: 'Ann Lee', severity: 'HIGH', closedAs: null }]);
    await verifiedContact(bob);
    await watchDuties(ctx);
    expect(await readWarnings()).toEqual([]);
  });

  test('a caregiver without a patient is listed, with the shift', async () => {
    const { bob } = await onDuty();
    const { data } = await (await root()).get('/admin/readiness');
    const row = data.find(({ id }: Person) => id === bob.id);
    expect(row).toMatchObject({ patients: 0, nextDuty: { from: expect.any(String), until: expect.any(String) } });
    expect(Date.parse(row.nextDuty.until)).toBeGreaterThan(Date.now());
  });
});
