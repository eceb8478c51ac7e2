import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { testServer } from '../../test/harness.js';
import { call, caller, patient, root } from '../../test/people.js';
import type { App } from '../platform/http/app.js';
import { newId } from '../platform/ids.js';
import { guardRoutes } from './guard.js';

test('the app does not start if a route declares no access', async () => {
  const { platform } = await testServer();
  const app = Fastify() as unknown as App;
  guardRoutes(app, platform, '');
  expect(() => app.get('/open', async () => 'hello')).toThrow('GET /open declares no access');
  const unknown = { config: { access: 'no.such.row' as never } };
  expect(() => app.get('/other', unknown, async () => 'hello')).toThrow('declares no access');
});

test('the role is checked before path, query and body', async () => {
  const ann = await patient();
  for (const path of ['/admin/users/nonsense', '/admin/users?page=x']) expect(await ann.get(path)).toHaveStatus(403);
  expect(await ann.post('/admin/users/x/role', { role: 5 })).toHaveStatus(403);
  expect(await call({ method: 'POST', url: '/admin/users/x/role', payload: '{bad', token: ann.token })).toHaveStatus(
    403,
  );
});

test('the token is checked before the role and the body', async () => {
  expect(await caller().post('/admin/users/x/role', { role: 5 })).toHaveStatus(401);
  expect(await call({ method: 'PUT', url: '/profile/me', payload: '{bad' })).toHaveStatus(401);
});

test('the body is validated before the resource is looked up', async () => {
  const boss = await root();
  expect(await boss.post(`/admin/users/${newId()}/role`, { role: 5 })).toHaveStatus(400);
  expect(await boss.post(`/admin/users/${newId()}/role`, { role: 'PATIENT' })).toHaveStatus(404);
});
