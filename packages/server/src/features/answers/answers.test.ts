import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { contextWith, freshEngine, pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { admin, assign, callAsRoot, caller, caregiver, type Person, patient } from '../../../test/people.js';
import { createToken } from './answers.service.js';

const anybody = caller();

async function tokenFor(person: Person, alertId: string): Promise<string> {
  const ctx = await contextWith([]);
  return createToken(ctx, { alertId, userId: person.id, deliveryId: randomUUID() });
}

/** Rose Hill has fallen; Bob and Noah look after her. */
async function cast() {
  const rose = await patient();
  await rose.put('/profile/me', { firstName: 'Rose', lastName: 'Hill', phone: '+49 30 1' });
  const [bob, noah] = [await caregiver({ of: rose }), await caregiver({ of: rose })];
  await noah.put('/profile/me', { firstName: 'Noah', lastName: 'Berg' });
  const { data } = await rose.post('/falls', { confidence: 0.8 });
  const readAlertId = async (person: Person): Promise<string> => (await person.get('/caregivers/alerts')).data[0].id;
  const token = await tokenFor(bob, await readAlertId(bob));
  return { rose, bob, noah, fallId: data.id as string, readAlertId, token };
}

const readAlert = async (person: Person) => (await person.get('/caregivers/alerts?status=open')).data[0];

describe('a token', () => {
  test('shows initials, and changes nothing', async () => {
    const { bob, token } = await cast();
    for (let times = 0; times < 3; times += 1)
      expect((await anybody.post('/answers/read', { token })).data).toEqual({
        type: 'FALL_DETECTED',
        severity: 'HIGH',
        initials: 'R.H.',
        raisedAt: expect.any(String),
        isDrill: false,
        isCall: false,
        language: 'en',
        state: 'OPEN',
        declined: false,
        takenBy: null,
        calledBy: null,
        patient: null,
      });
    expect(await readAlert(bob)).toMatchObject({ state: 'ESCALATING', handledBy: null });
  });

  test('takes the alert for everybody, and then shows who it is about', async () => {
    const { bob, noah, rose, fallId, token, readAlertId } = await cast();
    const other = await tokenFor(noah, await readAlertId(noah));
    const taken = await anybody.post('/answers', { token, answer: 'ON_IT' });
    expect(taken.data).toMatchObject({
      state: 'MINE',
      patient: { id: rose.id, name: 'Rose Hill', phone: '+49 30 1', fallId },
    });
    expect(await readAlert(bob)).toMatchObject({ state: 'HANDLED', handledBy: { id: bob.id } });
    // Repeating it is safe, and it stays Bob's when Noah answers too.
    expect((await anybody.post('/answers', { token, answer: 'ON_IT' })).data.state).toBe('MINE');
    expect((await anybody.post('/answers', { token: other, answer: 'ON_IT' })).data).toMatchObject({
      state: 'TAKEN',
      takenBy: 'Ann Lee',
      patient: null,
    });
    expect(await readAlert(noah)).toMatchObject({ handledBy: { id: bob.id } });
  });

  test('opens nothing else', async () => {
    const { token } = await cast();
    for (const path of ['/me', '/caregivers/alerts', '/contact-points'])
      expect(await caller(token).get(path)).toHaveStatus(401);
  });
});

describe('a token is refused with the same answer', () => {
  const refusal = {
    success: false,
    error: 'This link is unknown, has expired, or is no longer for you. Sign in instead.',
    code: 'NOT_FOUND',
  };
  const expectRefused = async (token: string): Promise<void> => {
    for (const [path, more] of [
      ['/answers/read'],
      ['/answers', { answer: 'ON_IT' }],
      ['/answers', { answer: 'CANNOT' }],
    ] as const) {
      const answer = await anybody.post(path, { token, ...more });
      expect(answer).toHaveStatus(404);
      expect(answer.body).toEqual(refusal);
    }
  };

  test('when it is unknown', () => expectRefused('pUqK3l1mV0rUO2iBkzZ6Zg'));

  test('after a day', async () => {
    const { token, bob } = await cast();
    const { platform } = await testServer();
    await sql`update action_tokens set expires_at = service_now() where user_id = ${bob.id}`.execute(platform.db);
    await expectRefused(token);
  });

  test('once its person is no longer assigned', async () => {
    const { token, bob, rose } = await cast();
    await callAsRoot((first) => first.delete(`/caregivers/${bob.id}/patients/${rose.id}`));
    await expectRefused(token);
    await assign(bob, rose);
    expect(await anybody.post('/answers/read', { token })).toHaveStatus(200);
  });

  test('once its person is deactivated', async () => {
    const { token, bob } = await cast();
    await callAsRoot((first) => first.put(`/admin/users/${bob.id}`, { status: 'inactive' }));
    await expectRefused(token);
  });

  test('when it is for the alert of another person', async () => {
    const { noah, bob, readAlertId } = await cast();
    await expectRefused(await tokenFor(noah, await readAlertId(bob)));
  });

  test('when an admin has become a caregiver', async () => {
    const eve = await admin();
    await (await patient()).post('/falls', { confidence: 0.8 });
    const { data } = await callAsRoot((first) => first.get('/admin/alerts'));
    const token = await tokenFor(eve, data[0].id);
    expect(await anybody.post('/answers/read', { token })).toHaveStatus(200);
    await callAsRoot((first) => first.post(`/admin/users/${eve.id}/role`, { role: 'CAREGIVER' }));
    await expectRefused(token);
  });
});

describe('“I can’t”', () => {
  test('by one of two changes nothing for the other', async () => {
    const { noah, token } = await cast();
    expect((await anybody.post('/answers', { token, answer: 'CANNOT' })).data).toMatchObject({
      state: 'OPEN',
      declined: true,
    });
    expect(await readAlert(noah)).toMatchObject({ state: 'ESCALATING', handledBy: null });
  });

  test('by everybody takes the last step at once: the admins are notified', async () => {
    const engine = await freshEngine();
    const eve = await admin();
    const { bob, noah, token, readAlertId } = await cast();
    await engine.run();
    const toldBob = engine.toldTo(bob.id).length;
    expect(engine.toldTo(eve.id)).toEqual([]);
    await anybody.post('/answers', { token, answer: 'CANNOT' });
    await engine.run();
    expect(engine.toldTo(eve.id)).toEqual([]);
    await anybody.post('/answers', { token: await tokenFor(noah, await readAlertId(noah)), answer: 'CANNOT' });
    await engine.run();
    expect(engine.toldTo(eve.id)).toHaveLength(1);
    // The last step is for everybody, and a person who declined can still come.
    expect(engine.toldTo(bob.id).length).toBe(toldBob + 1);
    expect((await anybody.post('/answers', { token, answer: 'ON_IT' })).data.state).toBe('MINE');
  });

  test('after the last step does not repeat it at once', async () => {
    const engine = await freshEngine();
    const eve = await admin();
    const { bob, noah, token, readAlertId } = await cast();
    const other = await tokenFor(noah, await readAlertId(noah));
    await engine.run();
    await pass(181);
    await engine.run();
    const told = engine.toldTo(bob.id).length;
    for (const one of [token, other]) await anybody.post('/answers', { token: one, answer: 'CANNOT' });
    await engine.run();
    expect(engine.toldTo(bob.id).length).toBe(told);
    expect(engine.toldTo(eve.id).length).toBeGreaterThan(0);
  });
});
