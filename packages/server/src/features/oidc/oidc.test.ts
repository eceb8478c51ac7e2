import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { oidcClient } from '../../../test/oidc-provider.js';
import { appAt, callback, invited, join, signIn, start, startProviders } from '../../../test/oidc-sign-in.js';
import { admin, callAsRoot, caller, freshEmail, type Person, patient } from '../../../test/people.js';
import { addTotp } from '../../../test/second-factors.js';

const at = startProviders();

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
    const login = join(at.provider, { email: ann.email.toUpperCase() });
    const opened = await signIn(at.app, login);
    expect(opened.location).toBe('/');
    expect(opened.cookies).toMatch(/session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict/);
    expect(await whoIs(opened.token)).toMatchObject({ id: ann.id, role: 'PATIENT' });
    at.provider.people.set(login, { email: freshEmail(), email_verified: false });
    expect((await whoIs((await signIn(at.app, login)).token)).id).toBe(ann.id);
  });

  test('opens the session of an account whose e-mail is verified', async () => {
    const ann = await verified(await patient());
    expect((await whoIs((await signIn(at.app, join(at.provider, { email: ann.email }))).token)).id).toBe(ann.id);
  });

  test('is offered by name', async () => {
    expect((await caller(undefined, at.app).get('/auth/methods')).data.oidc).toEqual({ name: 'Care group' });
    expect((await caller().get('/auth/methods')).data.oidc).toBeNull();
  });

  test('asks the provider with PKCE, state and nonce, which differ each time', async () => {
    const [first, second] = [await start(at.app), await start(at.app)];
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
    const { headers } = await at.app.inject('/api/auth/oidc/start');
    expect(headers['set-cookie']).toMatch(/^oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('a provider that cannot be reached', async () => {
    const alone = await appAt('http://127.0.0.1:1');
    const { statusCode, headers } = await alone.inject('/api/auth/oidc/start');
    expect([statusCode, headers.location]).toEqual([302, '/#oidc=UNAVAILABLE']);
  });

  test('in production the cookie is Secure and of this host only', async () => {
    const secure = await appAt(at.provider.issuer, { nodeEnv: 'production', requireHttps: false });
    const { headers } = await secure.inject('/api/auth/oidc/start');
    expect(headers['set-cookie']).toMatch(/^__Host-oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });
});

describe('no account is opened', () => {
  async function expectRefusal(login: string, problem: string): Promise<void> {
    const refused = await signIn(at.app, login);
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
      await expectRefusal(join(at.provider, claims), 'NO_ACCOUNT');
  });

  test('for an unknown e-mail, and none is created', async () => {
    const { platform } = await testServer();
    const count = async () => (await platform.db.selectFrom('users').select('id').execute()).length;
    const before = await count();
    await expectRefusal(join(at.provider, { email: freshEmail() }), 'NO_ACCOUNT');
    expect(await count()).toBe(before);
  });

  test('that somebody has made by sign-up with this e-mail: it may be a trap', async () => {
    const ann = await patient();
    await expectRefusal(join(at.provider, { email: ann.email }), 'NO_ACCOUNT');
  });

  test('that is deactivated, linked before or not', async () => {
    const [ann, bob] = [await invited(), await invited()];
    const login = join(at.provider, { email: ann.email });
    expect((await signIn(at.app, login)).token).toBeDefined();
    for (const { id } of [ann, bob])
      await callAsRoot((first) => first.put(`/admin/users/${id}`, { status: 'inactive' }));
    await expectRefusal(login, 'NO_ACCOUNT');
    await expectRefusal(join(at.provider, { email: bob.email }), 'NO_ACCOUNT');
  });

  test('that has an authenticator at.app, unless the provider has asked for a second factor', async () => {
    const ann = await verified(await patient());
    await addTotp(ann);
    await expectRefusal(join(at.provider, { email: ann.email }), 'SECOND_FACTOR');
    expect((await signIn(at.app, join(at.provider, { email: ann.email, amr: ['pwd', 'mfa'] }))).token).toBeDefined();
  });

  test('and nobody becomes an admin, whatever the provider says', async () => {
    const ann = await invited();
    const { token } = await signIn(
      at.app,
      join(at.provider, { email: ann.email, role: 'ADMIN', groups: ['ADMIN', 'admin'] }),
    );
    expect((await whoIs(token)).role).toBe('PATIENT');
  });
});

test('the invitation ends with it: whoever passed it on cannot take the account over', async () => {
  const ann = await invited();
  const pending = async () => (await callAsRoot((first) => first.get(`/admin/users/${ann.id}`))).data.invitationPending;
  expect(await pending()).toBe(true);
  expect((await signIn(at.app, join(at.provider, { email: ann.email }))).token).toBeDefined();
  expect(await pending()).toBe(false);
  const late = { token: ann.invitation, password: 'Battery-staple-8!' };
  expect(await caller().post('/auth/invitations/accept', late)).toHaveStatus(401);
});

test('an admin needs the provider’s second factor where one is required', async () => {
  const strict = await appAt(at.provider.issuer, { adminSecondFactor: 'required' });
  const boss = await verified(await admin());
  const weak = await signIn(strict, join(at.provider, { email: boss.email }));
  expect(await caller(weak.token, strict).get('/admin/users')).toHaveStatus(403);
  const strong = await signIn(strict, join(at.provider, { email: boss.email, amr: ['mfa'] }));
  expect(await caller(strong.token, strict).get('/admin/users')).toHaveStatus(200);
});

test('an account without a password adds a second factor within ten minutes after the sign-in', async () => {
  const { clock } = await testServer();
  const ann = await invited();
  const { token } = await signIn(at.app, join(at.provider, { email: ann.email }));
  const there = caller(token);
  expect((await there.get('/profile/second-factors')).data.hasPassword).toBe(false);
  expect(await there.post('/profile/totp', {})).toHaveStatus(200);
  clock.offsetMs = 601_000;
  const refused = await there.post('/profile/totp', {});
  expect(refused).toHaveStatus(403);
  expect(refused.body.code).toBe('SIGN_IN_AGAIN');
});

test('the identity of one provider is not that of another with the same subject', async () => {
  const ann = await invited();
  const login = join(at.provider, { email: ann.email });
  expect((await signIn(at.app, login)).token).toBeDefined();
  at.other.people.set(login, { email: freshEmail(), email_verified: true });
  expect((await signIn(await appAt(at.other.issuer), login)).location).toBe('/#oidc=NO_ACCOUNT');
});
