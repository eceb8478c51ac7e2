import { afterEach, describe, expect, test } from 'vitest';
import { createAuthenticator, type Says } from '../../../test/authenticator.js';
import { appWith, testServer } from '../../../test/harness.js';
import { admin, call, callAsRoot, caller, type Person, password, patient } from '../../../test/people.js';
import { addTotp } from '../../../test/second-factors.js';
import { createContext, system } from '../../platform/context.js';
import { clearExpiredChallenges } from './challenges.service.js';

afterEach(async () => {
  (await testServer()).clock.offsetMs = 0;
});

async function addPasskey(person: Person, says: Says = {}) {
  const authenticator = createAuthenticator(person.id);
  const { data: options } = await person.post('/profile/passkeys/options', { password });
  const response = authenticator.register(options, says);
  return {
    authenticator,
    options,
    response,
    answer: await person.post('/profile/passkeys', { name: 'Phone', response }),
  };
}

const startSignIn = async () => (await caller().post('/auth/passkeys/options')).data;
const signIn = (response: object) => caller().post('/auth/passkeys/login', { response });

describe('passkeys', () => {
  test('open a session without a password, an e-mail or a code', async () => {
    const ann = await patient();
    await addTotp(ann);
    const { authenticator, options, answer } = await addPasskey(ann);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Fallwatch' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(answer).toHaveStatus(201);
    expect(answer.data).toEqual({
      id: expect.any(String),
      name: 'Phone',
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    const request = await startSignIn();
    expect(request).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(request.allowCredentials ?? []).toEqual([]);
    const opened = await signIn(authenticator.sign(request));
    expect(opened).toHaveStatus(200);
    expect(opened.data.id).toBe(ann.id);
    expect(opened.headers['set-cookie']).toMatch(/^session=/);
    const { passkeys } = (await caller(opened.body.token).get('/profile/second-factors')).data;
    expect(passkeys).toEqual([{ ...answer.data, lastUsedAt: expect.any(String) }]);
  });

  test('are added and removed with the password, each by its owner', async () => {
    const [ann, bob] = [await patient(), await patient()];
    for (const body of [{}, { password: 'Wrong-horse-7!' }])
      expect(await ann.post('/profile/passkeys/options', body)).toHaveStatus(400);
    const { authenticator, answer } = await addPasskey(ann);
    const path = `/profile/passkeys/${answer.data.id}`;
    expect(await bob.delete(path, { password })).toHaveStatus(404);
    expect(await ann.delete(path, {})).toHaveStatus(400);
    expect(await ann.delete(path, { password })).toHaveStatus(200);
    expect(await signIn(authenticator.sign(await startSignIn()))).toHaveStatus(401);
  });

  test('make an admin’s session complete where a second factor is required', async () => {
    const app = await appWith({ adminSecondFactor: 'required' });
    const boss = await admin();
    expect(await caller(boss.token, app).get('/admin/users')).toHaveStatus(403);
    const { authenticator } = await addPasskey(boss);
    expect(await caller(boss.token, app).get('/admin/users')).toHaveStatus(200);
    const { body } = await signIn(authenticator.sign(await startSignIn()));
    expect(await caller(body.token, app).get('/admin/users')).toHaveStatus(200);
  });

  test('an admin removes all passkeys of a person', async () => {
    const ann = await patient();
    const { authenticator } = await addPasskey(ann);
    await callAsRoot((first) => first.delete(`/admin/users/${ann.id}/second-factors`));
    expect(await signIn(authenticator.sign(await startSignIn()))).toHaveStatus(401);
  });

  test('are not offered over plain HTTP', async () => {
    const app = await appWith({ publicUrl: 'http://care.example.org' });
    expect((await caller(undefined, app).get('/auth/methods')).data.passkeys).toBe(false);
    const refused = await caller(undefined, app).post('/auth/passkeys/options');
    expect(refused).toHaveStatus(409);
    expect(refused.body.code).toBe('PASSKEYS_UNAVAILABLE');
  });
});

describe('a sign-in is refused', () => {
  const lies: Record<string, Says> = {
    'from another site': { origin: 'https://fallwatch.example' },
    'from another port of the host': { origin: 'http://localhost:3001' },
    'for another relying party': { rpId: 'fallwatch.example' },
    'without a check of the person': { isVerified: false },
    'that is a registration': { type: 'webauthn.create' },
    'for a challenge that nobody has made': { challenge: Buffer.alloc(32, 7).toString('base64url') },
    'for another account': { userHandle: '00000000-0000-7000-8000-000000000000' },
  };
  test.each(Object.keys(lies))('%s', async (name) => {
    const { authenticator } = await addPasskey(await patient());
    const request = await startSignIn();
    const refused = await signIn(authenticator.sign(request, lies[name]));
    expect(refused).toHaveStatus(401);
    expect(refused.headers['set-cookie']).toBeUndefined();
    // The same passkey, telling the truth.
    expect(await signIn(authenticator.sign(await startSignIn()))).toHaveStatus(200);
  });

  test('with the answer to an earlier challenge, used or not', async () => {
    const { authenticator } = await addPasskey(await patient());
    const first = authenticator.sign(await startSignIn());
    expect(await signIn(first)).toHaveStatus(200);
    expect(await signIn(first)).toHaveStatus(401);
    const refused = authenticator.sign(await startSignIn(), { origin: 'https://fallwatch.example' });
    expect(await signIn(refused)).toHaveStatus(401);
    expect(await signIn(refused)).toHaveStatus(401);
  });

  test('twice at the same time', async () => {
    const { authenticator } = await addPasskey(await patient());
    const response = authenticator.sign(await startSignIn());
    const answers = await Promise.all([signIn(response), signIn(response)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('after five minutes; upkeep deletes what has expired', async () => {
    const { clock, platform } = await testServer();
    const { authenticator } = await addPasskey(await patient());
    const request = await startSignIn();
    clock.offsetMs = 300_001;
    expect(await signIn(authenticator.sign(request))).toHaveStatus(401);
    await clearExpiredChallenges(createContext(platform, system));
    const left = platform.db.selectFrom('passkeyChallenges').select('challenge');
    expect(await left.where('challenge', '=', request.challenge).execute()).toEqual([]);
  });

  test('from a copy of an authenticator: its counter is not higher', async () => {
    const { authenticator } = await addPasskey(await patient(), { counter: 5 });
    const signWith = async (counter: number) => signIn(authenticator.sign(await startSignIn(), { counter }));
    expect(await signWith(7)).toHaveStatus(200);
    for (const counter of [0, 6, 7]) expect(await signWith(counter)).toHaveStatus(401);
    expect(await signWith(8)).toHaveStatus(200);
  });

  test('from an authenticator that does not count, never for its counter', async () => {
    const { authenticator } = await addPasskey(await patient(), { counter: 0 });
    for (let n = 0; n < 2; n++)
      expect(await signIn(authenticator.sign(await startSignIn(), { counter: 0 }))).toHaveStatus(200);
  });

  test('with the id of another passkey', async () => {
    const { authenticator: own } = await addPasskey(await patient());
    const { authenticator: foreign } = await addPasskey(await patient());
    const response = own.sign(await startSignIn());
    expect(await signIn({ ...response, id: foreign.id, rawId: foreign.id })).toHaveStatus(401);
  });

  test('with a challenge that was made for a registration', async () => {
    const ann = await patient();
    const { authenticator } = await addPasskey(ann);
    const { data } = await ann.post('/profile/passkeys/options', { password });
    expect(await signIn(authenticator.sign(data))).toHaveStatus(401);
  });

  test('if the account is deactivated', async () => {
    const ann = await patient();
    const { authenticator } = await addPasskey(ann);
    await callAsRoot((first) => first.put(`/admin/users/${ann.id}`, { status: 'inactive' }));
    expect(await signIn(authenticator.sign(await startSignIn()))).toHaveStatus(401);
  });

  test('the same way for a passkey that nobody has', async () => {
    const stranger = await signIn(createAuthenticator('x').sign(await startSignIn()));
    expect(stranger).toHaveStatus(401);
    const { authenticator } = await addPasskey(await patient());
    const lying = await signIn(authenticator.sign(await startSignIn(), { isVerified: false }));
    expect({ ...lying.body, requestId: 0 }).toEqual({ ...stranger.body, requestId: 0 });
  });

  test('its cookie, to a page of another site', async () => {
    const { authenticator } = await addPasskey(await patient());
    const payload = JSON.stringify({ response: authenticator.sign(await startSignIn()) });
    const headers = { 'content-type': 'text/plain', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await call({ method: 'POST', url: '/auth/passkeys/login', payload, headers });
    expect(answer).toHaveStatus(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('a registration is refused', () => {
  const lies: Record<string, Says> = {
    'from another site': { origin: 'https://fallwatch.example' },
    'for another relying party': { rpId: 'fallwatch.example' },
    'without a check of the person': { isVerified: false },
  };
  test.each(Object.keys(lies))('%s', async (name) => {
    const { answer } = await addPasskey(await patient(), lies[name]);
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toHaveProperty('response');
  });

  test('with the challenge of another person, or a used one', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const { response } = await addPasskey(ann);
    expect(await ann.post('/profile/passkeys', { name: 'Again', response })).toHaveStatus(400);
    const { data } = await ann.post('/profile/passkeys/options', { password });
    const stolen = createAuthenticator(bob.id).register(data);
    expect(await bob.post('/profile/passkeys', { name: 'Phone', response: stolen })).toHaveStatus(400);
  });

  test('if another account has this passkey', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const { authenticator } = await addPasskey(ann);
    const { data } = await bob.post('/profile/passkeys/options', { password });
    const response = authenticator.register(data);
    expect(await bob.post('/profile/passkeys', { name: 'Phone', response })).toHaveStatus(409);
  });
});
