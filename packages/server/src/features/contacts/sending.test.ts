import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { contact, contactEngine, sentTo, verifiedContact } from '../../../test/contacts.js';
import { contextWith, nothingDue, pass, runOnce } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, type Person, patient } from '../../../test/people.js';
import { createEngine } from '../escalation/engine.worker.js';
import { reportUndeliverable } from '../escalation/undeliverable.service.js';
import type { Medium } from './medium.js';
import { createContactChannel, noteResult } from './sending.service.js';

/** Falls raise alerts over contact points: escalations are taken by a process whose channels are the media. */
async function fall(person: Person, confidence = 0.8): Promise<string> {
  return (await person.post('/falls', { confidence })).data.id;
}

/** The deliveries over contact points, oldest first. */
async function readDeliveries(recipient: Person) {
  const { platform } = await testServer();
  const { rows } = await sql<{ channel: string; status: string; step: number; reason: string | null; id: string }>`
    select id, channel, status, step, reason from deliveries
    where recipient_id = ${recipient.id} and contact_point_id is not null order by created_at, channel`.execute(
    platform.db,
  );
  return rows;
}

const secondStep = 61;

describe('a notice', () => {
  test('says that an alert is open again which somebody had taken and released', async () => {
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    const mail = await verifiedContact(bob);
    const engine = await contactEngine();
    await fall(ann);
    const [alert] = (await bob.get('/caregivers/alerts')).data;
    await bob.post(`/caregivers/alerts/${alert.id}/acknowledge`);
    expect((await bob.post(`/alerts/${alert.id}/response`, { action: 'RELEASE' })).status).toBeLessThan(300);
    await pass(secondStep);
    await engine.run();
    await engine.run();
    expect((await sentTo(mail.address))[0]?.text).toMatch(/Somebody was on it, but it is open again\.$/);
  });

  test('reaches every verified contact point of its step, with initials only and a link', async () => {
    const ann = await patient();
    await ann.put('/profile/me', { firstName: 'Rose', lastName: 'Hill' });
    const bob = await caregiver({ of: ann });
    const [mail, phone, later] = [
      await verifiedContact(bob),
      await verifiedContact(bob, { kind: 'sms', address: '+491701000001' }),
      await verifiedContact(bob, { fromStep: 2 }),
    ];
    const unverified = await contact(bob);
    const engine = await contactEngine();
    await fall(ann);
    // The first step was taken inside the request, by a process without these channels.
    await pass(secondStep);
    await engine.run();
    await engine.run();
    for (const { address } of [mail, phone, later])
      expect((await sentTo(address))[0]).toMatchObject({
        title: 'R.H. has fallen',
        text: '1 min ago. Nobody has answered yet.',
        url: expect.stringMatching(/^http:\/\/localhost:3000\/answer#[\w-]{22}$/),
      });
    expect(await sentTo(unverified.address)).toEqual([]);
    expect((await readDeliveries(bob)).map(({ channel, status }) => `${channel} ${status}`)).toEqual([
      'email accepted',
      'email accepted',
      'sms accepted',
    ]);
  });

  test('is not sent before its step, nor below its severity', async () => {
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    const severe = await verifiedContact(bob, { minSeverity: 'CRITICAL' });
    const late = await verifiedContact(bob, { fromStep: 3 });
    const engine = await contactEngine();
    await fall(ann, 0.7);
    await pass(secondStep);
    await engine.run();
    expect(await sentTo(severe.address)).toHaveLength(1);
    expect(await sentTo(late.address)).toHaveLength(1);
    await pass(120);
    await engine.run();
    await engine.run();
    expect(await sentTo(severe.address)).toHaveLength(1);
    expect(await sentTo(late.address)).toHaveLength(2);
  });

  test('is not sent to a person who is no longer assigned', async () => {
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    const { address } = await verifiedContact(bob);
    const engine = await contactEngine();
    await fall(ann);
    await pass(secondStep);
    const { platform } = await testServer();
    await sql`delete from assignments where caregiver_id = ${bob.id}`.execute(platform.db);
    await engine.run();
    expect(await sentTo(address)).toHaveLength(1);
  });
});

describe('a contact point that cannot be reached', () => {
  const failing = (kind: Medium['kind']): Medium => ({
    kind,
    parseAddress: ({ address }) => ({ address, secrets: {} }),
    send: async () => ({ status: 'unreachable', reason: 'No such user' }),
  });

  test('is marked once, is listed for the admins, and is cleared by the next success', async () => {
    const bob = await caregiver();
    const { id } = await verifiedContact(bob);
    const ctx = await contextWith([]);
    const unreachable = { status: 'unreachable', reason: 'No such user' } as const;
    await noteResult(ctx, id, unreachable);
    await noteResult(ctx, id, unreachable);
    const [point] = (await bob.get('/contact-points')).data;
    expect(point).toMatchObject({ failingSince: expect.any(String), failingReason: 'No such user' });
    const { platform } = await testServer();
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from system_log
      where code = 'CONTACT_FAILING' and user_id = ${bob.id}`.execute(platform.db);
    expect(rows).toEqual([{ count: 1 }]);
    await noteResult(ctx, id, { status: 'accepted' });
    expect((await bob.get('/contact-points')).data[0]).toMatchObject({ failingSince: null, failingReason: null });
  });

  test('is replaced at once by those of later steps', async () => {
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    await verifiedContact(bob, { fromStep: 2 });
    const phone = await verifiedContact(bob, { kind: 'sms', address: '+491701000002', fromStep: 9 });
    await nothingDue();
    const { platform } = await testServer();
    const sms = platform.state.media.find(({ kind }) => kind === 'sms') as Medium;
    const ctx = await contextWith([failing('email'), sms].map(createContactChannel));
    await fall(ann);
    await pass(secondStep);
    const engine = createEngine();
    for (let round = 0; round < 3; round += 1) {
      await runOnce(engine, ctx);
      // The live stream is given 2 s to confirm.
      await pass(1);
    }
    expect(await sentTo(phone.address)).toHaveLength(2);
    expect(await readDeliveries(bob)).toMatchObject([
      { channel: 'email', status: 'unreachable', reason: 'No such user' },
      { channel: 'sms', status: 'accepted' },
    ]);
  });

  test('is replaced when an accepted message comes back', async () => {
    const ann = await patient();
    const bob = await caregiver({ of: ann });
    await verifiedContact(bob, { fromStep: 2 });
    const phone = await verifiedContact(bob, { kind: 'sms', address: '+491701000003', fromStep: 9 });
    const engine = await contactEngine();
    await fall(ann);
    await pass(secondStep);
    await engine.run();
    await pass(5);
    await engine.run();
    expect(await sentTo(phone.address)).toHaveLength(1);
    const [delivery] = await readDeliveries(bob);
    const { platform } = await testServer();
    await reportUndeliverable(
      await contextWith(platform.state.media.map(createContactChannel)),
      delivery?.id ?? '',
      'Mail came back: 5.1.1',
    );
    await engine.run();
    await engine.run();
    expect(await sentTo(phone.address)).toHaveLength(2);
    expect((await readDeliveries(bob))[0]).toMatchObject({ status: 'unreachable', reason: 'Mail came back: 5.1.1' });
  });
});
