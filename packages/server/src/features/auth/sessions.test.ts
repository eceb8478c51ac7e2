import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { appWith, testServer } from '../../../test/harness.js';
import { call, caller, caregiver, freshEmail, logIn, password, patient } from '../../../test/people.js';

const person = () => ({ email: freshEmail(), password, firstName: 'Ann', lastName: 'Lee' });

describe('sessions', () => {
  test('logout ends this session and no other', async () => {
    const ann = await patient();
    const second = await logIn(ann.email);
    const out = await ann.post('/auth/logout');
    expect(out).toHaveStatus(200);
    expect(out.data).toEqual({ message: 'Logged out' });
    expect(out.headers['set-cookie']).toMatch(/^session=;/);
    expect(await ann.get('/me')).toHaveStatus(401);
    expect(await second.get('/me')).toHaveStatus(200);
  });

  test('an expired token is refused', async () => {
    const { clock } = await testServer();
    const ann = await patient();
    clock.offsetMs = 24 * 3_600_000 + 1_000;
    try {
      expect(await ann.get('/me')).toHaveStatus(401);
    } finally {
      clock.offsetMs = 0;
    }
  });
});

describe('tokens', () => {
  test('the token contains person and session, no role and no e-mail', async () => {
    const ann = await patient();
    expect(decodeJwt(ann.token)).toEqual({
      sub: ann.id,
      sid: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
      iss: 'fallwatch',
      aud: 'fallwatch-api',
    });
  });

  test.each([
    ['no token', undefined],
    ['not a token', 'nonsense'],
    ['an unsigned token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'],
    ['an empty token', ''],
  ])('%s is 401', async (_, token) => {
    const answer = await call({ method: 'GET', url: '/me', token });
    expect(answer).toHaveStatus(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('a token with another key, issuer or audience is refused', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const claims = decodeJwt(ann.token);
    const sign = (key: Uint8Array, changed: object) =>
      new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'HS256' }).sign(key);
    const [ours] = platform.tokenKeys;
    expect(await caller(await sign(ours, {})).get('/me')).toHaveStatus(200);
    expect(await caller(await sign(Buffer.alloc(32, 1), {})).get('/me')).toHaveStatus(401);
    expect(await caller(await sign(ours, { iss: 'other' })).get('/me')).toHaveStatus(401);
    expect(await caller(await sign(ours, { aud: 'other' })).get('/me')).toHaveStatus(401);
  });

  test('a token of ours whose session is not a valid id is refused', async () => {
    const { platform } = await testServer();
    const claims = decodeJwt((await patient()).token);
    for (const sid of ['nonsense', '', 5, {}, "' or 1=1", '00000000-0000-0000-0000-00000000000g']) {
      const token = await new SignJWT({ ...claims, sid })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(platform.tokenKeys[0]);
      expect(await caller(token).get('/me')).toHaveStatus(401);
      expect(await caller(token).post('/device/sensor-stream', {})).toHaveStatus(401);
    }
  });
});

describe('the cookie', () => {
  test('a cookie alone authenticates only our own pages', async () => {
    const ann = await patient();
    const cookie = `session=${ann.token}`;
    expect(await call({ url: '/me', headers: { cookie } })).toHaveStatus(401);
    expect(await call({ url: '/me', headers: { cookie, 'sec-fetch-site': 'cross-site' } })).toHaveStatus(401);
    expect(await call({ url: '/me', headers: { cookie, 'sec-fetch-site': 'same-origin' } })).toHaveStatus(200);
    const wrongBearer = { cookie, 'sec-fetch-site': 'same-origin', authorization: 'Bearer nonsense' };
    expect(await call({ url: '/me', headers: wrongBearer })).toHaveStatus(401);
  });

  test('the cookie is HttpOnly and SameSite=Strict', async () => {
    const { headers } = await caller().post('/auth/signup', person());
    expect(headers['set-cookie']).toMatch(/^session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
  });

  test('in production only the __Host- cookie is accepted, and logout clears the older cookie too', async () => {
    const app = await appWith({ nodeEnv: 'production', requireHttps: false });
    const { headers, body } = await caller(undefined, app).post('/auth/signup', person());
    expect(headers['set-cookie']).toMatch(
      /^__Host-session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
    );
    const asking = (name: string) => ({ cookie: `${name}=${body.token}`, 'sec-fetch-site': 'same-origin' });
    expect(await call({ url: '/me', headers: asking('__Host-session') }, app)).toHaveStatus(200);
    expect(await call({ url: '/me', headers: asking('session') }, app)).toHaveStatus(401);
    const out = await caller(body.token, app).post('/auth/logout');
    expect(out.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-session=; .*Path=\/.*Secure/),
      expect.stringMatching(/^session=; .*Path=\//),
    ]);
  });
});

describe('which pages get the cookie', () => {
  test.each(['cross-site', 'same-site'])(
    'a %s page gets no cookie, so it cannot sign its visitor in to another account',
    async (site) => {
      const ann = await patient();
      const { data } = await (await caregiver()).post('/patients', {
        email: freshEmail(),
        firstName: 'Ann',
        lastName: 'Lee',
      });
      const requests = [
        ['/auth/signup', person(), 201],
        ['/auth/login', { email: ann.email, password }, 200],
        ['/auth/invitations/accept', { token: data.invitation.token, password }, 200],
      ] as const;
      for (const [url, body, status] of requests) {
        const headers = { 'content-type': 'text/plain', origin: 'https://evil.example', 'sec-fetch-site': site };
        const answer = await call({ method: 'POST', url, payload: JSON.stringify(body), headers });
        expect(answer).toHaveStatus(status);
        expect(answer.headers['set-cookie']).toBeUndefined();
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    },
  );

  test.each(['same-origin', 'none', undefined])('a request with Sec-Fetch-Site %s gets the cookie', async (site) => {
    const headers: Record<string, string> = site ? { 'sec-fetch-site': site } : {};
    const answer = await caller().post('/auth/signup', person(), headers);
    expect(answer.headers['set-cookie']).toMatch(/^\S*session=/);
  });
});
