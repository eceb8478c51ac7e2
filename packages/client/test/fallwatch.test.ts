import { beforeAll, describe, expect, test } from 'vitest';
import { appWith } from '../../server/test/harness.js';
import { freshEmail, freshMac, password, patient, reading } from '../../server/test/people.js';
import { Fallwatch, FallwatchError, type Reading } from '../src/index.js';
import { pair, servedOrigin } from './served.js';

beforeAll(servedOrigin);

async function catchRefusal(call: Promise<unknown>): Promise<FallwatchError> {
  const outcome = await call.catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(FallwatchError);
  return outcome as FallwatchError;
}

const open = async (token?: string) => new Fallwatch({ baseUrl: await servedOrigin(), ...(token ? { token } : {}) });

describe('a session', () => {
  test('starts with signup and login, and ends with logout', async () => {
    const fallwatch = await open();
    const email = freshEmail();
    const person = await fallwatch.signUp({ email, password, firstName: 'Ann', lastName: 'Lee' });
    expect(await fallwatch.get('/api/me')).toMatchObject({ id: person.id, role: 'PATIENT' });

    const { token } = fallwatch;
    await fallwatch.logOut();
    expect(fallwatch.token).toBeUndefined();
    expect(await catchRefusal((await open(token)).get('/api/me'))).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });

    expect(await fallwatch.logIn({ email, password })).toMatchObject({ id: person.id });
    expect(await fallwatch.get('/api/me')).toMatchObject({ email });
  });

  test('starts with an accepted invitation', async () => {
    const { carer } = await pair();
    const email = freshEmail();
    const { invitation } = await (await open(carer.token)).post('/api/patients', {
      body: { email, firstName: 'Rose', lastName: 'Hill' },
    });
    const rose = await open();
    await rose.acceptInvitation({ token: invitation?.token ?? '', password });
    expect(await rose.get('/api/patients/me')).toMatchObject({ email });
  });

  test('that has already ended can be logged out', async () => {
    const fallwatch = await open('gone');
    await fallwatch.logOut();
    expect(fallwatch.token).toBeUndefined();
  });
});

describe('a call', () => {
  test('returns data without the envelope, and undefined for a success without a body', async () => {
    const fallwatch = await open((await patient()).token);
    const body = reading(freshMac()) as Reading;
    const { deviceId } = await fallwatch.post('/api/device/sensor-stream', { body });
    expect(await fallwatch.get('/api/device/{id}/status', { path: { id: deviceId } })).toMatchObject({ deviceId });
    expect(await fallwatch.delete('/api/device/{id}', { path: { id: deviceId } })).toBeUndefined();
    expect(await catchRefusal(fallwatch.get('/api/device/{id}', { path: { id: deviceId } }))).toMatchObject({
      status: 404,
    });
  });

  test('puts', async () => {
    const fallwatch = await open((await patient()).token);
    expect(await fallwatch.put('/api/profile/me', { body: { phone: '+49 30 1' } })).toMatchObject({
      phone: '+49 30 1',
    });
  });

  test('sends its own headers, and stops when aborted', async () => {
    const fallwatch = await open((await patient()).token);
    const headers = { 'idempotency-key': 'once' };
    const report = () => fallwatch.post('/api/falls', { body: { confidence: 0.2 }, headers });
    expect((await report()).id).toBe((await report()).id);
    expect(await catchRefusal(fallwatch.get('/api/me', { signal: AbortSignal.abort() }))).toMatchObject({ status: 0 });
  });
});

describe('a refusal', () => {
  test('names the fields and the request id', async () => {
    const person = { email: 'nobody', password: 'short', firstName: 'Ann', lastName: 'Lee' };
    const error = await catchRefusal((await open()).signUp(person));
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', message: 'Validation failed' });
    expect(Object.keys(error.details)).toEqual(['email', 'password']);
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('says how long to wait', async () => {
    const strict = await appWith({ limitGlobal: { points: 1, windowMs: 60_000 } });
    const baseUrl = await strict.listen({ host: '127.0.0.1', port: 0 });
    const fallwatch = new Fallwatch({ baseUrl });
    await catchRefusal(fallwatch.get('/api/me'));
    const error = await catchRefusal(fallwatch.get('/api/me'));
    expect(error).toMatchObject({ status: 429 });
    expect(error.retryAfterSeconds).toBeGreaterThan(50);
    await strict.close();
  });

  test('is also thrown for a proxy that answers with an HTML page', async () => {
    const fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' });
    const error = await catchRefusal(new Fallwatch({ baseUrl: 'http://x', fetch }).get('/api/me'));
    expect(error).toMatchObject({ status: 502, code: 'UNKNOWN', message: '502 Bad Gateway', details: {} });
  });

  test('is also thrown without any answer', async () => {
    const error = await catchRefusal(new Fallwatch({ baseUrl: 'http://127.0.0.1:1' }).get('/api/me'));
    expect(error).toMatchObject({ status: 0, code: 'UNREACHABLE' });
    expect(error.cause).toBeInstanceOf(Error);
  });
});

test('iterates over a list page by page', async () => {
  const fallwatch = await open((await patient()).token);
  for (let n = 0; n < 5; n += 1) await fallwatch.post('/api/falls', { body: { confidence: n / 10 } });
  const query = { limit: 2, sort: 'confidence', order: 'asc' } as const;
  expect(await fallwatch.page('/api/falls', { query })).toMatchObject({ pagination: { total: 5, totalPages: 3 } });
  const seen: number[] = [];
  for await (const fall of fallwatch.each('/api/falls', { query })) seen.push(fall.confidence);
  expect(seen).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
});
