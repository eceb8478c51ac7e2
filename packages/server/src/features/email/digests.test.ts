import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sentTo, verifiedContact } from '../../../test/contacts.js';
import { pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { addPatients, limitedMail, mailsTo, recordSends, unassign } from '../../../test/mail-limits.js';
import { mailOver, mailServer } from '../../../test/mail-server.js';
import { caller, caregiver, type Person } from '../../../test/people.js';
import { readBodies, readHeaders } from '../../../test/smtp.js';
import type { Medium } from '../contacts/medium.js';
import { wordDigest, wordDigestLine } from '../contacts/wording.rules.js';

const anHour = 3_600;

async function emailMedium(): Promise<Medium> {
  const { platform } = await testServer();
  return platform.state.media.find(({ kind }) => kind === 'email') as Medium;
}

const listStatuses = async (carer: Person) => (await mailsTo(carer)).map(({ status }) => status);

/** A caregiver whose hour allows one mail, which the first of these people has used. The others are held. */
async function heldFor(names: readonly string[], media: readonly Medium[] = []) {
  const bob = await caregiver();
  const point = await verifiedContact(bob);
  const patients = await addPatients(bob, ['Zoe First', ...names]);
  const mail = await limitedMail(1, { media });
  for (const person of patients) {
    await mail.fall(person);
    await mail.run();
  }
  return { bob, ...point, mail, patients: patients.slice(1) };
}

describe('a digest', () => {
  test('lists the alerts that were held, with links to those that are still open, once', async () => {
    const { bob, address, mail } = await heldFor(['Rose Hill', 'Émile Zola', 'Max Berg']);
    const { data } = await bob.get('/caregivers/alerts');
    const ofMax = data.find((alert: { patientName: string }) => alert.patientName === 'Max Berg');
    expect(await bob.post(`/caregivers/alerts/${ofMax.id}/acknowledge`)).toHaveStatus(200);
    await pass(anHour - 60);
    await mail.sendDigests();
    expect(await sentTo(address)).toHaveLength(2);
    await pass(60);
    await mail.sendDigests();
    await mail.sendDigests();
    const [digest, ...others] = await sentTo(address);
    expect(others).toHaveLength(2);
    expect(digest?.title).toMatch(/^3 more alerts since \d\d:\d\d \S+$/);
    const [first, ...lines] = (digest?.text ?? '').split('\n');
    expect(first).toBe('You get at most 1 mails about alerts in an hour. These alerts were held back:');
    const link = String.raw`http://localhost:3000/answer#[\w-]{22}`;
    const time = String.raw`\w{3},? \d\d:\d\d`;
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${time} R\\.H\\. has fallen: ${link}$`)),
      expect.stringMatching(new RegExp(`^${time} É\\.Z\\. has fallen: ${link}$`)),
      expect.stringMatching(new RegExp(`^${time} M\\.B\\. has fallen\\. Ann Lee is on it\\.$`)),
    ]);
    expect(await listStatuses(bob)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
  });

  test('answers alerts by its links', async () => {
    const { bob, address, mail } = await heldFor(['Rose Hill']);
    await pass(anHour);
    await mail.sendDigests();
    const [digest] = await sentTo(address);
    const token = /#([\w-]{22})$/.exec(digest?.text ?? '')?.[1];
    expect((await caller().post('/answers', { token, answer: 'ON_IT' })).data).toMatchObject({ state: 'MINE' });
    expect(await listStatuses(bob)).toEqual(['accepted', 'sent']);
  });

  test('has one line for an alert of which several steps were held', async () => {
    const { bob, address, mail } = await heldFor(['Rose Hill']);
    await pass(61);
    await mail.run();
    expect((await listStatuses(bob)).filter((status) => status === 'held').length).toBeGreaterThan(1);
    await pass(anHour);
    await mail.sendDigests();
    const [digest] = await sentTo(address);
    expect(digest?.text.match(/R\.H\./g)).toHaveLength(1);
    expect(await listStatuses(bob)).not.toContain('held');
  });

  test('does not mention people to whom the recipient is no longer assigned', async () => {
    const { bob, address, mail, patients } = await heldFor(['Rose Hill', 'Max Berg']);
    const [rose, max] = patients as [Person, Person];
    await unassign(bob, rose);
    await pass(anHour);
    await mail.sendDigests();
    expect((await sentTo(address))[0]?.text).not.toContain('R.H.');
    expect((await sentTo(address))[0]?.text).toContain('M.B.');
    expect(await listStatuses(bob)).toEqual(['accepted', 'cancelled', 'accepted']);
    await unassign(bob, max);
  });

  test('is not sent if the recipient is assigned to none of them, or has deleted the address', async () => {
    const { bob, address, mail, patients } = await heldFor(['Rose Hill']);
    await unassign(bob, patients[0] as Person);
    const other = await heldFor(['Rose Hill']);
    expect(await other.bob.delete(`/contact-points/${other.id}`)).toHaveStatus(200);
    await pass(anHour);
    await mail.sendDigests();
    expect(await sentTo(address)).toHaveLength(2);
    expect(await sentTo(other.address)).toHaveLength(2);
    expect(await listStatuses(bob)).toEqual(['accepted', 'cancelled']);
    expect((await mailsTo(other.bob))[1]).toMatchObject({
      status: 'unreachable',
      reason: 'This contact point was deleted',
    });
  });

  test('is sent once by several processes', async () => {
    const { address } = await heldFor(['Rose Hill']);
    const { processes } = await testServer();
    const { medium, sent } = recordSends(await emailMedium());
    const senders = await Promise.all(
      [...processes, ...processes, ...processes].map(({ platform }) =>
        limitedMail(1, { media: [medium], on: platform }),
      ),
    );
    await pass(anHour);
    await Promise.all(senders.map(({ sendDigests }) => sendDigests()));
    expect(sent.filter((to) => to === address)).toHaveLength(1);
  });
});

describe('a digest that is not settled', () => {
  test('is repeated by another process with the same Message-ID and the same alerts', async () => {
    const { url, inbox } = await mailServer();
    const email = await mailOver(url);
    const { bob, mail, address, patients } = await heldFor(['Rose Hill', 'Max Berg'], [email]);
    expect(inbox).toHaveLength(1);
    await pass(anHour);
    // Dies when the mail server has the mail and before that is stored.
    const dying = await limitedMail(1, {
      media: [{ ...email, send: (...call) => email.send(...call).then(() => Promise.reject(new Error('killed'))) }],
    });
    await expect(dying.sendDigests()).rejects.toThrow('killed');
    expect(await listStatuses(bob)).toEqual(['accepted', 'held', 'held']);
    // Held meanwhile: belongs to the next digest, because a mail with a known Message-ID may not be shown.
    const [late] = await addPatients(bob, ['Nora Night']);
    for (const person of [patients[0] as Person, late as Person]) await mail.fall(person);
    await mail.run();
    expect((await listStatuses(bob)).filter((status) => status === 'held')).toHaveLength(3);
    await mail.sendDigests();
    const before = inbox.length;
    await pass(16);
    await mail.sendDigests();
    await pass(16);
    await mail.sendDigests();
    const digests = inbox.filter(({ raw }) => raw.includes('Subject: 2 more alerts since'));
    expect(inbox).toHaveLength(before + 1);
    expect(digests).toHaveLength(2);
    const [first, second] = digests.map((one) => ({
      id: readHeaders(one).find((header) => header.startsWith('Message-ID:')),
      text: readBodies(one).text.replace(/#[\w-]+/g, ''),
    }));
    expect(first?.id).toMatch(/^Message-ID: <[\w-]{36}@care\.test>$/);
    expect(second).toEqual(first);
    expect(first?.text).toContain('R.H.');
    expect(digests[0]?.to).toEqual([address]);
    expect(readBodies(digests[0] as (typeof digests)[0]).html).toMatch(
      /<a href="http:\/\/localhost:3000\/answer#[\w-]{22}">[^<]+R\.H\. has fallen<\/a>/,
    );
  });

  test('includes a delivery whose process died before it was settled as held, which is not sent again', async () => {
    const { bob, address, mail } = await heldFor(['Rose Hill']);
    const { platform } = await testServer();
    await sql`update deliveries set status = 'pending', due_at = service_now() + interval '4 seconds', settled_at = null
      where recipient_id = ${bob.id} and status = 'held'`.execute(platform.db);
    await pass(anHour);
    await mail.sendDigests();
    expect((await sentTo(address))[0]?.title).toMatch(/^1 more alert since/);
    await mail.run();
    expect((await mailsTo(bob)).filter(({ step }) => step === 1)).toMatchObject([
      { status: 'accepted', attempts: 1 },
      { status: 'accepted', attempts: 1 },
    ]);
  });

  test('is retried while the mail server is away, and given up after a day', async () => {
    const email = await emailMedium();
    const { bob, mail, id, address } = await heldFor(['Rose Hill']);
    const away = await limitedMail(1, {
      media: [{ ...email, send: async () => ({ status: 'failed', reason: 'The mail server does not answer' }) }],
    });
    await pass(anHour);
    await away.sendDigests();
    await pass(14);
    await mail.sendDigests();
    expect(await sentTo(address)).toHaveLength(2);
    expect(await listStatuses(bob)).toEqual(['accepted', 'held']);
    const { platform } = await testServer();
    await sql`update mail_digests set attempts = 95 where contact_point_id = ${id}`.execute(platform.db);
    await pass(1);
    await away.sendDigests();
    await pass(961);
    await mail.sendDigests();
    expect(await sentTo(address)).toHaveLength(2);
    expect((await mailsTo(bob))[1]).toMatchObject({ status: 'failed', reason: 'The mail server does not answer' });
  });

  test('marks the contact point if the mail server refuses the address', async () => {
    const email = await emailMedium();
    const { bob, patients } = await heldFor(['Rose Hill']);
    const refused = { status: 'unreachable', reason: 'The mail server refused the address (550)' } as const;
    const refusing = await limitedMail(1, { media: [{ ...email, send: async () => refused }] });
    await pass(anHour);
    await refusing.sendDigests();
    expect((await mailsTo(bob))[1]).toMatchObject(refused);
    expect((await bob.get('/contact-points')).data[0]).toMatchObject({ failingReason: refused.reason });
    await unassign(bob, patients[0] as Person);
  });
});

describe('the words of a digest', () => {
  const at = '2026-01-31T12:00:00.000Z';
  const taken = {
    type: 'FALL_DETECTED',
    initials: 'R.H.',
    isDrill: false,
    isCall: false,
    isClosed: false,
    takenBy: 'Noah Berg',
    raisedAt: at,
  };

  test.each([
    ['en', 1, /^1 more alert since \d\d:\d\d \S+$/],
    ['en', 7, /^7 more alerts since \d\d:\d\d \S+$/],
    ['de', 1, /^1 weiterer Alarm seit \d\d:\d\d \S+$/],
    ['de', 7, /^7 weitere Alarme seit \d\d:\d\d \S+$/],
  ] as const)('%s, %i', (language, count, title) => {
    expect(wordDigest(language, { count, since: at, limit: 20 }).title).toMatch(title);
  });

  test('say what became of an alert that is not open', () => {
    const word = (language: 'en' | 'de', changes = {}) =>
      wordDigestLine(language, { ...taken, ...changes }, null).text.replace(/^\S+ (\d\d:\d\d )?/, '');
    expect(word('en')).toBe('R.H. has fallen. Noah Berg is on it.');
    expect(word('de')).toBe('R.H. ist gestürzt. Noah Berg hat übernommen.');
    expect(word('de', { isClosed: true })).toBe('R.H. ist gestürzt. Dieser Alarm ist beendet.');
  });
});
