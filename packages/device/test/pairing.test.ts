import { FallwatchError } from '@fallwatch/client';
import { expect, test } from 'vitest';
import { PairingStopped, redeemCode, startPairing } from '../src/pairing.js';
import { FakeClock, FakeService, noAnswer, ok, refuse } from './fakes.js';

const device = { deviceId: '02:00:00:00:00:01', name: 'Bracelet', firmwareVersion: '1.2' };

function world() {
  const [clock, fake] = [new FakeClock(), new FakeService()];
  const codes: string[] = [];
  const stop = new AbortController();
  let issued = 0;
  const start = () =>
    ok({ deviceCode: `d${++issued}`, userCode: `CODE-${issued}`, url: 'x', expiresAt: 'x', pollSeconds: 5 });
  const pair = () =>
    startPairing({
      baseUrl: 'http://x',
      device,
      fetch: fake.fetch,
      clock,
      random: () => 0,
      signal: stop.signal,
      onCode: ({ userCode }) => codes.push(userCode),
    });
  return { clock, fake, codes, stop, start, pair };
}

test('shows a code, polls as often as the service asks, and returns the credential', async () => {
  const { clock, fake, codes, start, pair } = world();
  let polls = 0;
  fake.answer = ({ path }) => {
    if (path === '/device/pairings') return start();
    polls += 1;
    return ok({ state: polls < 3 ? 'WAITING' : 'PAIRED', credential: polls < 3 ? null : 'fwd_2_b', deviceId: null });
  };
  const paired = pair();
  await clock.pass(14_000);
  expect(polls).toBe(2);
  await clock.pass(1_000);
  expect(await paired).toBe('fwd_2_b');
  expect(codes).toEqual(['CODE-1']);
  expect(fake.arrived[0]?.body).toEqual({ device_id: device.deviceId, name: 'Bracelet', firmware_version: '1.2' });
  expect(fake.arrived[1]).toMatchObject({ path: '/device/pairings/poll', body: { deviceCode: 'd1' } });
});

test('shows a new code when the first expires, and waits for a lost connection', async () => {
  const { clock, fake, codes, start, pair } = world();
  let isAway = false;
  fake.answer = ({ path, body }) => {
    if (isAway) return noAnswer();
    if (path === '/device/pairings') return start();
    return body.deviceCode === 'd1' ? refuse(404) : ok({ state: 'PAIRED', credential: 'fwd_2_b', deviceId: null });
  };
  const paired = pair();
  await clock.pass(5_000);
  expect(codes).toEqual(['CODE-1', 'CODE-2']);
  isAway = true;
  await clock.pass(20_000);
  isAway = false;
  await clock.pass(60_000);
  expect(await paired).toBe('fwd_2_b');
});

test('ends when it is stopped, and when the service refuses the device', async () => {
  const { clock, fake, stop, start, pair } = world();
  fake.answer = () => start();
  const paired = pair().catch((error: unknown) => error);
  await clock.pass(1_000);
  stop.abort();
  expect(await paired).toBeInstanceOf(PairingStopped);
  const other = world();
  other.fake.answer = () => refuse(400);
  await expect(other.pair()).rejects.toBeInstanceOf(FallwatchError);
});

test('a code from a screen or a card gives the credential', async () => {
  const { fake } = world();
  fake.answer = () => ok({ credential: 'fwd_3_c', deviceId: 'x', macAddress: device.deviceId });
  expect(await redeemCode({ baseUrl: 'http://x', device, fetch: fake.fetch, code: 'BCDF-GHJK' })).toBe('fwd_3_c');
  expect(fake.arrived[0]).toMatchObject({ path: '/device/pairings/redeem', body: { code: 'BCDF-GHJK' } });
});
