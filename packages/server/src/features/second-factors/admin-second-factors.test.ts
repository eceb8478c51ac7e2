import { afterEach, describe, expect, test } from 'vitest';
import { appWith, testServer } from '../../../test/harness.js';
import { admin, caller, caregiver, patient, root } from '../../../test/people.js';
import { addTotp, logInWith, passSteps } from '../../../test/second-factors.js';

afterEach(async () => {
  (await testServer()).clock.offsetMs = 0;
});

describe('an admin removes the second factor of a person', () => {
  test('who then signs in with the password alone; all sessions end, and the audit trail says who did it', async () => {
    const { platform } = await testServer();
    const [ann, boss] = [await patient(), await admin()];
    await addTotp(ann);
    expect(await boss.delete(`/admin/users/${ann.id}/second-factors`)).toHaveStatus(200);
    expect(await ann.get('/me')).toHaveStatus(401);
    expect(await logInWith(ann.email)).toHaveStatus(200);
    const audit = platform.db.selectFrom('auditTrail').select('actorId').where('subjectId', '=', ann.id);
    expect(await audit.where('action', '=', 'factor.remove').execute()).toEqual([{ actorId: boss.id }]);
  });

  test('but not their own, and a caregiver not at all', async () => {
    const boss = await admin();
    expect(await boss.delete(`/admin/users/${boss.id}/second-factors`)).toHaveStatus(409);
    const ann = await patient();
    const carl = await caregiver({ of: ann });
    expect(await carl.delete(`/admin/users/${ann.id}/second-factors`)).toHaveStatus(403);
  });
});

describe('ADMIN_SECOND_FACTOR=required', () => {
  const required = () => appWith({ adminSecondFactor: 'required' });

  test('an admin with a password alone reaches the set-up only, and everything after it', async () => {
    const app = await required();
    const boss = await admin();
    const there = caller(boss.token, app);
    expect((await there.get('/me')).data.needsSecondFactor).toBe(true);
    for (const path of ['/admin/users', '/admin/alerts', '/messages', '/falls', '/events']) {
      const answer = await there.get(path);
      expect(answer).toHaveStatus(403);
      expect(answer.body.code).toBe('SECOND_FACTOR_SETUP_REQUIRED');
    }
    for (const path of ['/profile/me', '/profile/second-factors']) expect(await there.get(path)).toHaveStatus(200);
    // Extending the session does not help.
    const { token } = (await there.post('/auth/refresh')).body;
    expect(await caller(token, app).get('/admin/users')).toHaveStatus(403);

    await addTotp(boss);
    expect((await there.get('/me')).data.needsSecondFactor).toBe(false);
    expect(await there.get('/admin/users')).toHaveStatus(200);
  });

  test('a login with a code is enough; other people need none', async () => {
    const app = await required();
    const boss = await admin();
    const { code } = await addTotp(boss);
    await passSteps(1);
    const opened = await logInWith(boss.email, code(1));
    expect(await caller(opened.body.token, app).get('/admin/users')).toHaveStatus(200);
    const carl = await caregiver();
    expect(await caller(carl.token, app).get('/patients')).toHaveStatus(200);
    expect((await caller(carl.token, app).get('/me')).data.needsSecondFactor).toBe(false);
  });

  test('readings of a device that an admin wears are accepted', async () => {
    const app = await required();
    const boss = await admin();
    const answer = await caller(boss.token, app).post('/device/sensor-stream', {});
    expect(answer).toHaveStatus(400);
  });

  test('is off by default', async () => {
    const first = await root();
    expect((await first.get('/me')).data.needsSecondFactor).toBe(false);
    expect(await first.get('/admin/users')).toHaveStatus(200);
  });
});
