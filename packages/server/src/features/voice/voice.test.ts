import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { contextWith, nothingDue, pass, runOnce } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, type Person, patient } from '../../../test/people.js';
import { createMedia } from '../../media.js';
import type { Context } from '../../platform/context.js';
import { createContactChannel } from '../contacts/sending.service.js';
import { createEngine } from '../escalation/engine.worker.js';
import { reportLateCalls, takeEnd, takeKey } from './voice.service.js';
import * as store from './voice.store.js';

/** The queue of calls. test/channels/ makes real ones. */
let lastNumber = 0;
const sip = { user: 'fallwatch', password: null, host: '127.0.0.1:1', transport: 'udp' } as const;

/** Ann has fallen, and Bob has a phone: a call to him is due. */
async function cast() {
  const ann = await patient();
  const bob = await caregiver({ of: ann });
  lastNumber += 1;
  const phone = `+4915${process.pid % 1_000}${String(lastNumber).padStart(5, '0')}`;
  const { data: point } = await bob.post('/contact-points', { kind: 'voice', address: phone });
  const { platform } = await testServer();
  await sql`update contact_points set verified_at = now() where id = ${point.id}`.execute(platform.db);
  await sql`delete from calls`.execute(platform.db);
  const config = { ...platform.config, sip };
  const media = createMedia(config).filter(({ kind }) => kind === 'voice');
  const base = await contextWith(media.map(createContactChannel));
  const ctx: Context = { ...base, config };
  await nothingDue();
  await ann.post('/falls', { confidence: 0.8 });
  // The first step was taken inside the request, by a process without this channel.
  await pass(61);
  await runOnce(createEngine(), ctx);
  return { bob, phone, ctx };
}

const readAlert = async (bob: Person) => (await bob.get('/caregivers/alerts?status=open')).data[0];
const readDelivery = async (bob: Person) =>
  (await readAlert(bob)).deliveries.find(({ channel }: { channel: string }) => channel === 'voice');

async function claim(ctx: Context): Promise<store.DueCall> {
  const [call] = await store.claimCalls(ctx.db, 10, 5_000);
  if (!call) throw new Error('no call is due');
  return call;
}

describe('a call', () => {
  test('is queued once, leased, and due again when its process was killed', async () => {
    const { bob, phone, ctx } = await cast();
    const call = await claim(ctx);
    expect(call).toMatchObject({
      phone,
      language: 'en',
      attempts: 1,
      text: expect.stringContaining('A. L. has fallen.'),
    });
    expect(await readDelivery(bob)).toMatchObject({ id: call.id, status: 'accepted' });
    expect(await store.claimCalls(ctx.db, 10, 5_000)).toEqual([]);
    await pass(6);
    expect(await claim(ctx)).toMatchObject({ id: call.id, attempts: 2 });
  });

  test('with a key press has reached the person and takes the alert', async () => {
    const { bob, ctx } = await cast();
    expect(await takeKey(ctx, await claim(ctx), 'ON_IT')).toBe('Thank you. You are on it.');
    expect(await readAlert(bob)).toMatchObject({ state: 'HANDLED' });
    expect(await readDelivery(bob)).toMatchObject({ status: 'sent' });
  });

  test('without one has not: a voicemail answers too', async () => {
    const { bob, ctx } = await cast();
    await takeEnd(ctx, await claim(ctx), { wasAnswered: true, reason: 'end of file' });
    expect(await readDelivery(bob)).toMatchObject({
      status: 'unreachable',
      reason: 'Answered, but no key was pressed',
    });
    expect((await bob.get('/contact-points')).data[0]).toMatchObject({ failingSince: null });
  });

  test('to a number that does not exist marks the contact point', async () => {
    const { bob, ctx } = await cast();
    await takeEnd(ctx, await claim(ctx), { wasAnswered: false, reason: '404 Not Found' });
    expect((await bob.get('/contact-points')).data[0]).toMatchObject({
      failingReason: 'This phone number does not exist (404)',
    });
  });

  test('is no longer needed once somebody has taken the alert', async () => {
    const { bob, ctx } = await cast();
    const { id } = await claim(ctx);
    expect(await store.renewCalls(ctx.db, [id], 5_000)).toEqual([id]);
    const alert = await readAlert(bob);
    await bob.post(`/caregivers/alerts/${alert.id}/acknowledge`);
    expect(await store.renewCalls(ctx.db, [id], 5_000)).toEqual([]);
  });

  test('that does not ring within 5 s counts as unreachable, and is still made', async () => {
    const { bob, ctx } = await cast();
    await pass(4);
    await reportLateCalls(ctx);
    expect(await readDelivery(bob)).toMatchObject({ status: 'accepted' });
    await pass(2);
    await reportLateCalls(ctx);
    expect(await readDelivery(bob)).toMatchObject({ status: 'unreachable', reason: 'Does not ring' });
    expect(await takeKey(ctx, await claim(ctx), 'ON_IT')).toBe('Thank you. You are on it.');
    expect(await readDelivery(bob)).toMatchObject({ status: 'sent' });
  });

  test('that nobody makes within a minute is dropped', async () => {
    const { ctx } = await cast();
    await pass(61);
    await reportLateCalls(ctx);
    expect(await store.claimCalls(ctx.db, 10, 5_000)).toEqual([]);
  });

  test('that rings is not late', async () => {
    const { bob, ctx } = await cast();
    await store.updateRinging(ctx.db, (await claim(ctx)).id);
    await pass(30);
    await reportLateCalls(ctx);
    expect(await readDelivery(bob)).toMatchObject({ status: 'accepted' });
  });
});
