import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { appWith, testServer } from '../../../test/harness.js';
import { oidcClient, type RunningProvider, startProvider, TinyBrowser } from '../../../test/oidc-provider.js';
import { admin, callAsRoot, caller, caregiver, freshEmail, type Person, patient } from '../../../test/people.js';
import { addTotp } from '../../../test/second-factors.js';
import type { App } from '../../platform/http/app.js';
import { newId } from '../../platform/ids.js';
import { createOidcClient } from './oidc-client.js';

const callback = 'http://localhost:3000/api/auth/oidc/callback';
let provider: RunningProvider;
let other: RunningProvider;
let app: App;
beforeAll(async () => {
  [provider, other] = [await startProvider(callback), await startProvider(callback)];
  app = await appAt(provider.issuer);
});
afterAll(async () => {
  await provider.close();
  await other.close();
});
afterEach(async () => {
  (await testServer()).clock.offsetMs = 0;
});

async function appAt(oidcIssuer: string, more: object = {}): Promise<App> {
  const { platform } = await testServer();
  const settings = {
    oidcIssuer,
    oidcClientId: oidcClient.id,
    oidcClientSecret: oidcClient.secret,
    oidcName: 'Care group',
    ...more,
  };
  const oidc = createOidcClient({ ...platform.config, ...settings });
  return appWith(settings, { state: { ...platform.state, oidc } });
}

interface Started {
  readonly url: string;
  readonly cookie: string;
}

async function start(at = app, query = ''): Promise<Started> {
  const { statusCode, headers } = await at.inject(`/api/auth/oidc/start${query}`);
  expect(statusCode).toBe(302);
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  return { url: String(headers.location), cookie };
}

/** Where the browser is sent to, and its session, if it got one. */
async function finish({ search }: URL, cookie: string, at = app) {
  const headers = { cookie, 'sec-fetch-site': 'cross-site' };
  const answer = await at.inject({ url: `/api/auth/oidc/callback${search}`, headers });
  expect(answer.statusCode).toBe(302);
  const [, token] = /session=([^;]+)/.exec(String(answer.headers['set-cookie'])) ?? [];
  return { location: answer.headers.location, token, cookies: String(answer.headers['set-cookie']) };
}

/** A person at the provider; returns the name that they type there. */
function join(claims: object, at = provider): string {
  const login = newId();
  at.people.set(login, { email_verified: true, ...claims });
  return login;
}

async function signIn(login: string, at = app) {
  const { url, cookie } = await start(at);
  return finish(await new TinyBrowser().signIn(url, login, callback), cookie, at);
}

/** An account that a caregiver has created and whose invitation nobody has accepted. */
async function invited(): Promise<{ id: string; email: string; invitation: string }> {
  const email = freshEmail();
  const { data } = await (await caregiver()).post('/patients', { email, firstName: 'Ann', lastName: 'Lee' });
  return { id: data.id, email, invitation: data.invitation.token };
}

async function verified(person: Person): Promise<Person> {
  const { platform } = await testServer();
  await platform.db
    .updateTable('users')
    .set({ emailVerifiedAt: new Date().toISOString() })
    .where('id', '=', person.id)
    .execute();
  return person;
}

const whoIs = async (token: string | undefined) => (await caller(token).get('/me')).data;

describe('sign-in with a provider', () => {
  test('opens the session of an invited account; later by its identity, whatever its e-mail is', async () => {
    const ann = await invited();
    const login = join({ email: ann.email.toUpperCase() });
    const opened = await signIn(login);
    expect(opened.location).toBe('/');
    expect(opened.cookies).toMatch(/session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict/);
    expect(await whoIs(opened.token)).toMatchObject({ id: ann.id, role: 'PATIENT' });
    provider.people.set(login, { email: freshEmail(), email_verified: false });
    expect((await whoIs((await signIn(login)).token)).id).toBe(ann.id);
  });

  test('opens the session of an account whose e-mail is verified', async () => {
    const ann = await verified(await patient());
    expect((await whoIs((await signIn(join({ email: ann.email }))).token)).id).toBe(ann.id);
  });

  test('is offered by name', async () => {
    expect((await caller(undefined, app).get('/auth/methods')).data.oidc).toEqual({ name: 'Care group' });
    expect((await caller().get('/auth/methods')).data.oidc).toBeNull();
  });

  test('asks the provider with PKCE, state and nonce, which differ each time', async () => {
    const [first, second] = [await start(), await start()];
    const asked = new URL(first.url);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: oidcClient.id,
      redirect_uri: callback,
      scope: 'openid email',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.searchParams.get(name)).not.toBe(new URL(second.url).searchParams.get(name));
    const { headers } = await app.inject('/api/auth/oidc/start');
    expect(headers['set-cookie']).toMatch(/^oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('a provider that cannot be reached', async () => {
    const alone = await appAt('http://127.0.0.1:1');
    const { statusCode, headers } = await alone.inject('/api/auth/oidc/start');
    expect([statusCode, headers.location]).toEqual([302, '/#oidc=UNAVAILABLE']);
  });

  test('in production the cookie is Secure and of this host only', async () => {
    const secure = await appAt(provider.issuer, { nodeEnv: 'production', requireHttps: false });
    const { headers } = await secure.inject('/api/auth/oidc/start');
    expect(headers['set-cookie']).toMatch(/^__Host-oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });
});

describe('no account is opened', () => {
  async function expectRefusal(login: string, problem: string): Promise<void> {
    const refused = await signIn(login);
    expect(refused.location).toBe(`/#oidc=${problem}`);
    expect(refused.token).toBeUndefined();
  }

  test('for an e-mail that the provider has not verified, or does not tell', async () => {
    const ann = await invited();
    for (const claims of [
      { email: ann.email, email_verified: false },
      { email: ann.email, email_verified: undefined },
      {},
    ])
      await expectRefusal(join(claims), 'NO_ACCOUNT');
  });

  test('for an unknown e-mail, and none is created', async () => {
    const { platform } = await testServer();
    const count = async () => (await platform.db.selectFrom('users').select('id').execute()).length;
    const before = await count();
    await expectRefusal(join({ email: freshEmail() }), 'NO_ACCOUNT');
    expect(await count()).toBe(before);
  });

  test('that somebody has made by sign-up with this e-mail: it may be a trap', async () => {
    const ann = await patient();
    await expectRefusal(join({ email: ann.email }), 'NO_ACCOUNT');
  });

  test('that is deactivated, linked before or not', async () => {
    const [ann, bob] = [await invited(), await invited()];
    const login = join({ email: ann.email });
    expect((await signIn(login)).token).toBeDefined();
    for (const { id } of [ann, bob])
      await callAsRoot((first) => first.put(`/admin/users/${id}`, { status: 'inactive' }));
    await expectRefusal(login, 'NO_ACCOUNT');
    await expectRefusal(join({ email: bob.email }), 'NO_ACCOUNT');
  });

  test('that has an authenticator app, unless the provider has asked for a second factor', async () => {
    const ann = await verified(await patient());
    await addTotp(ann);
    await expectRefusal(join({ email: ann.email }), 'SECOND_FACTOR');
    expect((await signIn(join({ email: ann.email, amr: ['pwd', 'mfa'] }))).token).toBeDefined();
  });

  test('and nobody becomes an admin, whatever the provider says', async () => {
    const ann = await invited();
    const { token } = await signIn(join({ email: ann.email, role: 'ADMIN', groups: ['ADMIN', 'admin'] }));
    expect((await whoIs(token)).role).toBe('PATIENT');
  });
});

test('the invitation ends with it: whoever passed it on cannot take the account over', async () => {
  const ann = await invited();
  const pending = async () => (await callAsRoot((first) => first.get(`/admin/users/${ann.id}`))).data.invitationPending;
  expect(await pending()).toBe(true);
  expect((await signIn(join({ email: ann.email }))).token).toBeDefined();
  expect(await pending()).toBe(false);
  const late = { token: ann.invitation, password: 'Battery-staple-8!' };
  expect(await caller().post('/auth/invitations/accept', late)).toHaveStatus(401);
});

test('an admin needs the provider’s second factor where one is required', async () => {
  const strict = await appAt(provider.issuer, { adminSecondFactor: 'required' });
  const boss = await verified(await admin());
  const weak = await signIn(join({ email: boss.email }), strict);
  expect(await caller(weak.token, strict).get('/admin/users')).toHaveStatus(403);
  const strong = await signIn(join({ email: boss.email, amr: ['mfa'] }), strict);
  expect(await caller(strong.token, strict).get('/admin/users')).toHaveStatus(200);
});

test('an account without a password adds a second factor within ten minutes after the sign-in', async () => {
  const { clock } = await testServer();
  const ann = await invited();
  const { token } = await signIn(join({ email: ann.email }));
  const there = caller(token);
  expect((await there.get('/profile/second-factors')).data.hasPassword).toBe(false);
  expect(await there.post('/profile/totp', {})).toHaveStatus(200);
  clock.offsetMs = 601_000;
  const refused = await there.post('/profile/totp', {});
  expect(refused).toHaveStatus(403);
  expect(refused.body.code).toBe('SIGN_IN_AGAIN');
});

describe('a callback is refused', () => {
  async function back() {
    const ann = await invited();
    const { url, cookie } = await start();
    return { ann, cookie, returned: await new TinyBrowser().signIn(url, join({ email: ann.email }), callback) };
  }
  const failed = { location: '/#oidc=FAILED', token: undefined };

  test('with the state of another sign-in', async () => {
    const { returned, cookie } = await back();
    returned.searchParams.set('state', new URL((await start()).url).searchParams.get('state') ?? '');
    expect(await finish(returned, cookie)).toMatchObject(failed);
  });

  test('in a browser that has not started it: an attacker cannot sign others in to their account', async () => {
    const { returned } = await back();
    expect(await finish(returned, '')).toMatchObject(failed);
    expect(await finish(returned, (await start()).cookie)).toMatchObject(failed);
    expect(await finish(returned, 'oidc=nonsense')).toMatchObject(failed);
  });

  test('with an ID token for another nonce', async () => {
    const ann = await invited();
    const { url, cookie } = await start();
    const changed = new URL(url);
    changed.searchParams.set('nonce', 'of-somebody-else');
    const returned = await new TinyBrowser().signIn(changed.href, join({ email: ann.email }), callback);
    expect(await finish(returned, cookie)).toMatchObject(failed);
  });

  test('with a code that was used already', async () => {
    const { returned, cookie } = await back();
    expect((await finish(returned, cookie)).location).toBe('/');
    expect(await finish(returned, cookie)).toMatchObject(failed);
  });

  test('with a code that was given to another sign-in (PKCE)', async () => {
    const [victim, attacker] = [await back(), await start()];
    victim.returned.searchParams.set('state', new URL(attacker.url).searchParams.get('state') ?? '');
    expect(await finish(victim.returned, attacker.cookie)).toMatchObject(failed);
  });

  test('from another issuer: named by it, or with its code', async () => {
    const { returned, cookie } = await back();
    returned.searchParams.set('iss', other.issuer);
    expect(await finish(returned, cookie)).toMatchObject(failed);

    const ann = await invited();
    const { url, cookie: own } = await start();
    const elsewhere = new URL(url);
    elsewhere.port = new URL(other.issuer).port;
    const mixed = await new TinyBrowser().signIn(elsewhere.href, join({ email: ann.email }, other), callback);
    expect(await finish(mixed, own)).toMatchObject(failed);
    mixed.searchParams.set('iss', provider.issuer);
    expect(await finish(mixed, own)).toMatchObject(failed);
  });

  test('after ten minutes', async () => {
    const { clock } = await testServer();
    const { returned, cookie } = await back();
    clock.offsetMs = 600_001;
    expect(await finish(returned, cookie)).toMatchObject(failed);
  });

  test('when the person has cancelled', async () => {
    const { url, cookie } = await start();
    const state = new URL(url).searchParams.get('state');
    const cancelled = new URL(
      `${callback}?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
    );
    expect(await finish(cancelled, cookie)).toMatchObject({ location: '/#oidc=CANCELLED', token: undefined });
  });

  test('and never leads to another site', async () => {
    const target = 'https://evil.example';
    const ann = await invited();
    const query = `?returnTo=${target}&redirect_uri=${target}&next=//evil.example`;
    const { url, cookie } = await start(app, query);
    expect(url).not.toContain('evil');
    const returned = await new TinyBrowser().signIn(url, join({ email: ann.email }), callback);
    for (const name of ['returnTo', 'next', 'redirect_uri']) returned.searchParams.set(name, target);
    expect((await finish(returned, cookie)).location).toBe('/');
  });
});

test('the identity of one provider is not that of another with the same subject', async () => {
  const ann = await invited();
  const login = join({ email: ann.email });
  expect((await signIn(login)).token).toBeDefined();
  other.people.set(login, { email: freshEmail(), email_verified: true });
  expect((await signIn(login, await appAt(other.issuer))).location).toBe('/#oidc=NO_ACCOUNT');
});
