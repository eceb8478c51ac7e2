import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, send, startServer } from '../../../server/test/processes/process.js';
import { systemClock } from '../../src/clock.js';
import type { StoredCredential } from '../../src/credential.js';
import { FallwatchDevice } from '../../src/device.js';
import { edgeMode } from '../../src/edge/index.js';
import type { SendingMode } from '../../src/mode.js';
import { redeemCode, startPairing } from '../../src/pairing.js';
import type { Question } from '../../src/questions.js';

/** The library against the built server. */
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-device-'));
let server: Running;
let token: string;

beforeAll(async () => {
  server = await startServer({ DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', LOG_LEVEL: 'silent' });
  const person = { email: 'rose@example.org', password: 'Battery-staple-8#', firstName: 'Rose', lastName: 'Hill' };
  token = (await call('POST', '/auth/signup', person)).token;
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const baseUrl = () => new URL(server.base).origin;

async function call(method: string, path: string, body?: unknown) {
  const answer = await send(server.base, method, path, body, token);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

/** Pairs a device with a code that it redeems, and wears it. */
async function wear(deviceId: string, mode?: SendingMode) {
  const { code } = (await call('POST', '/device/pairing-codes', {})).data;
  const credential = await redeemCode({ baseUrl: baseUrl(), device: { deviceId }, code });
  let stored: StoredCredential = { credential, issuedAtMs: Date.now() };
  let isOffline = false;
  const [questions, refused]: [Question[], unknown[]] = [[], []];
  const requests: string[] = [];
  const startedAtMs = performance.now();
  const device = new FallwatchDevice({
    baseUrl: baseUrl(),
    deviceId,
    credentials: {
      load: async () => stored,
      save: async (saved) => {
        stored = saved;
      },
    },
    bodySite: 'waist',
    clock: { ...systemClock, uptimeMs: () => performance.now() - startedAtMs },
    fetch: (request) => {
      if (isOffline) return Promise.reject(new TypeError('no network'));
      requests.push(new URL(request.url).pathname);
      return fetch(request);
    },
    onQuestion: (question) => questions.push(question),
    onRefused: (one) => refused.push(one),
    ...(mode ? { mode } : {}),
  });
  expect(await device.start()).toBe(true);
  let second = 0;
  /** One second of samples, at its real time. */
  const live = async (kind: 'upright' | 'fall' | 'lying') => {
    for (let i = 0; i < 25; i += 1) {
      const t = second * 1_000 + i * 40;
      await pause(Math.max(0, t - (performance.now() - startedAtMs)));
      await device.addSample({ t, ...motionAt(kind, i) });
    }
    second += 1;
  };
  const cut = (is: boolean) => {
    isOffline = is;
  };
  return { device, live, cut, questions, refused, requests };
}

/** Upright, then 0.3 s of falling, an impact of 4 g, and lying on the side. */
function motionAt(kind: 'upright' | 'fall' | 'lying', i: number) {
  const noise = Math.sin(i * 7) / 20;
  const upright = { ax: noise, ay: 0, az: 9.81, gx: 0, gy: 0, gz: 0 };
  const lying = { ax: 9.81, ay: noise, az: 0.3, gx: 0, gy: 0, gz: 0 };
  if (kind !== 'fall') return kind === 'upright' ? upright : lying;
  if (i < 10) return upright;
  if (i < 18) return { ax: 0.6, ay: 0, az: 2.5, gx: 0, gy: 220, gz: 0 };
  if (i < 20) return { ax: 29, ay: 5, az: 26, gx: 260, gy: 100, gz: 0 };
  return lying;
}

async function liveThrough(
  live: (kind: 'upright' | 'fall' | 'lying') => Promise<void>,
  plan: [number, 'upright' | 'fall' | 'lying'][],
) {
  for (const [seconds, kind] of plan) for (let n = 0; n < seconds; n += 1) await live(kind);
}

const listFalls = async (): Promise<{ id: string; confidence: number }[]> => (await call('GET', '/falls')).data;

test('a shown code pairs the device with the person who enters it', async () => {
  const deviceId = '02:00:00:00:D1:01';
  const credential = await startPairing({
    baseUrl: baseUrl(),
    device: { deviceId, name: 'Bracelet' },
    onCode: ({ userCode }) => void call('POST', '/device/pairings/claim', { userCode: userCode.toLowerCase() }),
  });
  expect(credential).toMatch(/^fwd_/);
});

test('loses nothing without a network, finds the fall in it, and asks the wearer', async () => {
  const { device, live, cut, questions, refused } = await wear('02:00:00:00:D1:02');
  await liveThrough(live, [[6, 'upright']]);
  cut(true);
  await liveThrough(live, [
    [3, 'upright'],
    [1, 'fall'],
    [3, 'lying'],
  ]);
  expect(device.state).toMatchObject({ connection: 'offline' });
  expect(device.state.bufferedCount).toBeGreaterThanOrEqual(6);
  cut(false);
  await liveThrough(live, [[9, 'lying']]);
  await expect.poll(() => device.state.bufferedCount).toBe(0);
  expect(refused).toEqual([]);
  const [fall] = await listFalls();
  expect(fall?.confidence).toBeGreaterThan(0.5);
  expect(questions.map(({ fallId }) => fallId)).toEqual([fall?.id]);
  await questions[0]?.answer('OK');
  expect((await call('GET', `/falls/${fall?.id}`)).data).toMatchObject({
    timeline: { cancelledAt: expect.any(String) },
  });
  await device.stop();
});

test('in edge mode sends few readings, and the fall is found', async () => {
  const { device, live, refused, requests } = await wear('02:00:00:00:D1:03', edgeMode());
  const before = (await listFalls()).length;
  await liveThrough(live, [[35, 'upright']]);
  // The first seconds after the start.
  expect(requests.length).toBeLessThanOrEqual(13);
  await liveThrough(live, [
    [1, 'fall'],
    [8, 'lying'],
  ]);
  expect(requests).toContain('/api/device/readings');
  expect(refused).toEqual([]);
  await expect.poll(async () => (await listFalls()).length).toBe(before + 1);
  await device.stop();
});
