import { describe, expect, test } from 'vitest';
import { confirmTitle, readToken, waitForMail } from '../../../test/account-mail.js';
import { sentTo } from '../../../test/contacts.js';
import { appWith, testServer } from '../../../test/harness.js';
import { callAsRoot, caller, freshEmail, logIn, type Person, password, patient } from '../../../test/people.js';

const confirm = (token: string) => caller().post('/auth/email/confirm', { token });
const readProfile = async (person: Person) => (await person.get('/profile/me')).data;
const changed = 'The e-mail address of your account was changed';

async function requestChange(person: Person, email = freshEmail()): Promise<{ email: string; token: string }> {
  const answer = await person.post('/profile/email', { email, password });
  expect(answer).toHaveStatus(200);
  expect(answer.data).toEqual({ message: 'Open the link that was mailed to the new address' });
  return { email, token: readToken(await waitForMail(email, confirmTitle)) };
}

describe('confirming the own e-mail', () => {
  test('by a mailed link, which may be opened without a session', async () => {
    const ann = await patient();
    expect(await readProfile(ann)).toMatchObject({ emailVerified: false });
    expect(await ann.post('/profile/email/verification')).toHaveStatus(200);
    const text = await waitForMail(ann.email, confirmTitle);
    expect(text).toMatch(/\nConfirm the address: http:\/\/localhost:3000\/email#[\w-]{43}$/);
    const done = await confirm(readToken(text));
    expect(done.data).toEqual({ email: ann.email });
    expect(await readProfile(ann)).toMatchObject({ email: ann.email, emailVerified: true });
    expect(await confirm(readToken(text))).toHaveStatus(401);
    expect(await ann.post('/profile/email/verification')).toHaveStatus(409);
    expect((await sentTo(ann.email)).map(({ title }) => title)).toEqual([confirmTitle]);
  });

  test('at most five mails an hour for one account', async () => {
    const ann = await patient();
    for (let count = 0; count < 5; count += 1) expect(await ann.post('/profile/email/verification')).toHaveStatus(200);
    const refused = await ann.post('/profile/email/verification');
    expect(refused).toHaveStatus(429);
    expect(refused.body.retryAfter).toBe(3_600);
    expect(await ann.post('/profile/email', { email: freshEmail(), password })).toHaveStatus(429);
  });

  test('needs mail', async () => {
    const { platform } = await testServer();
    const app = await appWith({}, { state: { ...platform.state, media: [] } });
    const ann = await patient();
    const refused = await caller(ann.token, app).post('/profile/email/verification');
    expect(refused).toHaveStatus(409);
    expect(refused.body).toMatchObject({ code: 'NO_MAIL' });
  });
});

describe('changing the own e-mail', () => {
  test('counts once the new address is confirmed; the old one is told; sessions stay', async () => {
    const ann = await patient();
    const { email, token } = await requestChange(ann);
    expect(await readProfile(ann)).toMatchObject({ email: ann.email, emailVerified: false });
    expect(await logIn(ann.email)).toMatchObject({ id: ann.id });
    expect((await confirm(token)).data).toEqual({ email });
    expect(await readProfile(ann)).toMatchObject({ email, emailVerified: true });
    expect(await logIn(email)).toMatchObject({ id: ann.id });
    expect(await caller().post('/auth/login', { email: ann.email, password })).toHaveStatus(401);
    expect(await waitForMail(ann.email, changed)).toMatch(/If not, choose a new password now and tell an admin\./);
    expect(await sentTo(email)).toHaveLength(1);
  });

  test('needs the password', async () => {
    const ann = await patient();
    const email = freshEmail();
    for (const body of [{ email }, { email, password: '' }, { email, password: 'Wrong-horse-7!' }]) {
      const refused = await ann.post('/profile/email', body);
      expect(refused).toHaveStatus(400);
      expect(refused.body.details).toHaveProperty('password');
    }
    expect(await sentTo(email)).toEqual([]);
  });

  test('wrong passwords are paced, as everywhere', async () => {
    const ann = await patient();
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await ann.post('/profile/email', { email: freshEmail(), password: 'Wrong-horse-7!' })).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(statuses[10]).toBe(429);
  });

  test('to the address of another account: the same answer, a notice to its owner, and no link', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const answer = await ann.post('/profile/email', { email: bob.email.toUpperCase(), password });
    expect(answer.data).toEqual({ message: 'Open the link that was mailed to the new address' });
    const text = await waitForMail(bob.email, 'You already have a Fallwatch account');
    expect(readToken(text)).toBe('');
    expect(await readProfile(ann)).toMatchObject({ email: ann.email });
  });

  test('to an address that another account has taken meanwhile is 409, and changes nothing', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const { email, token } = await requestChange(ann);
    await callAsRoot((first) => first.put(`/admin/users/${bob.id}`, { email }));
    const refused = await confirm(token);
    expect(refused).toHaveStatus(409);
    expect(refused.body.details).toEqual({ email: 'is already registered' });
    expect(await readProfile(ann)).toMatchObject({ email: ann.email });
    expect(await logIn(email)).toMatchObject({ id: bob.id });
  });

  test('to the same address is refused', async () => {
    const ann = await patient();
    const refused = await ann.post('/profile/email', { email: ann.email.toUpperCase(), password });
    expect(refused.body.details).toEqual({ email: 'is already the e-mail of this account' });
  });

  test('a link works once, for a day, and not for a deactivated account', async () => {
    const { clock } = await testServer();
    const [ann, bob] = [await patient(), await patient()];
    const [ofAnn, ofBob] = [await requestChange(ann), await requestChange(bob)];
    try {
      clock.offsetMs = 24 * 3_600_000 + 1_000;
      expect(await confirm(ofAnn.token)).toHaveStatus(401);
    } finally {
      clock.offsetMs = 0;
    }
    await callAsRoot((first) => first.put(`/admin/users/${bob.id}`, { status: 'inactive' }));
    expect(await confirm(ofBob.token)).toHaveStatus(401);
    expect(await confirm(ofAnn.token)).toHaveStatus(200);
    expect(await confirm(ofAnn.token)).toHaveStatus(401);
  });

  test('of two requested addresses only the first confirmed one counts', async () => {
    const ann = await patient();
    const [first, second] = [await requestChange(ann), await requestChange(ann)];
    expect(await confirm(second.token)).toHaveStatus(200);
    expect(await confirm(first.token)).toHaveStatus(401);
  });

  test('a link for a password does not confirm an e-mail, nor the other way round', async () => {
    const ann = await patient();
    const { token } = await requestChange(ann);
    expect(await caller().post('/auth/password/reset', { token, password: 'Battery-staple-8!' })).toHaveStatus(401);
    expect(await confirm(token)).toHaveStatus(200);
  });
});

test('an admin who changes an e-mail: it is not confirmed any more, and the old address is told', async () => {
  const ann = await patient();
  await ann.post('/profile/email/verification');
  await confirm(readToken(await waitForMail(ann.email, confirmTitle)));
  const email = freshEmail();
  const { data } = await callAsRoot((first) => first.put(`/admin/users/${ann.id}`, { email }));
  expect(data).toMatchObject({ email, emailVerified: false });
  await waitForMail(ann.email, changed);
  await callAsRoot((first) => first.put(`/patients/${ann.id}`, { email: ann.email }));
  await waitForMail(email, changed);
});
