import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nothingDue } from '../../../test/engine.js';
import { appWith, goneDatabase, testServer } from '../../../test/harness.js';
import { type Answer, call, caller, freshEmail, patient } from '../../../test/people.js';
import type { App } from './app.js';

function expectEnvelope(answer: Answer, status: number): void {
  expect(answer).toHaveStatus(status);
  expect(answer.body).toMatchObject({ success: false, error: expect.any(String), code: expect.any(String) });
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
}

describe('every answer has the envelope', () => {
  test('404 for an unknown path, version or method outside the API', async () => {
    for (const url of ['/nope', '/v2/health', '/', '/me/', '/admin/nope']) expectEnvelope(await call({ url }), 404);
  });

  test('405 for a known path, with the allowed methods', async () => {
    const answer = await call({ method: 'PUT', url: '/auth/login' });
    expectEnvelope(answer, 405);
    expect(answer.headers.allow).toBe('POST');
    expect((await call({ method: 'POST', url: '/admin/users/x' })).headers.allow).toBe('GET, PUT, DELETE');
  });

  test('400 for a URL that cannot be decoded', async () => expectEnvelope(await call({ url: '/%E0%A4%A' }), 400));

  test('413 for a body over 64 kB', async () => {
    const answer = await call({
      method: 'POST',
      url: '/auth/login',
      payload: { email: 'x'.repeat(70_000), password: 'x' },
    });
    expectEnvelope(answer, 413);
  });

  test('415 for a compressed body', async () => {
    const answer = await call({
      method: 'POST',
      url: '/auth/login',
      payload: 'x',
      headers: { 'content-encoding': 'gzip' },
    });
    expectEnvelope(answer, 415);
  });

  test.each([
    ['what the request refers to is deleted at the same moment', '23503'],
    ['another transaction and that of the request wait for each other', '40P01'],
  ])('503 if %s', async (_, code) => {
    const { platform } = await testServer();
    const failed = Object.assign(new Error('of PostgreSQL'), { code });
    const app = await appWith({}, { passwords: { ...platform.passwords, verify: () => Promise.reject(failed) } });
    const answer = await caller(undefined, app).post('/auth/login', { email: 'a@b.c', password: 'x' });
    expectEnvelope(answer, 503);
    expect(answer.headers['retry-after']).toBe('1');
  });

  test('500 with a generic message, logged and reported to the admins', async () => {
    const { platform } = await testServer();
    const broken = { ...platform.passwords, verify: () => Promise.reject(new TypeError('secret detail')) };
    const app = await appWith({}, { passwords: broken });
    const answer = await caller(undefined, app).post('/auth/login', { email: 'a@b.c', password: 'x' });
    expectEnvelope(answer, 500);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    const requestId = String(answer.headers['x-request-id']);
    await expect
      .poll(() => platform.db.selectFrom('systemLog').select('message').where('source', '=', 'http').execute())
      .toContainEqual({ message: `Fault TypeError in request ${requestId}` });
  });

  test('503 with Retry-After when the database is unavailable', async () => {
    const app = await appWith({}, { db: await goneDatabase() });
    const answer = await caller(undefined, app).post('/auth/login', { email: 'a@b.c', password: 'x' });
    expectEnvelope(answer, 503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.body.retryAfter).toBe(1);
  });
});

describe('bodies', () => {
  test('400 for a body that is not JSON', async () => {
    for (const payload of ['{bad', '"', 'a=b', '\u0000']) {
      const answer = await call({ method: 'POST', url: '/auth/login', payload });
      expectEnvelope(answer, 400);
      expect(answer.body.error).toContain('not valid JSON');
    }
  });

  test('keys such as __proto__ are dropped, like unknown keys', async () => {
    const required = { email: 'is required', password: 'is required' };
    for (const payload of [
      '{"__proto__": {"email": "a@example.org", "password": "Secret-1"}}',
      '{"constructor": {"prototype": {"email": "a@example.org"}}}',
    ]) {
      const answer = await call({ method: 'POST', url: '/auth/login', payload });
      expectEnvelope(answer, 400);
      expect(answer.body.details).toEqual(required);
    }
  });

  test('400 with the missing fields for an empty body, and with a message for a body that is not an object', async () => {
    const nothing = await call({ method: 'POST', url: '/auth/login' });
    expect(nothing.body.details).toEqual({ email: 'is required', password: 'is required' });
    const list = await call({ method: 'POST', url: '/auth/login', payload: '[1]' });
    expect(list.body.details).toEqual({ body: 'must be a JSON object, not a list' });
  });

  test('a body is read as JSON whatever the Content-Type says', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8', '']) {
      const payload = JSON.stringify({ email: freshEmail(), password: 'x' });
      const headers = type === '' ? {} : { 'content-type': type };
      expect(await call({ method: 'POST', url: '/auth/login', payload, headers })).toHaveStatus(401);
    }
  });
});

describe('over a socket', () => {
  let app: App;
  let port: number;
  beforeAll(async () => {
    app = await appWith({});
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as AddressInfo).port;
  });
  afterAll(() => app.close());

  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('end', () => resolve(answer));
      socket.on('error', reject);
    });

  test('input that is not HTTP gets the envelope', async () => {
    const answer = await send('nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\{"success":false,"error":"Bad Request","code":"BAD_REQUEST"\}$/);
  });

  test('headers that are too large get the envelope', async () => {
    const answer = await send(`GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 431 /);
    expect(answer).toContain('"success":false');
  });
});

describe('versions', () => {
  test('all routes are served under /api and /api/v1', async () => {
    await nothingDue();
    const ann = await patient();
    expect((await ann.get('/v1/me')).data).toEqual((await ann.get('/me')).data);
    expect((await call({ url: '/v1/health?x=1' })).data.status).toBe('HEALTHY');
    expect((await call({ url: '/v1' })).headers.location).toBe('/api/docs/');
    expect(await call({ url: '/v10/health' })).toHaveStatus(404);
  });
});

describe('HTTPS', () => {
  test('plain HTTP is refused in production, except for health checks', async () => {
    const app = await appWith({ requireHttps: true });
    const refused = await call({ url: '/me' }, app);
    expectEnvelope(refused, 403);
    expect(refused.body.code).toBe('HTTPS_REQUIRED');
    const health = await call({ url: '/health' }, app);
    expect(health).toHaveStatus(200);
    expect(health.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('only a trusted proxy can set the protocol to https', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
    const trusting = await appWith({ requireHttps: true, trustProxy: ['127.0.0.0/8'] });
    expect(await call({ url: '/me', headers }, trusting)).toHaveStatus(401);
    const other = await appWith({ requireHttps: true, trustProxy: ['10.0.0.0/8'] });
    expect(await call({ url: '/me', headers }, other)).toHaveStatus(403);
  });
});
