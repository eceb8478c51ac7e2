import { afterEach, describe, expect, test } from 'vitest';
import { readToken, resetTitle, waitForMail } from '../../../test/account-mail.js';
import { appWith, testServer } from '../../../test/harness.js';
import { call, caller, caregiver, freshEmail, password, patient } from '../../../test/people.js';
import { addTotp, asOpened, logInWith, passSteps } from '../../../test/second-factors.js';
import { totpCode } from '../../../test/totp.js';
import { createContext, system } from '../../platform/context.js';
import { createMemoryHotState } from '../../platform/hot/memory.js';
import { inviteUser } from '../auth/auth.service.js';

const wrong = '000000';

afterEach(async () => {
  (await testServer()).clock.offsetMs = 0;
});

describe('an authenticator app', () => {
  test('is asked for after the right password only, once it is confirmed', async () => {
    const ann = await patient();
    const { data } = await ann.post('/profile/totp', { password });
    expect(data.uri).toMatch(/^otpauth:\/\/totp\/Fallwatch:person/);
    expect(await logInWith(ann.email)).toHaveStatus(200);
    expect((await ann.get('/profile/second-factors')).data).toEqual({
      totp: null,
      recoveryCodesLeft: 0,
      passkeys: [],
      hasPassword: true,
    });
    const refused = await ann.post('/profile/totp/confirm', { code: wrong });
    expect(refused).toHaveStatus(400);
    expect(refused.body.details).toHaveProperty('code');

    const { clock } = await testServer();
    const confirmed = await ann.post('/profile/totp/confirm', { code: totpCode(data.secret, clock.nowMs()) });
    expect(confirmed).toHaveStatus(200);
    expect(new Set(confirmed.data.codes).size).toBe(10);
    expect((await ann.get('/profile/second-factors')).data).toEqual({
      totp: { since: expect.any(String) },
      recoveryCodesLeft: 10,
      passkeys: [],
      hasPassword: true,
    });
    expect((await logInWith(ann.email)).body).toMatchObject({ success: false, code: 'SECOND_FACTOR_REQUIRED' });
    const guess = { email: ann.email, password: 'Wrong-horse-7!' };
    for (const code of [undefined, totpCode(data.secret, clock.nowMs())])
      expect((await caller().post('/auth/login', { ...guess, code })).body.code).toBe('UNAUTHORIZED');
    expect((await logInWith(ann.email, wrong)).body.code).toBe('WRONG_CODE');
    await passSteps(1);
    expect(await logInWith(ann.email, totpCode(data.secret, clock.nowMs()))).toHaveStatus(200);
  });

  test('a code is accepted once, also when it arrives twice at the same time, and none before an accepted one', async () => {
    const ann = await patient();
    const { code } = await addTotp(ann);
    expect(await logInWith(ann.email, code(0))).toHaveStatus(401);
    await passSteps(2);
    const next = code(3);
    const answers = await Promise.all([logInWith(ann.email, next), logInWith(ann.email, next)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await logInWith(ann.email, code(2))).toHaveStatus(401);
  });

  test('a second one is refused until the first is removed, which needs the password', async () => {
    const ann = await patient();
    await addTotp(ann);
    expect(await ann.post('/profile/totp', { password })).toHaveStatus(409);
    for (const body of [{}, { password: 'Wrong-horse-7!' }]) {
      expect(await ann.post('/profile/totp', body)).toHaveStatus(400);
      expect(await ann.delete('/profile/totp', body)).toHaveStatus(400);
      expect(await ann.post('/profile/recovery-codes', body)).toHaveStatus(400);
    }
    expect(await ann.delete('/profile/totp', { password })).toHaveStatus(200);
    expect(await ann.delete('/profile/totp', { password })).toHaveStatus(404);
    expect(await logInWith(ann.email)).toHaveStatus(200);
    await addTotp(ann);
  });

  test('the database contains neither its secret nor a recovery code', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const { secret, recoveryCodes } = await addTotp(ann);
    const rows = [
      await platform.db.selectFrom('totp').selectAll().where('userId', '=', ann.id).execute(),
      await platform.db.selectFrom('recoveryCodes').selectAll().where('userId', '=', ann.id).execute(),
    ];
    const stored = JSON.stringify(rows);
    expect(rows[1]).toHaveLength(10);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text);
  });
});

describe('guessing codes', () => {
  test('with the right password five codes are checked, then none; a known client has its own attempts', async () => {
    const { platform } = await testServer();
    const app = await appWith({}, { hot: createMemoryHotState(platform.clock) });
    const ann = await patient();
    const { code } = await addTotp(ann);
    await passSteps(2);
    const attempt = (tried: string, remoteAddress: string) =>
      call(
        { method: 'POST', url: '/auth/login', payload: { email: ann.email, password, code: tried }, remoteAddress },
        app,
      );
    expect(await attempt(code(2), '198.51.100.7')).toHaveStatus(200);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await attempt(wrong, `10.7.0.${n}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    await passSteps(1);
    const refused = await attempt(code(4), '10.7.0.99');
    expect(refused).toHaveStatus(429);
    expect(refused.body.error).toContain('Too many wrong codes');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(await attempt(code(4), '198.51.100.7')).toHaveStatus(200);
  });

  test('of 20 guesses at once only five are checked', async () => {
    const { platform } = await testServer();
    const app = await appWith({}, { hot: createMemoryHotState(platform.clock) });
    const ann = await patient();
    await addTotp(ann);
    const payload = { email: ann.email, password, code: wrong };
    const guess = (n: number) =>
      call({ method: 'POST', url: '/auth/login', payload, remoteAddress: `10.8.0.${n}` }, app);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(n)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  test('with a session, at the set-up', async () => {
    const { platform } = await testServer();
    const app = await appWith({}, { hot: createMemoryHotState(platform.clock) });
    const ann = await patient();
    await ann.post('/profile/totp', { password });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++)
      statuses.push((await caller(ann.token, app).post('/profile/totp/confirm', { code: wrong })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe('recovery codes', () => {
  test('each is accepted once, however it is typed; new ones replace the old ones', async () => {
    const ann = await patient();
    const { recoveryCodes } = await addTotp(ann);
    const [first = '', second = '', third = ''] = recoveryCodes;
    expect(await logInWith(ann.email, first)).toHaveStatus(200);
    expect((await logInWith(ann.email, first)).body.code).toBe('WRONG_CODE');
    expect(await logInWith(ann.email, ` ${second.toLowerCase().replaceAll('-', ' ')}`)).toHaveStatus(200);
    expect((await ann.get('/profile/second-factors')).data.recoveryCodesLeft).toBe(8);
    const { data } = await ann.post('/profile/recovery-codes', { password });
    expect(data.codes).toHaveLength(10);
    expect(await logInWith(ann.email, third)).toHaveStatus(401);
    expect(await logInWith(ann.email, data.codes[0])).toHaveStatus(200);
  });

  test('two requests with one code at the same time: one is refused', async () => {
    const ann = await patient();
    const [code] = (await addTotp(ann)).recoveryCodes;
    const answers = await Promise.all([logInWith(ann.email, code), logInWith(ann.email, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('the code of another account is refused', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const [code] = (await addTotp(ann)).recoveryCodes;
    await addTotp(bob);
    expect(await logInWith(bob.email, code)).toHaveStatus(401);
    expect(await logInWith(ann.email, code)).toHaveStatus(200);
  });

  test('there are none without an authenticator app', async () => {
    expect(await (await patient()).post('/profile/recovery-codes', { password })).toHaveStatus(409);
  });
});

test('an invitation does not replace the second factor', async () => {
  const { platform } = await testServer();
  const draft = { email: freshEmail(), firstName: 'Ann', lastName: 'Lee' };
  const { data } = await (await caregiver()).post('/patients', draft);
  const ann = asOpened(await caller().post('/auth/invitations/accept', { token: data.invitation.token, password }));
  const { code } = await addTotp(ann);
  const { token } = await inviteUser(createContext(platform, system), ann.id);
  const refused = await caller().post('/auth/invitations/accept', { token, password: 'Battery-staple-8!' });
  expect(refused).toHaveStatus(401);
  expect(refused.body.code).toBe('SECOND_FACTOR_REQUIRED');
  expect(refused.headers['set-cookie']).toBeUndefined();
  await passSteps(1);
  expect(await logInWith(ann.email, code(1))).toHaveStatus(200);
});

test('a reset password does not replace the second factor', async () => {
  const ann = await patient();
  const { code } = await addTotp(ann);
  await caller().post('/auth/password/forgot', { email: ann.email });
  const token = readToken(await waitForMail(ann.email, resetTitle));
  const reset = await caller().post('/auth/password/reset', { token, password });
  expect(reset).toHaveStatus(200);
  expect(reset.headers['set-cookie']).toBeUndefined();
  expect((await logInWith(ann.email)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  await passSteps(1);
  expect(await logInWith(ann.email, code(1))).toHaveStatus(200);
});

test('the person gets a mail about each change, and about a used recovery code', async () => {
  const ann = await patient();
  const [code] = (await addTotp(ann)).recoveryCodes;
  await waitForMail(ann.email, 'Sign-in with a code was switched on');
  await logInWith(ann.email, code);
  await waitForMail(ann.email, 'A recovery code was used to sign in');
  await ann.delete('/profile/totp', { password });
  await waitForMail(ann.email, 'Sign-in with a code was switched off');
});
