import { decodeJwt } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { admin, call, caller, logIn, type Person, password, patient } from '../../../test/people.js';

const hourMs = 3_600_000;

async function passTo(hours: number): Promise<void> {
  (await testServer()).clock.offsetMs = hours * hourMs;
}
afterEach(() => passTo(0));

async function refresh(token: string): Promise<string> {
  const answer = await caller(token).post('/auth/refresh');
  expect(answer).toHaveStatus(200);
  return answer.body.token;
}

test('an extended session continues with its new token, and the old token ends at its own time', async () => {
  const ann = await patient();
  await passTo(20);
  const answer = await ann.post('/auth/refresh');
  expect(answer).toHaveStatus(200);
  expect(answer.data).toEqual({
    expiresAt: expect.any(String),
    expiresInSeconds: 24 * 3_600,
    extendableUntil: expect.any(String),
  });
  expect(answer.headers['set-cookie']).toMatch(/^session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
  const [before, after] = [decodeJwt(ann.token), decodeJwt(answer.body.token)];
  expect(after).toEqual({
    ...before,
    iat: expect.any(Number),
    exp: Math.floor(Date.parse(answer.data.expiresAt) / 1e3),
  });

  // Both tokens are valid until then: a lost answer signs nobody out.
  expect(await ann.get('/me')).toHaveStatus(200);
  await passTo(25);
  expect(await ann.get('/me')).toHaveStatus(401);
  expect(await caller(answer.body.token).get('/me')).toHaveStatus(200);
  await passTo(44.1);
  expect(await caller(answer.body.token).get('/me')).toHaveStatus(401);
  expect(await caller(answer.body.token).post('/auth/refresh')).toHaveStatus(401);
});

test('30 days after the login the password is required, however often the session was extended', async () => {
  const ann = await patient();
  let { token } = ann;
  for (let hours = 20; hours < 30 * 24; hours += 20) {
    await passTo(hours);
    token = await refresh(token);
  }
  const { data } = await caller(token).post('/auth/refresh');
  expect(data.expiresAt).toBe(data.extendableUntil);
  await passTo(30 * 24 - 0.1);
  expect(await caller(token).get('/me')).toHaveStatus(200);
  await passTo(30 * 24 + 0.1);
  expect(await caller(token).get('/me')).toHaveStatus(401);
});

const endings: Record<string, (ann: Person, newToken: string) => Promise<unknown>> = {
  'a logout with the new token': (_, newToken) => caller(newToken).post('/auth/logout'),
  'a logout with the old token': (ann) => ann.post('/auth/logout'),
  'a password that is changed elsewhere': async ({ email }) =>
    (await logIn(email)).post('/profile/password', { currentPassword: password, newPassword: 'Battery-staple-8!' }),
  'a deactivation': async ({ id }) => (await admin()).put(`/admin/users/${id}`, { status: 'inactive' }),
  'a deletion': (ann) => ann.delete('/profile/me', { confirmation: true }),
};
test.each(Object.keys(endings))('%s ends an extended session for all of its tokens', async (name) => {
  const ann = await patient();
  const newToken = await refresh(ann.token);
  for (const token of [ann.token, newToken]) expect(await caller(token).get('/me')).toHaveStatus(200);
  await endings[name]?.(ann, newToken);
  for (const token of [ann.token, newToken]) {
    expect(await caller(token).get('/me')).toHaveStatus(401);
    expect(await caller(token).post('/auth/refresh')).toHaveStatus(401);
  }
});

test('an extended session uses the current role', async () => {
  const ann = await patient();
  const token = await refresh(ann.token);
  await (await admin()).post(`/admin/users/${ann.id}/role`, { role: 'CAREGIVER' });
  expect((await caller(token).get('/me')).data.role).toBe('CAREGIVER');
  expect(await caller(token).get('/patients/me')).toHaveStatus(403);
});

test('our own page extends the session with its cookie alone, another site cannot', async () => {
  const ann = await patient();
  const ask = (site: string) =>
    call({
      method: 'POST',
      url: '/auth/refresh',
      headers: { cookie: `session=${ann.token}`, 'sec-fetch-site': site },
    });
  expect(await ask('same-origin')).toHaveStatus(200);
  expect(await ask('cross-site')).toHaveStatus(401);
});
