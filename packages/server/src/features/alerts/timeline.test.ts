import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { acknowledge, alertAbout, reportFall } from '../../../test/alerts.js';
import { contactEngine, sentTo, verifiedContact } from '../../../test/contacts.js';
import { contextWith, pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caller, caregiver, type Person, patient } from '../../../test/people.js';
import { confirmDelivered } from '../deliveries/deliveries.service.js';
import { reportUndeliverable } from '../escalation/undeliverable.service.js';

/** Rose has fallen; Noah has a mail and a text message about it, Anna a mail. */
async function notified() {
  const rose = await patient();
  const [noah, anna] = [await caregiver({ of: rose }), await caregiver({ of: rose })];
  await noah.put('/profile/me', { firstName: 'Noah', lastName: 'Berg' });
  await anna.put('/profile/me', { firstName: 'Anna', lastName: 'West' });
  const phone = `+4917${Math.floor(Math.random() * 1e8) + 1e8}`;
  const points = {
    noahsMail: await verifiedContact(noah),
    noahsPhone: await verifiedContact(noah, { kind: 'sms', address: phone }),
    annasMail: await verifiedContact(anna),
  };
  const engine = await contactEngine();
  const fallId = await reportFall(rose);
  // The first step was taken inside the request, by a process without these channels.
  await pass(61);
  await engine.run();
  return { noah, anna, points, fallId, engine };
}

const readTimeline = async (person: Person, fallId: string) => (await person.get(`/falls/${fallId}/timeline`)).data;

async function findDelivery(person: Person, fallId: string, channel: string) {
  const { deliveries } = await readTimeline(person, fallId);
  return deliveries.find(
    (one: { recipientId: string; channel: string; step: number }) =>
      one.recipientId === person.id && one.channel === channel && one.step === 2,
  );
}

/** Answers from the latest message to this address. */
async function answer(address: string, said: 'ON_IT' | 'CANNOT'): Promise<void> {
  const [message] = await sentTo(address);
  const token = new URL(message?.url ?? '').hash.slice(1);
  expect(await caller().post('/answers', { token, answer: said })).toHaveStatus(200);
}

describe('the deliveries of a fall', () => {
  test('show the channel, the person, when it was handed over and when it reached them', async () => {
    const { noah, anna, fallId } = await notified();
    const sms = await findDelivery(noah, fallId, 'sms');
    expect(sms).toMatchObject({
      recipientName: 'Noah Berg',
      status: 'accepted',
      handedOverAt: expect.any(String),
      reachedAt: null,
    });
    await pass(5);
    await confirmDelivered(await contextWith([]), [sms.id]);
    const arrived = await findDelivery(noah, fallId, 'sms');
    expect(arrived).toMatchObject({ status: 'sent', handedOverAt: sms.handedOverAt, reason: null });
    expect(Date.parse(arrived.reachedAt) - Date.parse(arrived.handedOverAt)).toBeGreaterThanOrEqual(5_000);

    const mail = await findDelivery(anna, fallId, 'email');
    await reportUndeliverable(await contextWith([]), mail.id, 'Mailbox full');
    expect(await findDelivery(anna, fallId, 'email')).toMatchObject({
      status: 'unreachable',
      reason: 'Mailbox full',
      handedOverAt: mail.handedOverAt,
      reachedAt: null,
    });
  });

  test('a delivery that reaches the person at once is handed over at that time; one without a stream never', async () => {
    const { noah, fallId, engine } = await notified();
    const ctx = await contextWith([]);
    const shown = await findDelivery(noah, fallId, 'live');
    expect(shown).toMatchObject({ status: 'pending', handedOverAt: null, reachedAt: null });
    await confirmDelivered(ctx, [shown.id]);
    const { handedOverAt, reachedAt } = await findDelivery(noah, fallId, 'live');
    expect(reachedAt).toEqual(expect.any(String));
    expect(handedOverAt).toBe(reachedAt);
    await pass(3);
    await engine.run();
    const { deliveries } = await readTimeline(noah, fallId);
    const unread = deliveries.filter(({ status }: { status: string }) => status === 'unreachable');
    expect(unread.length).toBeGreaterThan(0);
    for (const one of unread) expect(one).toMatchObject({ channel: 'live', handedOverAt: null, reachedAt: null });
  });

  test('are the newest 200, newest first', async () => {
    const { noah, fallId } = await notified();
    const { platform } = await testServer();
    await sql`insert into deliveries (id, escalation_id, alert_id, recipient_id, step, channel, status, urgency, created_at)
      select gen_random_uuid(), escalation_id, alert_id, recipient_id, step + number, 'sms', 'sent', 2, created_at
      from deliveries, generate_series(1, 250) as number
      where id = ${(await findDelivery(noah, fallId, 'sms')).id}`.execute(platform.db);
    const steps = (await readTimeline(noah, fallId)).deliveries.map(({ step }: { step: number }) => step);
    expect(steps).toEqual(Array.from({ length: 200 }, (_, index) => 252 - index));
  });

  test('are shown for every fall that shares the escalation', async () => {
    const rose = await patient();
    const noah = await caregiver({ of: rose });
    const [fallId, joined] = [await reportFall(rose), await reportFall(rose)];
    expect(await readTimeline(noah, joined)).toEqual(await readTimeline(noah, fallId));
    expect((await readTimeline(noah, joined)).deliveries.length).toBeGreaterThan(0);
  });
});

describe('the answers to a fall', () => {
  test('show who declined and who took it, and over which channel', async () => {
    const { noah, anna, points, fallId } = await notified();
    expect((await readTimeline(noah, fallId)).answers).toEqual([]);
    await answer(points.annasMail.address, 'CANNOT');
    await answer(points.noahsPhone.address, 'ON_IT');
    const at = expect.any(String);
    expect((await readTimeline(noah, fallId)).answers).toEqual([
      { id: anna.id, name: 'Anna West', answer: 'CANNOT', at, channel: 'email' },
      { id: noah.id, name: 'Noah Berg', answer: 'ON_IT', at, channel: 'sms' },
    ]);
    // An answer after somebody else has taken it changes nothing.
    await answer(points.annasMail.address, 'ON_IT');
    expect((await readTimeline(noah, fallId)).answers.at(-1)).toMatchObject({ id: noah.id, channel: 'sms' });
  });

  test('in the console have no channel, also after an earlier answer from a message', async () => {
    const { noah, points, fallId, engine } = await notified();
    await answer(points.noahsMail.address, 'ON_IT');
    expect((await readTimeline(noah, fallId)).answers).toMatchObject([{ answer: 'ON_IT', channel: 'email' }]);
    // Nobody records the outcome: it is sent again, and the timeline still shows who had it.
    await pass(1_801);
    await engine.run();
    expect((await readTimeline(noah, fallId)).answers).toMatchObject([{ answer: 'ON_IT', channel: 'email' }]);
    await acknowledge(noah);
    expect((await readTimeline(noah, fallId)).answers).toMatchObject([{ answer: 'ON_IT', channel: null }]);
  });
});

test('an alert shows who cannot come, until that person takes it', async () => {
  const { noah, anna, points, fallId, engine } = await notified();
  expect(await alertAbout(noah, fallId)).toMatchObject({ declinedBy: [] });
  await answer(points.annasMail.address, 'CANNOT');
  const declined = { declinedBy: [{ id: anna.id, name: 'Anna West', at: expect.stringMatching(/Z$/) }] };
  for (const person of [noah, anna]) expect(await alertAbout(person, fallId)).toMatchObject(declined);
  await answer(points.annasMail.address, 'ON_IT');
  expect(await alertAbout(noah, fallId)).toMatchObject({ declinedBy: [], handledBy: { id: anna.id } });
  // Nor when it is sent again because nobody recorded the outcome.
  await pass(1_801);
  await engine.run();
  expect(await alertAbout(noah, fallId)).toMatchObject({ declinedBy: [], reminder: { takenBy: { id: anna.id } } });
  await answer(points.annasMail.address, 'CANNOT');
  expect(await alertAbout(noah, fallId)).toMatchObject(declined);
});
