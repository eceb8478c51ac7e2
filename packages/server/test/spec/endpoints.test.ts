import { describe, expect, test } from 'vitest';
import { testServer } from '../harness.js';
import { call, patient, root } from '../people.js';
import { expectRefusal, nowhereId } from './shapes.js';

/** What applies to every endpoint of the contract. */

/** Every method and path of the contract. */
const endpoints = `
POST /auth/signup · POST /auth/login · POST /auth/logout
POST /device/sensor-stream · GET /device/:id · GET /device/:id/status · GET /device/:id/logs · DELETE /device/:id
POST /falls · GET /falls · GET /falls/recent · GET /falls/:id
GET /patients · POST /patients · GET /patients/:id · PUT /patients/:id · DELETE /patients/:id
GET /patients/:id/falls · GET /patients/:id/health · GET /patients/:id/devices · GET /patients/me
GET /caregivers · POST /caregivers · GET /caregivers/:id · PUT /caregivers/:id · DELETE /caregivers/:id
GET /caregivers/:id/patients · POST /caregivers/:id/patients · DELETE /caregivers/:id/patients/:patientId
GET /caregivers/alerts · POST /caregivers/alerts/:id/acknowledge · GET /caregivers/me
GET /admin/users · GET /admin/users/:id · PUT /admin/users/:id · DELETE /admin/users/:id · POST /admin/users/:id/role
GET /admin/stats · GET /admin/logs · POST /admin/devices/:id/disable · POST /admin/devices/:id/enable
GET /admin/falls · POST /admin/falls/:id/investigate · POST /admin/maintenance
GET /profile/me · PUT /profile/me · POST /profile/password · DELETE /profile/me
GET /messages · POST /messages · GET /messages/:id · POST /messages/:id/read
GET /health · GET /me`
  .split(/[·\n]/)
  .map((line) => line.trim())
  .filter((line) => line !== '');

const open = ['POST /auth/signup', 'POST /auth/login', 'GET /health'];

const filled = (path: string, value: string): string => path.replace(/:\w+/g, value);

describe('endpoints', () => {
  test('every method and path is served, under /api and /api/v1', async () => {
    const { routes } = await testServer();
    const served = new Set(routes.map(({ methods: [method], url }) => `${method} ${url}`));
    const missing = endpoints.filter((line) => !served.has(line.replace(' ', ' /api')));
    expect(missing).toEqual([]);
    expect(endpoints).toHaveLength(54);
    for (const line of endpoints) {
      const [method, path = ''] = line.split(' ');
      const answer = await call({ method: method as 'GET', url: `/v1${filled(path, nowhereId)}` });
      expect(`${line}: ${[404, 405].includes(answer.status)}`).toBe(`${line}: false`);
    }
  });

  test.each(endpoints.filter((line) => !open.includes(line)))('%s needs a token', async (line) => {
    const [method, path = ''] = line.split(' ') as ['GET', string];
    const url = filled(path, nowhereId);
    for (const headers of [
      {},
      { authorization: 'Bearer nonsense' },
      { authorization: 'Basic eDp5' },
      { cookie: `session=${(await root()).token}` },
    ])
      expectRefusal(await call({ method, url, headers: headers as Record<string, string> }), 401);
  });

  const withId = endpoints.filter(
    (line) => line.includes('/:id') && !/^(DELETE \/device|.*messages|.*alerts)/.test(line),
  );
  test.each(withId)('%s: an unknown and a malformed id are 404', async (line) => {
    const [method, path = ''] = line.split(' ') as ['GET', string];
    const body = { role: 'PATIENT', patientId: (await patient()).id };
    for (const value of [nowhereId, 'nonsense', '%00', "1'--", '٣'])
      expectRefusal(
        await call({
          method,
          url: filled(path, encodeURI(decodeURI(value))),
          token: (await root()).token,
          payload: body,
        }),
        404,
      );
  });
});
