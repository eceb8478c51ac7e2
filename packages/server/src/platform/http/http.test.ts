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

describe('every answer wears the envelope', () => {
  test('404 for an unknown path, version or method outside the API', async () => {
    for (const url of ['/nope', '/v2/health', '/', '/me/', '/admin/nope']) expectEnvelope(await call({ url }), 404);
  });

  test('405 for a known path, with the methods it takes', async () => {
    const answer = await call({ method: 'PUT', url: '/auth/login' });
    expectEnvelope(answer, 405);
    expect(answer.headers.allow).toBe('POST');
    expect((await call({ method: 'POST', url: '/admin/users/x' })).headers.allow).toBe('GET, PUT, DELETE');
  });

  test('400 for what is not JSON', async () => {
    for (const payload of ['{bad', '"', 'a=b', '\u0000']) {
      const answer = await call({ method: 'POST', url: '/auth/login', payload });
      expectEnvelope(answer, 400);
      expect(answer.body.error).toContain('not valid JSON');
    }
  });

  test('400 for keys that reach for the prototype', async () => {
    for (const payload of ['{"__proto__": {"role": "ADMIN"}}', '{"constructor": {"prototype": {}}}'])
      expectEnvelope(await call({ method: 'POST', url: '/auth/login', payload }), 400);
  });

  test('400 that names the missing fields when nothing or no object was sent', async () => {
    const nothing = await call({ method: 'POST', url: '/auth/login' });
    expect(nothing.body.details).toEqual({ email: 'is required', password: 'is required' });
    const list = await call({ method: 'POST', url: '/auth/login', payload: '[1]' });
    expect(list.body.details).toEqual({ body: 'must be a JSON object, not a list' });
  });

  test('400 for an address that cannot be decoded', async () => expectEnvelope(await call({ url: '/%E0%A4%A' }), 400));

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

  test('JSON is read whatever the Content-Type says', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8', '']) {
      const payload = JSON.stringify({ email: freshEmail(), password: 'x' });
      const headers = type === '' ? {} : { 'content-type': type };
      expect(await call({ method: 'POST', url: '/auth/login', payload, headers })).toHaveStatus(401);
    }
  });

  test('500 with a generic sentence, logged and left for the admins', async () => {
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

  test('503 with Retry-After when the database is gone', async () => {
    const app = await appWith({}, { db: await goneDatabase() });
    const answer = await caller(undefined, app).post('/auth/login', { email: 'a@b.c', password: 'x' });
    expectEnvelope(answer, 503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.body.retryAfter).toBe(1);
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

  test('what is not HTTP gets the envelope', async () => {
    const answer = await send('nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\{"success":false,"error":"Bad Request","code":"BAD_REQUEST"\}$/);
  });

  test('so do headers without end', async () => {
    const answer = await send(`GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 431 /);
    expect(answer).toContain('"success":false');
  });
});

describe('headers', () => {
  test('security headers stand on every answer', async () => {
    const { headers } = await call({ url: '/health' });
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('an allowed origin may call, another may not', async () => {
    const allowed = await call({ url: '/health', headers: { origin: 'https://care.example.org' } });
    expect(allowed.headers['access-control-allow-origin']).toBe('https://care.example.org');
    expect(allowed.headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining');
    const headers = { origin: 'https://care.example.org' };
    const stream = await call({ method: 'POST', url: '/device/sensor-stream', headers });
    expect(stream.headers['access-control-allow-origin']).toBe('https://care.example.org');
    for (const origin of ['https://evil.example', 'https://care.example.org.evil.example', 'null'])
      expect(
        (await call({ url: '/health', headers: { origin } })).headers['access-control-allow-origin'],
      ).toBeUndefined();
  });

  test('a preflight is answered', async () => {
    const headers = { origin: 'https://care.example.org', 'access-control-request-method': 'PUT' };
    const { app } = await testServer();
    const answer = await app.inject({ method: 'OPTIONS', url: '/api/profile/me', headers });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-methods']).toContain('PUT');
  });
});

describe('versions', () => {
  test('everything is served under /api and /api/v1', async () => {
    await nothingDue();
    const ann = await patient();
    expect((await ann.get('/v1/me')).data).toEqual((await ann.get('/me')).data);
    expect((await call({ url: '/v1/health?x=1' })).data.status).toBe('HEALTHY');
    expect((await call({ url: '/v1' })).headers.location).toBe('/api/docs/');
    expect(await call({ url: '/v10/health' })).toHaveStatus(404);
  });
});

describe('HTTPS', () => {
  test('plain HTTP is refused in production, but for health', async () => {
    const app = await appWith({ requireHttps: true });
    const refused = await call({ url: '/me' }, app);
    expectEnvelope(refused, 403);
    expect(refused.body.code).toBe('HTTPS_REQUIRED');
    const health = await call({ url: '/health' }, app);
    expect(health).toHaveStatus(200);
    expect(health.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('only a trusted proxy may say https', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
    const trusting = await appWith({ requireHttps: true, trustProxy: ['127.0.0.0/8'] });
    expect(await call({ url: '/me', headers }, trusting)).toHaveStatus(401);
    const other = await appWith({ requireHttps: true, trustProxy: ['10.0.0.0/8'] });
    expect(await call({ url: '/me', headers }, other)).toHaveStatus(403);
  });
});

describe('the description', () => {
  test('lists every route, with an operation id, and can be read', async () => {
    const { app, routes } = await testServer();
    const document = (await app.inject('/api/openapi.json')).json();
    const described = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.sort()).toEqual(routes.map((route) => `${route.methods[0]} ${route.url}`).sort());
    const page = await app.inject('/api/docs/');
    expect(page.statusCode).toBe(200);
  });

  test('has an example for every body it asks for', async () => {
    const { app } = await testServer();
    const document = (await app.inject('/api/openapi.json')).json();
    const operations = Object.entries<Record<string, { requestBody?: { content: Record<string, object> } }>>(
      document.paths,
    );
    const without = operations.flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { requestBody }]) => requestBody && !/"examples?":/.test(JSON.stringify(requestBody)))
        .map(([method]) => `${method} ${path}`),
    );
    expect(without).toEqual([]);
  });
});
