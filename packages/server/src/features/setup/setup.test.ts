import { describe, expect, test } from 'vitest';
import { appWith, testServer } from '../../../test/harness.js';
import { assign, call, caller, caregiver, device, freshEmail, password, patient, root } from '../../../test/people.js';
import { expectRefusal } from '../../../test/spec/shapes.js';
import { isSetupCode, setupCode } from './setup.rules.js';

const draft = (code: string) => ({ code, email: freshEmail(), password, firstName: 'Ada', lastName: 'Bloom' });

describe('the first admin', () => {
  test('the code is the same for the same key, and typed in any form', () => {
    const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const code = setupCode(key);
    expect(code).toMatch(/^([BCDFGHJKLMNPQRSTVWXZ]{4}-){3}[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(setupCode(key)).toBe(code);
    expect(isSetupCode(code.toLowerCase().replaceAll('-', ' '), [other, key])).toBe(true);
    for (const wrong of ['', code.slice(1), `${code}B`, setupCode(other)])
      expect(isSetupCode(wrong, [key])).toBe(false);
  });

  test('is not created once there is one, even with the right code', async () => {
    const { platform } = await testServer();
    expect((await caller().get('/setup')).data).toEqual({ hasAdmin: true, name: null });
    expectRefusal(await caller().post('/setup', draft(setupCode(platform.tokenKeys[0]))), 409);
    expectRefusal(await caller().post('/setup', { ...draft('x'), password: 'short' }), 400, 'password');
  });

  test('codes are not guessed: the limit of logins applies, for itself', async () => {
    const app = await appWith({ limitLogin: { points: 2, windowMs: 60_000 } });
    const attempt = async () => (await call({ method: 'POST', url: '/setup', payload: draft('x') }, app)).status;
    expect([await attempt(), await attempt(), await attempt()]).toEqual([409, 409, 429]);
  });

  test('the installation has the name that its operator gave it', async () => {
    const app = await appWith({ siteName: 'Elm House' });
    expect((await caller(undefined, app).get('/setup')).data.name).toBe('Elm House');
  });
});

test('the checklist says what is there, to admins', async () => {
  const [boss, ann] = [await root(), await patient()];
  const carer = await caregiver();
  await assign(carer, ann);
  await device(ann);
  const { data } = await boss.get('/admin/setup');
  expect(data).toMatchObject({ person: true, caregiver: true, device: true });
  expect(Object.keys(data).sort()).toEqual(['caregiver', 'contactPoint', 'device', 'person', 'reading', 'testAlert']);
  await boss.post(`/patients/${ann.id}/drills`);
  const [alert] = (await carer.get('/caregivers/alerts')).data;
  await carer.post(`/caregivers/alerts/${alert.id}/acknowledge`);
  expect((await boss.get('/admin/setup')).data.testAlert).toBe(true);
});
