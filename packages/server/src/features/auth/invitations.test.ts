import { describe, expect, test } from 'vitest';
import { sentTo } from '../../../test/contacts.js';
import { testServer } from '../../../test/harness.js';
import {
  admin,
  assign,
  callAsRoot,
  caller,
  caregiver,
  freshEmail,
  type Person,
  password,
} from '../../../test/people.js';

const draft = () => ({ email: freshEmail(), firstName: 'Nora', lastName: 'Night' });
const accept = (token: string) => caller().post('/auth/invitations/accept', { token, password });
const read = (token: string) => caller().post('/auth/invitations/read', { token });

async function invite(carer: Person) {
  const answer = await carer.post('/patients', draft());
  expect(answer).toHaveStatus(201);
  return answer.data;
}

describe('reading an invitation', () => {
  test('shows who invites and the e-mail, as often as wanted, and does not use it up', async () => {
    const carl = await caregiver();
    await carl.put('/profile/me', { firstName: 'Carl', lastName: 'West' });
    const { email, invitation } = await invite(carl);
    for (let count = 0; count < 2; count += 1)
      expect((await read(invitation.token)).data).toEqual({
        email,
        firstName: 'Nora',
        invitedBy: 'Carl West',
        expiresAt: invitation.expiresAt,
      });
    expect(await accept(invitation.token)).toHaveStatus(200);
    expect(await read(invitation.token)).toHaveStatus(401);
  });

  test('still works when the person who invited is gone', async () => {
    const carl = await caregiver();
    const { invitation } = await invite(carl);
    await carl.delete('/profile/me?confirmation=true');
    expect((await read(invitation.token)).data).toMatchObject({ invitedBy: null });
  });

  test('of an expired one, an unknown one, or one of a deactivated account is refused alike', async () => {
    const { clock } = await testServer();
    const carl = await caregiver();
    const [late, off] = [await invite(carl), await invite(carl)];
    await callAsRoot((first) => first.put(`/admin/users/${off.id}`, { status: 'inactive' }));
    const answers = [await read('unknown'), await read(off.invitation.token)];
    try {
      clock.offsetMs = 8 * 86_400_000;
      answers.push(await read(late.invitation.token));
    } finally {
      clock.offsetMs = 0;
    }
    for (const { status, body } of answers)
      expect({ status, error: body.error }).toEqual({
        status: 401,
        error: 'This invitation is unknown, used or expired',
      });
  });
});

describe('a new invitation', () => {
  test.each([
    ['the caregiver', async (carl: Person) => carl, '/patients/'],
    ['an admin', () => admin(), '/patients/'],
    ['an admin, as an account', () => admin(), '/admin/users/'],
  ])('by %s: the one before stops working', async (_, choose, path) => {
    const carl = await caregiver();
    const { id, email, invitation } = await invite(carl);
    const again = await (await choose(carl)).post(`${path}${id}/invitation`);
    expect(again).toHaveStatus(200);
    expect(again.data).toEqual({
      token: expect.any(String),
      url: '/api/auth/invitations/accept',
      expiresAt: expect.any(String),
      mailed: true,
    });
    expect(await sentTo(email)).toHaveLength(2);
    expect(await read(invitation.token)).toHaveStatus(401);
    expect(await accept(invitation.token)).toHaveStatus(401);
    expect(await accept(again.data.token)).toHaveStatus(200);
  });

  test('is refused for an account that has a password, or is deactivated', async () => {
    const carl = await caregiver();
    const [used, off] = [await invite(carl), await invite(carl)];
    await accept(used.invitation.token);
    const refused = await carl.post(`/patients/${used.id}/invitation`);
    expect(refused).toHaveStatus(409);
    expect(refused.body.error).toMatch(/has a password already/);
    await callAsRoot((first) => first.put(`/admin/users/${off.id}`, { status: 'inactive' }));
    expect(await carl.post(`/patients/${off.id}/invitation`)).toHaveStatus(409);
  });

  test('is refused for a caregiver who is not assigned, and works for one who is assigned later', async () => {
    const [carl, dora] = [await caregiver(), await caregiver()];
    const { id } = await invite(carl);
    expect(await dora.post(`/patients/${id}/invitation`)).toHaveStatus(403);
    await assign(dora, { id } as Person);
    expect(await dora.post(`/patients/${id}/invitation`)).toHaveStatus(200);
  });
});
