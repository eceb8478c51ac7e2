import { expect, test } from 'vitest';
import { testServer } from '../harness.js';
import { caller, caregiver, logIn, password, patient, root } from '../people.js';
import { dayMs, expectRefusal, personDraft, stoppedApp, text, time } from './shapes.js';

/** Invitations to accounts that somebody else created. */

const accept = (token: string, chosen = password) =>
  caller().post('/auth/invitations/accept', { token, password: chosen });

test('are accepted once, and answer like a login', async () => {
  const draft = personDraft();
  const created = await (await caregiver()).post('/patients', draft);
  expect(created.data).toMatchObject({ status: 'active', invitationPending: true });
  expect(created.data.invitation).toEqual({ token: text, url: text, expiresAt: time, mailed: true });
  const { token } = created.data.invitation;
  expectRefusal(await caller().post('/auth/login', { email: draft.email, password }), 401);
  expectRefusal(await accept(token, 'weak'), 400, 'password');
  const accepted = await accept(token);
  expect(accepted).toHaveStatus(200);
  expect(accepted.body).toMatchObject({ success: true, token: text });
  expect(accepted.data).toMatchObject({ ...draft, id: created.data.id, role: 'PATIENT' });
  expect((await caller(accepted.body.token).get('/patients/me')).data).toMatchObject({ invitationPending: false });
  expectRefusal(await accept(token, 'Another-one-8!'), 401);
  expect(await logIn(draft.email)).toMatchObject({ id: created.data.id });
});

test('accepted twice at once: one succeeds', async () => {
  const { invitation } = (await (await root()).post('/caregivers', personDraft())).data;
  const answers = await Promise.all([accept(invitation.token), accept(invitation.token)]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
});

test('end after 7 days, and are stored hashed', async () => {
  const { clock, as, app } = await stoppedApp();
  const carer = await as(await caregiver());
  const [early, late] = [await carer.post('/patients', personDraft()), await carer.post('/patients', personDraft())];
  expect(Date.parse(early.data.invitation.expiresAt) - clock.ms).toBe(7 * dayMs);
  const { platform } = await testServer();
  const stored = await platform.db.selectFrom('invitations').selectAll().where('userId', '=', early.data.id).execute();
  expect(JSON.stringify(stored)).not.toContain(early.data.invitation.token);
  const take = (token: string) => caller(undefined, app).post('/auth/invitations/accept', { token, password });
  clock.ms += 7 * dayMs - 1_000;
  expect(await take(early.data.invitation.token)).toHaveStatus(200);
  clock.ms += 1_000;
  expectRefusal(await take(late.data.invitation.token), 401);
  expectRefusal(await accept('nonsense'), 401);
});

test('are not issued with a password; a known e-mail is 409 and assigns nobody', async () => {
  const [carer, known] = [await caregiver(), await patient()];
  const draft = { ...personDraft(), password };
  const created = await carer.post('/patients', draft);
  expect(created).toHaveStatus(201);
  expect(created.data).toMatchObject({ invitationPending: false });
  expect(created.data.invitation).toBeUndefined();
  await logIn(draft.email);
  expectRefusal(await carer.post('/patients', { ...personDraft(), email: known.email.toUpperCase() }), 409);
  expectRefusal(await carer.get(`/patients/${known.id}`), 403);
  expectRefusal(await carer.post('/patients', {}), 400, 'email', 'firstName', 'lastName');
  expectRefusal(await (await root()).post('/caregivers', {}), 400, 'email', 'firstName', 'lastName');
});
