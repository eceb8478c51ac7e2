import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { readToken, resetTitle, waitForMail } from '../../../test/account-mail.js';
import { sentTo } from '../../../test/contacts.js';
import { appWith, testServer } from '../../../test/harness.js';
import { mailOver, mailServer } from '../../../test/mail-server.js';
import {
  admin,
  call,
  callAsRoot,
  caller,
  device,
  freshEmail,
  logIn,
  password,
  patient,
  reading,
  root,
} from '../../../test/people.js';
import { type Received, readBodies, readHeaders } from '../../../test/smtp.js';
import { createContext, system } from '../../platform/context.js';
import { printResetLink } from './passwords.service.js';

const next = 'Battery-staple-8!';

const forget = (email: string) => caller().post('/auth/password/forgot', { email });
const reset = (token: string, chosen = next) => caller().post('/auth/password/reset', { token, password: chosen });
const tries = (email: string, tried: string) => caller().post('/auth/login', { email, password: tried });

/** Asks for a link, and reads its secret from the mail. */
async function mailedToken(email: string): Promise<string> {
  expect(await forget(email)).toHaveStatus(200);
  return readToken(await waitForMail(email, resetTitle));
}

const deactivate = (id: string) => callAsRoot((first) => first.put(`/admin/users/${id}`, { status: 'inactive' }));

describe('a forgotten password', () => {
  test('is set anew by a mailed link, and the person is told', async () => {
    const ann = await patient();
    const text = await forget(ann.email.toUpperCase()).then(() => waitForMail(ann.email, resetTitle));
    expect(text).toMatch(
      /^You asked for a new password\. The link works once, until \d+ \w+ \d{4}\D+\d\d:\d\d \S+\. If/,
    );
    expect(text).toMatch(/\nChoose a new password: http:\/\/localhost:3000\/reset#[\w-]{43}$/);
    const done = await reset(readToken(text));
    expect(done).toHaveStatus(200);
    expect(done.body).toEqual({ success: true, data: { email: ann.email } });
    expect(done.headers['set-cookie']).toBeUndefined();
    expect(await tries(ann.email, password)).toHaveStatus(401);
    const again = await logIn(ann.email, next);
    // Only the owner of the address can have opened the link.
    expect((await again.get('/profile/me')).data.emailVerified).toBe(true);
    expect(await waitForMail(ann.email, 'Your password was reset')).toContain('http://localhost:3000/forgot');
  });

  test('of an invited person is a first password, and ends the invitation', async () => {
    const email = freshEmail();
    const draft = { email, firstName: 'Nora', lastName: 'Night' };
    const { data } = await callAsRoot((first) => first.post('/caregivers', draft));
    expect(await reset(await mailedToken(email))).toHaveStatus(200);
    const accept = { token: data.invitation.token, password };
    expect(await caller().post('/auth/invitations/accept', accept)).toHaveStatus(401);
    expect(await tries(email, next)).toHaveStatus(200);
  });

  test('in production without mail the answer says to ask an admin', async () => {
    const { platform } = await testServer();
    const media = platform.state.media.filter(({ kind }) => kind !== 'email');
    const app = await appWith({}, { state: { ...platform.state, media } });
    const answer = await caller(undefined, app).post('/auth/password/forgot', { email: freshEmail() });
    expect(answer.data).toEqual({
      resetByMail: false,
      message: 'This service sends no mail. Ask an admin for a link to set a new password.',
    });
  });
});

describe('a link for a new password', () => {
  test('works once', async () => {
    const ann = await patient();
    const token = await mailedToken(ann.email);
    expect(await reset(token)).toHaveStatus(200);
    const again = await reset(token, 'Another-one-9!');
    expect(again).toHaveStatus(401);
    expect(again.body.error).toBe('This link is unknown, used or expired. Ask for a new one.');
    expect(await tries(ann.email, next)).toHaveStatus(200);
  });

  test('works once when it is used twice at the same time', async () => {
    const ann = await patient();
    const token = await mailedToken(ann.email);
    const answers = await Promise.all([reset(token), reset(token, 'Another-one-9!')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test('is not used up by a password that is refused', async () => {
    const ann = await patient();
    const token = await mailedToken(ann.email);
    expect((await reset(token, 'weak')).body.details).toHaveProperty('password');
    expect(await reset(token)).toHaveStatus(200);
  });

  test('ends after an hour', async () => {
    const { clock } = await testServer();
    const ann = await patient();
    const token = await mailedToken(ann.email);
    try {
      clock.offsetMs = 3_600_000 + 1_000;
      expect(await reset(token)).toHaveStatus(401);
    } finally {
      clock.offsetMs = 0;
    }
    expect(await tries(ann.email, password)).toHaveStatus(200);
  });

  test('does not work for an account that was deactivated meanwhile, and none is mailed to one', async () => {
    const ann = await patient();
    const token = await mailedToken(ann.email);
    await deactivate(ann.id);
    expect(await reset(token)).toHaveStatus(401);
    const before = (await sentTo(ann.email)).length;
    const other = await patient();
    await forget(ann.email);
    await mailedToken(other.email);
    expect(await sentTo(ann.email)).toHaveLength(before);
  });

  test.each([
    [
      'a password change',
      ({ id: _, ...ann }: Awaited<ReturnType<typeof patient>>) =>
        ann.post('/profile/password', { currentPassword: password, newPassword: 'Another-one-9!' }),
    ],
    [
      'a new e-mail',
      ({ id }: Awaited<ReturnType<typeof patient>>) =>
        callAsRoot((first) => first.put(`/admin/users/${id}`, { email: freshEmail() })),
    ],
    [
      'another link that was used',
      async ({ email }: Awaited<ReturnType<typeof patient>>) => {
        const { platform } = await testServer();
        const { token } = await printResetLink(createContext(platform, system), email);
        return reset(token, 'Another-one-9!');
      },
    ],
  ])('ends with %s', async (_, change) => {
    const ann = await patient();
    const token = await mailedToken(ann.email);
    expect(await change(ann)).toHaveStatus(200);
    expect(await reset(token)).toHaveStatus(401);
  });

  test('is stored as its hash only', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const token = await mailedToken(ann.email);
    const rows = await platform.db.selectFrom('accountLinks').selectAll().where('userId', '=', ann.id).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a reset', () => {
  test('ends all sessions and no device credential', async () => {
    const ann = await patient();
    const elsewhere = await logIn(ann.email);
    const watch = await device(ann);
    const { credential } = (await ann.post(`/device/${watch.id}/credentials`)).data;
    expect(await reset(await mailedToken(ann.email))).toHaveStatus(200);
    for (const session of [ann, elsewhere]) expect(await session.get('/me')).toHaveStatus(401);
    const sent = await caller(credential).post('/device/sensor-stream', reading(watch.mac));
    expect(sent).toHaveStatus(200);
  });

  test('makes every client unknown: ten tries are free again for strangers only', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    expect(await reset(await mailedToken(ann.email))).toHaveStatus(200);
    const known = platform.db.selectFrom('knownClients').selectAll().where('userId', '=', ann.id);
    expect(await known.execute()).toEqual([]);
  });
});

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
    expect(await caller(undefined, app).post('/auth/password/reset', { token, password: next })).toHaveStatus(200);
    await caller(undefined, app).post('/auth/password/reset', { token, password: next });
    await expect.poll(() => inbox.length).toBe(2);
    expect(log.length).toBeGreaterThan(0);
    for (const secret of [token, ann.email, next]) expect(log.join('')).not.toContain(secret);
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
    const again = await logIn(ann.email, next);
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
