import { describe, expect, test } from 'vitest';
import { readToken, resetTitle, waitForMail } from '../../../test/account-mail.js';
import { sentTo } from '../../../test/contacts.js';
import { appWith, testServer } from '../../../test/harness.js';
import { deactivate, forget, mailedToken, nextPassword, reset } from '../../../test/password-reset.js';
import { callAsRoot, caller, device, freshEmail, logIn, password, patient, reading } from '../../../test/people.js';
import { createContext, system } from '../../platform/context.js';
import { printResetLink } from './passwords.service.js';

const tries = (email: string, tried: string) => caller().post('/auth/login', { email, password: tried });

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
    const again = await logIn(ann.email, nextPassword);
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
    expect(await tries(email, nextPassword)).toHaveStatus(200);
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
    expect(await tries(ann.email, nextPassword)).toHaveStatus(200);
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
