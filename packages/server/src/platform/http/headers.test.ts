import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { call, caller, patient } from '../../../test/people.js';

describe('headers', () => {
  test('every answer has security headers', async () => {
    const { headers } = await call({ url: '/health' });
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('no API answer may be stored; the API document and the console page may', async () => {
    const ann = await patient();
    const answers = [
      await ann.get('/me'),
      await ann.get('/patients/me'),
      await ann.get('/admin/users'),
      await caller().get('/me'),
      await ann.post('/falls', { confidence: 2 }),
      await call({ url: '/health' }),
    ];
    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
    const { app } = await testServer();
    expect((await app.inject('/api/openapi.json')).headers['cache-control']).toBeUndefined();
  });

  test('an allowed origin may call the API, others may not', async () => {
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

  test('a preflight request is answered', async () => {
    const headers = { origin: 'https://care.example.org', 'access-control-request-method': 'PUT' };
    const { app } = await testServer();
    const answer = await app.inject({ method: 'OPTIONS', url: '/api/profile/me', headers });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-methods']).toContain('PUT');
  });
});
