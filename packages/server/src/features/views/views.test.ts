import { expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { caregiver, device, patient, root } from '../../../test/people.js';
import { newId } from '../../platform/ids.js';

const dayMs = 86_400_000;

test('one entry per person, kind of data and day, newest first', async () => {
  const ann = await patient();
  const { id } = await device(ann);
  const [carl, boss] = [await caregiver({ of: ann }), await root()];
  for (const path of ['/health', '/health', '/vitals', '/falls', '/devices', '/escalation', ''])
    expect(await carl.get(`/patients/${ann.id}${path}`)).toHaveStatus(200);
  await carl.get(`/device/${id}`);
  await boss.get(`/admin/users/${ann.id}`);
  const { body, data } = await ann.get('/patients/me/views?limit=50');
  expect(body.pagination).toMatchObject({ total: 7 });
  const shown = data.map(({ name, role, what, times }: Record<string, unknown>) => ({ name, role, what, times }));
  const byCarl = { name: 'Ann Lee', role: 'CAREGIVER' };
  expect(shown).toEqual([
    { name: 'First Admin', role: 'ADMIN', what: 'PROFILE', times: 1 },
    { ...byCarl, what: 'DEVICES', times: 2 },
    { ...byCarl, what: 'PROFILE', times: 1 },
    { ...byCarl, what: 'ALERT_PLAN', times: 1 },
    { ...byCarl, what: 'FALLS', times: 1 },
    { ...byCarl, what: 'VITALS', times: 1 },
    { ...byCarl, what: 'HEALTH', times: 2 },
  ]);
  expect(data[0]).toEqual({
    name: 'First Admin',
    role: 'ADMIN',
    what: 'PROFILE',
    times: 1,
    day: data[0].lastAt.slice(0, 10),
    lastAt: expect.stringMatching(/T.*Z$/),
  });
  expect(JSON.stringify(body)).not.toMatch(/@|[0-9a-f]{8}-/);
  const second = await ann.get('/patients/me/views?limit=3&page=3');
  expect(second.data).toEqual([data[6]]);
});

test('own views, changes and views of other patients are not listed', async () => {
  const [ann, bob] = [await patient(), await patient()];
  const [carl, boss] = [await caregiver({ of: bob }), await root()];
  await ann.get(`/patients/${ann.id}`);
  await carl.get(`/patients/${bob.id}`);
  await carl.get(`/patients/${ann.id}`);
  await boss.put(`/admin/users/${ann.id}`, { phone: '+49 1' });
  const { platform, clock } = await testServer();
  const at = new Date(clock.nowMs()).toISOString();
  const byHerself = { id: newId(), at, actorId: ann.id, action: 'user.read', subjectId: ann.id, requestId: null };
  await platform.db.insertInto('auditTrail').values(byHerself).execute();
  expect((await ann.get('/patients/me/views')).data).toEqual([]);
});

test('one entry per day for 90 days, also after the viewer’s account was deleted', async () => {
  const ann = await patient();
  const { platform, clock } = await testServer();
  const gone = newId();
  const look = (daysAgo: number, action = 'patient.health') => {
    const at = new Date(clock.nowMs() - daysAgo * dayMs).toISOString();
    return { id: newId(), at, actorId: gone, action, subjectId: ann.id, requestId: null };
  };
  const entries = [look(1), look(2), look(89, 'patient.watch'), look(91), look(3, 'maintenance.run')];
  await platform.db.insertInto('auditTrail').values(entries).execute();
  const { data } = await ann.get('/patients/me/views');
  expect(data).toHaveLength(3);
  for (const view of data) expect(view).toMatchObject({ name: null, role: null, what: 'HEALTH', times: 1 });
});
