import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { call, caller, caregiver, device, logIn, type Person, patient, reading } from '../../../test/people.js';
import { toClientName } from './client-name.rules.js';

const chrome =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

interface Listed {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly client: string | null;
}

async function list(person: Person): Promise<Listed[]> {
  const answer = await person.get('/profile/sessions');
  expect(answer).toHaveStatus(200);
  return answer.data;
}

describe('the list of sessions', () => {
  test('shows where a person is signed in, and which session this is', async () => {
    const ann = await patient();
    const phone = await logIn(ann.email);
    await call({ url: '/me', token: phone.token, headers: { 'user-agent': chrome } });
    const sessions = async () => list(ann);
    // In a cluster the other process writes its uses by itself.
    if ((await testServer()).processes.length === 1) {
      expect(await sessions()).toHaveLength(2);
      expect(await sessions()).toEqual(
        expect.arrayContaining([
          {
            id: expect.any(String),
            createdAt: expect.any(String),
            lastUsedAt: expect.any(String),
            expiresAt: expect.any(String),
            client: 'Chrome on Android',
            isCurrent: false,
          },
        ]),
      );
    }
    expect((await sessions()).filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect((await list(phone)).filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  });

  test('has no expired sessions, and none of other people', async () => {
    const { clock } = await testServer();
    const [ann, bob] = [await patient(), await patient()];
    const ids = (await list(bob)).map(({ id }) => id);
    expect((await list(ann)).some(({ id }) => ids.includes(id))).toBe(false);
    try {
      clock.offsetMs = 25 * 3_600_000;
      expect(await list(await logIn(ann.email))).toHaveLength(1);
    } finally {
      clock.offsetMs = 0;
    }
  });
});

describe('ending a session', () => {
  test('signs out the other browser, and keeps this one', async () => {
    const ann = await patient();
    const elsewhere = await logIn(ann.email);
    const other = (await list(ann)).find(({ isCurrent }) => !isCurrent);
    const ended = await ann.delete(`/profile/sessions/${other?.id}`);
    expect(ended).toHaveStatus(200);
    expect(ended.data).toEqual({ id: other?.id, message: 'Session ended' });
    expect(await elsewhere.get('/me')).toHaveStatus(401);
    expect(await list(ann)).toHaveLength(1);
    expect(await ann.delete(`/profile/sessions/${other?.id}`)).toHaveStatus(404);
  });

  test('of another person is 404, also for their caregiver, and changes nothing', async () => {
    const ann = await patient();
    const [bob, carl] = [await patient(), await caregiver({ of: ann })];
    const [{ id }] = (await list(ann)) as [Listed];
    for (const person of [bob, carl]) expect(await person.delete(`/profile/sessions/${id}`)).toHaveStatus(404);
    expect(await bob.delete('/profile/sessions/nonsense')).toHaveStatus(404);
    expect(await ann.get('/me')).toHaveStatus(200);
  });

  test('all others end at once, and no device credential', async () => {
    const ann = await patient();
    const watch = await device(ann);
    const { credential } = (await ann.post(`/device/${watch.id}/credentials`)).data;
    const others = [await logIn(ann.email), await logIn(ann.email)];
    expect(await ann.post('/profile/sessions/end-others')).toHaveStatus(200);
    for (const other of others) expect(await other.get('/me')).toHaveStatus(401);
    expect(await ann.get('/me')).toHaveStatus(200);
    expect(await caller(credential).post('/device/sensor-stream', reading(watch.mac))).toHaveStatus(200);
  });
});

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1';
test.each([
  [chrome, 'Chrome on Android'],
  [safari, 'Safari on iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0', 'Opera on macOS'],
  ['curl/8.5.0', 'curl'],
  [`${'x'.repeat(500)} <script>`, 'x'.repeat(60)],
  ['<script>alert(1)</script>', null],
  ['', null],
  [undefined, null],
])('%s is %s', (userAgent, name) => {
  expect(toClientName(userAgent)).toBe(name);
});
