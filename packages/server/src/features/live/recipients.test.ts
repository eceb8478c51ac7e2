import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { alertAbout, follow, madeUp, platform, settled, setUpLiveStream, tell, told } from '../../../test/live.js';
import { admin, assign, caregiver, logIn, type Person, patient, root } from '../../../test/people.js';

setUpLiveStream();

const readSessionId = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

describe('who sees an event', () => {
  test('its recipients, and the admins if it says so; never another patient’s caregiver', async () => {
    const [ann, zoe] = [await patient(), await patient()];
    const [bob, eve, boss] = [await caregiver({ of: ann }), await caregiver({ of: zoe }), await admin()];
    const [atBob, atEve, atBoss, atZoe] = [await follow(bob), await follow(eve), await follow(boss), await follow(zoe)];
    await tell(alertAbout(ann, [bob], { canary: 'Canary-one' }));
    await tell({ ...alertAbout(ann, [bob], { canary: 'Canary-two' }), toAdmins: true });
    await settled(atBob, bob);
    await settled(atBoss, boss);
    await settled(atEve, eve);
    await settled(atZoe, zoe);
    expect(told(atBob)).toEqual(['alert.raised', 'alert.raised', 'message.sent']);
    expect(told(atBoss)).toEqual(['alert.raised', 'message.sent']);
    expect(atBoss.raw()).not.toContain('Canary-one');
    expect(`${atEve.raw()}${atZoe.raw()}`).not.toMatch(/Canary|alert/);
  });

  test('a person who is both a recipient and an admin gets it once', async () => {
    const [ann, boss] = [await patient(), await admin()];
    const atBoss = await follow(boss);
    await tell({ ...alertAbout(ann, [boss]), toAdmins: true });
    await settled(atBoss, boss);
    expect(told(atBoss)).toEqual(['alert.raised', 'message.sent']);
  });

  test('the patient sees events addressed to the patient', async () => {
    const ann = await patient();
    const atAnn = await follow(ann);
    await tell(madeUp('fall.cancelled', [ann], { patientId: ann.id }));
    await settled(atAnn, ann);
    expect(told(atAnn)).toEqual(['fall.cancelled', 'message.sent']);
  });
});

describe('who sees an event no longer', () => {
  test('nobody whose assignment has ended, neither live nor by resuming', async () => {
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    const atBob = await follow(bob);
    const before = atBob.lastId();
    await tell(alertAbout(ann, [bob], { canary: 'Canary-first' }));
    await expect.poll(() => told(atBob)).toEqual(['alert.raised']);
    await (await root()).delete(`/caregivers/${bob.id}/patients/${ann.id}`);
    await tell(alertAbout(ann, [bob], { canary: 'Canary-second' }));
    await settled(atBob, bob);
    expect(atBob.raw()).not.toContain('Canary-second');
    const resumed = await follow(bob, { headers: { 'last-event-id': before } });
    expect(resumed.raw()).not.toContain('Canary');
    await assign(bob, ann);
    const again = await follow(bob, { headers: { 'last-event-id': before } });
    expect(again.raw()).toMatch(/Canary-first[\s\S]*Canary-second/);
  });

  test('events about a person are deleted with the account', async () => {
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    const before = (await follow(bob)).lastId();
    await tell(alertAbout(ann, [bob], { canary: 'Canary-erased' }));
    await ann.delete('/profile/me', { confirmation: true });
    const { rows } = await sql`select 1 from live_events where data::text like '%Canary-erased%'`.execute(platform.db);
    expect(rows).toEqual([]);
    const resumed = await follow(bob, { headers: { 'last-event-id': before } });
    expect(resumed.raw()).not.toContain('Canary-erased');
  });
});

describe('a stream ends when its session does', () => {
  const boss = root;
  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['logout', (person) => person.post('/auth/logout')],
    ['deactivation', async (person) => (await boss()).put(`/admin/users/${person.id}`, { status: 'inactive' })],
    ['another role', async (person) => (await boss()).post(`/admin/users/${person.id}/role`, { role: 'PATIENT' })],
    ['deletion', (person) => person.delete('/profile/me', { confirmation: true })],
  ])('%s', async (_, change) => {
    const bob = await caregiver();
    const [atBob, bystander] = [await follow(bob), await follow(await caregiver())];
    await change(bob);
    const startedAt = performance.now();
    await atBob.ended;
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(bystander.isOpen()).toBe(true);
  });

  test('expiry; other sessions of the same person continue', async () => {
    const bob = await caregiver();
    const second = await logIn(bob.email);
    const [atFirst, atSecond] = [await follow(bob), await follow(second)];
    await platform.db
      .updateTable('sessions')
      .set({ expiresAt: new Date(platform.clock.nowMs() - 1).toISOString() })
      .where('userId', '=', bob.id)
      .where('id', '=', readSessionId(bob.token))
      .execute();
    await atFirst.ended;
    expect(atSecond.isOpen()).toBe(true);
  });
});
