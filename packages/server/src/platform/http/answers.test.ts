import { pino } from 'pino';
import { expect, test } from 'vitest';
import { appWith } from '../../../test/harness.js';
import { call, device, freshAddress, freshMac, patient, reading } from '../../../test/people.js';
import { createAddressHash } from './address-hash.js';

interface Line {
  readonly level: number;
  readonly status: number;
  readonly route: string;
  readonly actorId?: string | null;
  readonly addressHash?: string;
}

const info = 30;

/** A server whose process log the test reads. */
async function watchedApp(overrides: Parameters<typeof appWith>[0] = {}) {
  const text: string[] = [];
  const log = pino({ level: 'debug', base: undefined }, { write: (line: string) => text.push(line) });
  const app = await appWith(overrides, { log });
  const lines = (): Line[] => text.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request answered');
  return { app, lines, text };
}

const address = '203.0.113.77';
const hash = expect.stringMatching(/^[\w-]{16}$/);

test('a refusal logs who was refused and from where, with the address as a keyed hash', async () => {
  const { app, lines, text } = await watchedApp();
  const [ann, bob] = [await patient(), await patient()];
  const { id } = await device(bob);
  const from = { remoteAddress: address };
  await call({ url: '/me', ...from }, app);
  await call({ url: '/admin/users', token: ann.token, ...from }, app);
  await call({ url: `/device/${id}`, token: ann.token, ...from }, app);
  await call({ url: '/me', token: ann.token, ...from }, app);
  expect(lines()).toMatchObject([
    { status: 401, route: '/api/me', actorId: null, addressHash: hash },
    { status: 403, route: '/api/admin/users', actorId: ann.id, addressHash: hash },
    { status: 403, route: '/api/device/:id', actorId: ann.id, addressHash: hash },
    { status: 200, route: '/api/me' },
  ]);
  expect(lines()[3]).not.toHaveProperty('addressHash');
  expect(
    new Set(
      lines()
        .slice(0, 3)
        .map((line) => line.addressHash),
    ).size,
  ).toBe(1);
  await call({ url: '/me', remoteAddress: '203.0.113.78' }, app);
  expect(lines()[4]?.addressHash).not.toBe(lines()[0]?.addressHash);
  expect(text.join('')).not.toContain('203.0.113');
});

test('another installation produces a different hash of the same address', () => {
  const [one, other] = [createAddressHash(Buffer.alloc(32, 1)), createAddressHash(Buffer.alloc(32, 2))];
  expect(one(address)).toBe(one(address));
  expect(one(address)).not.toBe(other(address));
  // One /64 is one client, as in the rate limits.
  expect(one('2001:db8:1:2::1')).toBe(one('2001:db8:1:2:ffff::9'));
});

test('a rate limit refusal logs the user if known', async () => {
  const { app, lines } = await watchedApp({ limitGlobal: { points: 1, windowMs: 60_000 } });
  const ann = await patient();
  const remoteAddress = freshAddress();
  for (let n = 0; n < 2; n++) await call({ url: '/me', token: ann.token, remoteAddress }, app);
  expect(lines().at(-1)).toMatchObject({ status: 429, actorId: ann.id, addressHash: hash, level: info });
});

test('on the sensor stream 401 and 403 are logged at info, and a pace that is too fast only at debug', async () => {
  const { app, lines } = await watchedApp({ limitSensor: { points: 1, windowMs: 1_000 } });
  const [ann, bob] = [await patient(), await patient()];
  const stream = (token: string | undefined, mac: string) =>
    call({ method: 'POST', url: '/device/sensor-stream', token, payload: reading(mac), remoteAddress: address }, app);
  const mac = freshMac();
  await stream(undefined, mac);
  await stream(ann.token, mac);
  await stream(ann.token, mac);
  await stream(bob.token, mac);
  const debug = 20;
  expect(lines().map(({ level, status, actorId }) => ({ level, status, actorId }))).toEqual([
    { level: info, status: 401, actorId: null },
    { level: debug, status: 200, actorId: undefined },
    { level: debug, status: 429, actorId: ann.id },
    { level: info, status: 403, actorId: bob.id },
  ]);
});
