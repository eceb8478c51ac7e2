import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { readToken, resetTitle, waitForMail } from '../../../test/account-mail.js';
import { sentTo } from '../../../test/contacts.js';
import { appWith, testServer } from '../../../test/harness.js';
import { mailOver, mailServer } from '../../../test/mail-server.js';
import { deactivate, forget, mailedToken, nextPassword, reset } from '../../../test/password-reset.js';
import { admin, call, caller, freshEmail, logIn, patient, root } from '../../../test/people.js';
import { type Received, readBodies, readHeaders } from '../../../test/smtp.js';
import { createContext, system } from '../../platform/context.js';
import { printResetLink } from './passwords.service.js';

describe('nobody learns who has an account', () => {
  test('the answers are the same, byte by byte', async () => {
    const [ann, gone] = [await patient(), await patient()];
    await deactivate(gone.id);
    const answers = await Promise.all([ann.email, gone.email, freshEmail(), 'not an address', ''].map(forget));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual(answers[0]?.body);
    }
  });

  test('the account is looked up after the answer: the answer does not wait for the database', async () => {
    const { platform } = await testServer();
    let isReleased = false;
    const held: (() => void)[] = [];
    const media = platform.state.media.map((medium) => ({
      ...medium,
      send: () =>
        new Promise<never>((_, reject) => {
          if (isReleased) reject(new Error('released'));
          else held.push(() => reject(new Error('released')));
        }),
    }));
    const app = await appWith({}, { state: { ...platform.state, media } });
    const ann = await patient();
    // The mail server never answers, and the answer is there.
    const known = await caller(undefined, app).post('/auth/password/forgot', { email: ann.email });
    const unknown = await caller(undefined, app).post('/auth/password/forgot', { email: freshEmail() });
    expect(known.body).toEqual(unknown.body);
    await expect.poll(() => held.length).toBe(1);
    isReleased = true;
    for (const release of held) release();
  });
});

describe('floods', () => {
  test('one account gets five links an hour, with the same answer beyond', async () => {
    const [ann, other] = [await patient(), await patient()];
    const answers = [];
    for (let count = 0; count < 8; count += 1) answers.push(await forget(ann.email));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    await mailedToken(other.email);
    const count = async () => (await sentTo(ann.email)).filter(({ title }) => title === resetTitle).length;
    await expect.poll(count).toBe(5);
  });

  test('one address can ask ten times in a quarter of an hour', async () => {
    const app = await appWith({ limitRecovery: { points: 10, windowMs: 900_000 } });
    const ask = (remoteAddress: string) =>
      call({ method: 'POST', url: '/auth/password/forgot', payload: { email: freshEmail() }, remoteAddress }, app);
    for (let count = 0; count < 10; count += 1) expect(await ask('192.0.2.7')).toHaveStatus(200);
    const refused = await ask('192.0.2.7');
    expect(refused).toHaveStatus(429);
    expect(refused.headers['retry-after']).toBeDefined();
    expect(await ask('192.0.2.8')).toHaveStatus(200);
  });
});

describe('the link in the mail', () => {
  /** A server with a real mail server, and its log. */
  async function serverWithMail() {
    const { url, inbox } = await mailServer();
    const { platform } = await testServer();
    const log: string[] = [];
    const app = await appWith(
      { publicUrl: 'https://care.example.org' },
      {
        state: { ...platform.state, media: [await mailOver(url)] },
        log: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
      },
    );
    return { app, inbox, log };
  }

  test('comes from PUBLIC_URL, whatever the request claims to be sent to', async () => {
    const { app, inbox } = await serverWithMail();
    const ann = await patient();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' };
    await caller(undefined, app).post('/auth/password/forgot', { email: ann.email }, headers);
    await expect.poll(() => inbox.length).toBe(1);
    const { text, html } = readBodies(inbox[0] as Received);
    expect(text).toMatch(/https:\/\/care\.example\.org\/reset#[\w-]{43}/);
    expect(`${text}${html}`).not.toContain('evil');
    expect(readHeaders(inbox[0] as Received)).toContain(`To: ${ann.email}`);
  });

  test('has its secret in the fragment, and the log has neither secret nor e-mail', async () => {
    const { app, inbox, log } = await serverWithMail();
    const ann = await patient();
    await caller(undefined, app).post('/auth/password/forgot', { email: ann.email });
    await expect.poll(() => inbox.length).toBe(1);
    const { text } = readBodies(inbox[0] as Received);
    const token = readToken(text);
    const [link = ''] = /https:\S+/.exec(text) ?? [];
    const { pathname, search, hash } = new URL(link);
    expect({ pathname, search, hash }).toEqual({ pathname: '/reset', search: '', hash: `#${token}` });
    expect(await caller(undefined, app).post('/auth/password/reset', { token, password: nextPassword })).toHaveStatus(
      200,
    );
    await caller(undefined, app).post('/auth/password/reset', { token, password: nextPassword });
    await expect.poll(() => inbox.length).toBe(2);
    expect(log.length).toBeGreaterThan(0);
    for (const secret of [token, ann.email, nextPassword]) expect(log.join('')).not.toContain(secret);
  });
});

describe('a reset by an admin', () => {
  test('mails the link and returns it; it works once, and does not confirm the e-mail', async () => {
    const [anna, ann] = [await admin(), await patient()];
    const answer = await anna.post(`/admin/users/${ann.id}/password-reset`);
    expect(answer).toHaveStatus(200);
    const { token, url, expiresAt, mailed } = answer.data;
    expect({ url, mailed }).toEqual({ url: `http://localhost:3000/reset#${token}`, mailed: true });
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(await waitForMail(ann.email, resetTitle)).toMatch(/^An admin has sent you this link/);
    // Until the link is used, nothing changes.
    expect(await ann.get('/me')).toHaveStatus(200);
    expect(await reset(token)).toHaveStatus(200);
    expect(await ann.get('/me')).toHaveStatus(401);
    const again = await logIn(ann.email, nextPassword);
    expect((await again.get('/profile/me')).data.emailVerified).toBe(false);
    expect(await reset(token)).toHaveStatus(401);
  });

  test('is refused for a deactivated account, and leaves a trace', async () => {
    const { platform } = await testServer();
    const [anna, ann] = [await admin(), await patient()];
    await anna.post(`/admin/users/${ann.id}/password-reset`);
    await deactivate(ann.id);
    const refused = await anna.post(`/admin/users/${ann.id}/password-reset`);
    expect(refused).toHaveStatus(409);
    expect(refused.body.error).toBe('This account is deactivated. Activate it first.');
    const trail = await platform.db.selectFrom('auditTrail').selectAll().where('subjectId', '=', ann.id).execute();
    const entries = trail.filter(({ action }) => action === 'password.link');
    expect(entries.map(({ actorId }) => actorId)).toEqual([anna.id]);
  });
});

test('the command prints a link, whatever the case of the e-mail', async () => {
  const { platform } = await testServer();
  const [ann, ctx] = [await patient(), createContext(platform, system)];
  const { token, url } = await printResetLink(ctx, ann.email.toUpperCase());
  expect(url).toBe(`http://localhost:3000/reset#${token}`);
  expect(await reset(token)).toHaveStatus(200);
  await expect(printResetLink(ctx, 'nobody@example.org')).rejects.toThrow(
    'There is no account with the e-mail nobody@example.org',
  );
  // It resets admins too: the way back in for the last one.
  expect((await printResetLink(ctx, 'root@example.org')).url).toContain('/reset#');
  expect(await root()).toMatchObject({ email: 'root@example.org' });
});
