import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sentTo, verifiedContact } from '../../../test/contacts.js';
import { pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { addPatients, limitedMail, mailsTo, recordSends } from '../../../test/mail-limits.js';
import { caregiver, type Person, root } from '../../../test/people.js';
import type { Medium } from '../contacts/medium.js';

/** Besides the code that verified the address. */
const countMails = async (address: string): Promise<number> => (await sentTo(address)).length - 1;

const listStatuses = async (carer: Person) => (await mailsTo(carer)).map(({ status }) => status);

async function ward(names: readonly string[]) {
  const bob = await caregiver();
  const { id, address } = await verifiedContact(bob);
  return { bob, id, address, patients: await addPatients(bob, names) };
}

describe('the hourly limit of mail', () => {
  test('is twenty by default', async () => {
    const { platform } = await testServer();
    expect(platform.config.mailHourlyLimit).toBe(20);
  });

  test('holds what is beyond it, without marking the contact point', async () => {
    const { bob, address, patients } = await ward(['Ann One', 'Ann Two', 'Ann Three']);
    const mail = await limitedMail(2);
    for (const person of patients) {
      await mail.fall(person);
      await mail.run();
    }
    expect(await countMails(address)).toBe(2);
    const mails = await mailsTo(bob);
    expect(mails.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'held']);
    expect(mails[2]?.reason).toBe('The hourly limit of mail is used up: it goes out with the next digest');
    expect((await bob.get('/contact-points')).data[0]).toMatchObject({ failingSince: null });
  });

  test('is kept when many alerts are sent at once, by several processes', async () => {
    const { bob, address, patients } = await ward(Array.from({ length: 8 }, (_, index) => `Ann No${index}`));
    const { processes } = await testServer();
    const senders = await Promise.all(
      [...processes, ...processes].map(({ platform }) => limitedMail(3, { on: platform })),
    );
    for (const person of patients) await senders[0]?.fall(person);
    await Promise.all(senders.map(({ run }) => run()));
    expect(await countMails(address)).toBe(3);
    expect((await listStatuses(bob)).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'accepted'),
      ...Array.from({ length: 5 }, () => 'held'),
    ]);
  });

  test('counts all addresses of a person, and each person alone', async () => {
    const { bob, address, patients } = await ward(['Ann One']);
    const second = await verifiedContact(bob);
    const carl = await caregiver({ of: patients[0] as Person });
    const ofCarl = await verifiedContact(carl);
    const mail = await limitedMail(1);
    await mail.fall(patients[0] as Person);
    await mail.run();
    expect((await countMails(address)) + (await countMails(second.address))).toBe(1);
    expect(await countMails(ofCarl.address)).toBe(1);
  });

  test('never holds a CRITICAL alert', async () => {
    const { bob, address, patients } = await ward(['Ann One', 'Ann Two', 'Ann Three']);
    const [first, second, third] = patients as [Person, Person, Person];
    const mail = await limitedMail(1);
    for (const [person, confidence] of [
      [first, 0.8],
      [second, 0.8],
      [third, 0.97],
    ] as const) {
      await mail.fall(person, confidence);
      await mail.run();
    }
    expect(await countMails(address)).toBe(2);
    expect(await listStatuses(bob)).toEqual(['accepted', 'held', 'accepted']);
  });

  test('begins again an hour after its first mail', async () => {
    const { bob, patients } = await ward(['Ann One', 'Ann Two', 'Ann Three']);
    const mail = await limitedMail(1);
    for (const person of patients) {
      await mail.fall(person);
      await mail.run();
      await pass(1_795);
    }
    const firstSteps = (await mailsTo(bob)).filter(({ step }) => step === 1);
    expect(firstSteps.map(({ status }) => status)).toEqual(['accepted', 'held', 'held']);
    await pass(20);
    const [last] = await addPatients(bob, ['Ann Four']);
    await mail.fall(last as Person);
    await mail.run();
    expect((await listStatuses(bob)).at(-1)).toBe('accepted');
  });

  test('does not count mail that could not be sent', async () => {
    const { bob, address, patients } = await ward(['Ann One', 'Ann Two']);
    const { platform } = await testServer();
    const email = platform.state.media.find(({ kind }) => kind === 'email') as Medium;
    const away = await limitedMail(1, {
      media: [{ ...email, send: async () => ({ status: 'failed', reason: 'The mail server does not answer' }) }],
    });
    await away.fall(patients[0] as Person);
    await away.run();
    expect(await listStatuses(bob)).toEqual(['pending']);
    const mail = await limitedMail(1);
    await mail.fall(patients[1] as Person);
    await mail.run();
    expect(await countMails(address)).toBe(1);
  });
});

describe('a held alert', () => {
  test('is sent to the other contact points of the person at once', async () => {
    const { bob, patients } = await ward(['Ann One', 'Ann Two']);
    const phone = await verifiedContact(bob, { kind: 'sms', address: '+491701000011', fromStep: 9 });
    const mail = await limitedMail(1);
    for (const person of patients) {
      await mail.fall(person);
      // The live stream is given 2 s to confirm. From then on only the mail can reach the person.
      await pass(2);
      await mail.run();
      await mail.run();
    }
    expect(await listStatuses(bob)).toEqual(['accepted', 'held']);
    expect(await countMails(phone.address)).toBe(1);
  });

  test('has not reached anybody: the admins are alerted before the deadline', async () => {
    const { bob, patients } = await ward(['Ann One', 'Ann Two']);
    const mail = await limitedMail(1);
    const { platform } = await testServer();
    for (const person of patients) {
      await mail.fall(person);
      // Longer than the test takes, shorter than the time to the next step.
      await sql`update escalations set reach_by = service_now() + interval '30 seconds'
        where patient_id = ${person.id}`.execute(platform.db);
      await pass(2);
      await mail.run();
      await mail.run();
    }
    expect(await listStatuses(bob)).toEqual(['accepted', 'held']);
    const { data } = await (await root()).get('/admin/alerts?status=all&limit=100');
    const unreached = data.filter(({ type }: { type: string }) => type === 'NOBODY_REACHED');
    const ids = unreached.map(({ patientId }: { patientId: string }) => patientId);
    // An accepted mail may still reach somebody until the deadline.
    expect(ids).not.toContain(patients[0]?.id);
    expect(ids).toContain(patients[1]?.id);
  });
});

test('an address gets one mail for each incident and step', async () => {
  const { address, patients } = await ward(['Ann One']);
  const { platform } = await testServer();
  const { medium, sent } = recordSends(platform.state.media.find(({ kind }) => kind === 'email') as Medium);
  const [mail, other] = [await limitedMail(20, { media: [medium] }), await limitedMail(20, { media: [medium] })];
  await mail.fall(patients[0] as Person);
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([mail.run(), other.run()]);
    await pass(2);
  }
  expect(sent).toEqual([address]);
  await pass(60);
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([mail.run(), other.run()]);
    await pass(2);
  }
  expect(sent).toEqual([address, address]);
});
