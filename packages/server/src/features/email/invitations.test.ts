import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { sentTo } from '../../../test/contacts.js';
import { appWith, nowhere, testServer } from '../../../test/harness.js';
import { mailOver, mailServer } from '../../../test/mail-server.js';
import { admin, caller, caregiver, freshEmail, type Person, password } from '../../../test/people.js';
import { type Received, readBodies, readHeaders } from '../../../test/smtp.js';
import { createContext } from '../../platform/context.js';
import type { Medium } from '../contacts/medium.js';
import { mailInvitation } from './invitations.service.js';

const nora = { firstName: 'Nora', lastName: 'Night' };

/** A server that sends mail over this medium, as seen by this person. Its log is in `log`. */
async function serverWith(email: Medium | null, person: Person, config = {}) {
  const { platform } = await testServer();
  const others = platform.state.media.filter(({ kind }) => kind !== 'email');
  const state = { ...platform.state, media: email ? [email, ...others] : others };
  const log: string[] = [];
  const app = await appWith(config, {
    state,
    log: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
  });
  return { log, ...caller(person.token, app) };
}

describe('an invitation', () => {
  test('goes to the outbox if no mail server is set up, and the answer says so', async () => {
    const anna = await admin();
    const email = freshEmail();
    const { data } = await anna.post('/caregivers', { ...nora, email });
    expect(data.invitation).toMatchObject({ mailed: true, token: expect.any(String) });
    const [message, ...others] = await sentTo(email);
    expect(others).toEqual([]);
    expect(message?.title).toBe('Your invitation to Fallwatch');
    const [text, link] = message?.text.split('\n') ?? [];
    expect(text).toMatch(
      /^Ann Lee has created a Fallwatch account for you\. Set a password to use it\. The link works once, until \d+ \w+ \d{4}\D+\d\d:\d\d \S+\. If/,
    );
    expect(link).toBe(`Set the password: http://localhost:3000/invitation#${data.invitation.token}`);
  });

  test('is mailed in text and HTML, and its link sets the password', async () => {
    const { url, inbox } = await mailServer();
    const server = await serverWith(await mailOver(url, { mailBounceDomain: 'bounces.test' }), await admin());
    const email = freshEmail();
    const { data } = await server.post('/caregivers', { ...nora, email });
    expect(data.invitation.mailed).toBe(true);
    const [mail] = inbox as [Received];
    expect(mail).toMatchObject({ to: [email], from: 'alerts@care.test' });
    const { text, html } = readBodies(mail);
    const [link = '', token] = /http:\/\/localhost:3000\/invitation#([\w-]+)/.exec(text) ?? [];
    expect(html).toContain(`<a href="${link}">Set the password</a>`);
    expect(readHeaders(mail)).toEqual(
      expect.arrayContaining([
        'Subject: Your invitation to Fallwatch',
        'Auto-Submitted: auto-generated',
        `To: ${email}`,
      ]),
    );
    expect(await caller().post('/auth/invitations/accept', { token, password })).toHaveStatus(200);
  });

  test('is in the language of the person who invites', async () => {
    const anna = await admin();
    await anna.put('/profile/me', { language: 'de' });
    const email = freshEmail();
    await anna.post('/caregivers', { ...nora, email });
    const [message] = await sentTo(email);
    expect(message).toMatchObject({
      title: 'Ihre Einladung zu Fallwatch',
      text: expect.stringMatching(
        /^Ann Lee hat für Sie ein Konto bei Fallwatch angelegt\.[\s\S]+\nPasswort festlegen: http/,
      ),
    });
  });

  test('is not sent for an account with a password', async () => {
    const email = freshEmail();
    const { data } = await (await admin()).post('/caregivers', { ...nora, email, password });
    expect(data).not.toHaveProperty('invitation');
    expect(await sentTo(email)).toEqual([]);
  });
});

describe('an invitation that cannot be mailed', () => {
  const broken = async (smtpUrl: string) => mailOver(smtpUrl);

  test.each([
    ['the mail server refuses the address', async () => broken((await mailServer()).url), '@gone.test'],
    ['the mail server is busy', async () => broken((await mailServer()).url), '@busy.test'],
    ['the mail server is away', async () => broken(`smtp://${nowhere}`), '@example.org'],
    ['the medium breaks', async () => ({ ...(await broken(`smtp://${nowhere}`)), send: fails }), '@example.org'],
    ['no mail is set up in production', async () => null, '@example.org'],
  ])('is valid and says so: %s', async (_, createMedium, domain) => {
    const server = await serverWith(await createMedium(), await admin());
    const answer = await server.post('/caregivers', { ...nora, email: freshEmail().replace('@example.org', domain) });
    expect(answer).toHaveStatus(201);
    const { token, mailed } = answer.data.invitation;
    expect(mailed).toBe(false);
    expect(server.log.join('')).not.toContain(token);
    expect(await caller().post('/auth/invitations/accept', { token, password })).toHaveStatus(200);
  });

  test('is logged by the id of the account only', async () => {
    const server = await serverWith(await mailOver((await mailServer()).url), await admin());
    const email = freshEmail().replace('@example.org', '@gone.test');
    const { data } = await server.post('/caregivers', { ...nora, email });
    const lines = server.log.filter((line) => line.includes('mail about an account not sent'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      userId: data.id,
      reason: 'The mail server refused the address (550)',
    });
    expect(server.log.join('')).not.toContain(email);
  });
});

async function fails(): Promise<never> {
  throw new Error('broken');
}

describe('names in an invitation', () => {
  const evil = [
    'Eve\r\nBcc: eve@example.org',
    'Eve\n\nSubject: You have won\n\nClick here',
    '"Eve" <eve@example.org>',
    'Eve, eve@example.org;',
    '=?utf-8?Q?Eve=0D=0ABcc:_eve@example.org?=',
    '.\r\nRCPT TO:<eve@example.org>',
    'Ève \u2028 Øystein 李 <img src=x onerror=alert(1)>',
  ];

  test.each(evil)('add neither recipients nor headers nor markup: %j', async (name) => {
    const { url, inbox } = await mailServer();
    const anna = await admin();
    expect(await anna.put('/profile/me', { firstName: name, lastName: name })).toHaveStatus(200);
    const server = await serverWith(await mailOver(url), anna);
    const email = freshEmail();
    const { data } = await server.post('/caregivers', { firstName: name, lastName: name, email });
    expect(data.invitation.mailed).toBe(true);
    const [mail, ...others] = inbox as [Received];
    expect(others).toEqual([]);
    expect(mail.to).toEqual([email]);
    const headers = readHeaders(mail);
    expect(headers.map((header) => header.split(':')[0]).toSorted()).toEqual([
      'Auto-Submitted',
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
      'X-Auto-Response-Suppress',
    ]);
    expect(headers).toEqual(
      expect.arrayContaining([
        'From: Fallwatch <alerts@care.test>',
        `To: ${email}`,
        'Subject: Your invitation to Fallwatch',
      ]),
    );
    const { text, html } = readBodies(mail);
    // One paragraph and the link: a name cannot add another.
    expect(text.trim().split(/(?:\r?\n)+/)).toHaveLength(2);
    expect(html).not.toMatch(/<img|<eve/);
  });

  test.each([
    'anna@example.org\r\nBcc: eve@example.org',
    'anna@example.org, eve@example.org',
    'Anna <eve@example.org>',
    '"anna, "@example.org',
  ])('nor does the address %j', async (email) => {
    const { url, inbox } = await mailServer();
    const { platform } = await testServer();
    const { id } = await admin();
    const state = { ...platform.state, media: [await mailOver(url)] };
    const ctx = createContext({ ...platform, state }, { id, role: 'ADMIN', sessionId: null });
    const invitation = { token: 'secret', url: '', expiresAt: ctx.now() };
    expect(await mailInvitation(ctx, { id, email }, invitation)).toEqual({ ...invitation, mailed: false });
    expect(inbox).toEqual([]);
  });
});

describe('invitations by a caregiver', () => {
  test('do not contain the name of the caregiver, which anybody can choose', async () => {
    const bob = await caregiver();
    await bob.put('/profile/me', { firstName: 'Buy at', lastName: 'evil.example' });
    const email = freshEmail();
    expect((await bob.post('/patients', { ...nora, email })).data.invitation.mailed).toBe(true);
    const [message] = await sentTo(email);
    expect(message?.text).toMatch(/^Your caregiver has created a Fallwatch account for you\./);
    expect(message?.text).not.toContain('evil');
  });

  test('are limited: the accounts beyond the limit are created without mail', async () => {
    const { platform } = await testServer();
    const email = platform.state.media.find(({ kind }) => kind === 'email') as Medium;
    const [bob, anna] = [await caregiver(), await admin()];
    const listMailed = async (person: Person, path: string) => {
      const server = await serverWith(email, person, { mailHourlyLimit: 2 });
      const answers = [];
      for (let count = 0; count < 3; count += 1)
        answers.push(await server.post(path, { ...nora, email: freshEmail() }));
      return answers.map(({ data }) => data.invitation.mailed);
    };
    expect(await listMailed(bob, '/patients')).toEqual([true, true, false]);
    expect(await listMailed(anna, '/caregivers')).toEqual([true, true, true]);
  });
});
