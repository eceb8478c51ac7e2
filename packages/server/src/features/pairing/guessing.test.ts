import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isFull } from '../../../test/faults/size.js';
import { testServer } from '../../../test/harness.js';
import { appWithOwnLimits, claimFrom, redeemFrom, startPairing } from '../../../test/pairing.js';
import { call, freshAddress, freshMac, type Person, patient } from '../../../test/people.js';
import type { App } from '../../platform/http/app.js';
import { codeLetters, formatCode, toCode } from './pairing.rules.js';

const wrongCode = (): string => formatCode(toCode(Array.from({ length: 8 }, () => randomInt(codeLetters.length))));
const fiveThenClosed = [404, 404, 404, 404, 404, 429];

/** Sent to one process directly: thousands of requests must not wait until the other processes know of each. */
async function send(app: App, path: string, payload: object, remoteAddress: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await app.inject({ method: 'POST', url: `/api${path}`, payload, remoteAddress, headers });
  return answer.statusCode;
}

const redeem = (app: App, address: string, code = wrongCode()) =>
  send(app, '/device/pairings/redeem', { code, device_id: freshMac() }, address);
const claim = (app: App, address: string, { token }: Person, userCode = wrongCode()) =>
  send(app, '/device/pairings/claim', { userCode }, address, token);

describe('wrong codes', () => {
  test('of one account, from any address: five, then closed for ten minutes, for right ones too', async () => {
    const { clock } = await testServer();
    const app = await appWithOwnLimits();
    const ann = await patient();
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) statuses.push(await claim(app, freshAddress(), ann));
    expect(statuses).toEqual(fiveThenClosed);
    expect(await claim(app, freshAddress(), ann, (await startPairing()).userCode)).toBe(429);
    // Somebody else is not affected.
    expect(await claim(app, freshAddress(), await patient(), (await startPairing()).userCode)).toBe(200);
    try {
      clock.offsetMs = 601_000;
      expect(await claim(app, freshAddress(), ann, (await startPairing()).userCode)).toBe(200);
    } finally {
      clock.offsetMs = 0;
    }
  });

  test('from one address, by any account: five together, claimed or redeemed', async () => {
    const app = await appWithOwnLimits();
    const address = freshAddress();
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++) statuses.push(await claim(app, address, await patient()));
    for (let count = 0; count < 3; count++) statuses.push(await redeem(app, address));
    expect(statuses).toEqual(fiveThenClosed);
  });

  test('are counted over all processes, and the answer says how long to wait', async () => {
    const [ann, address] = [await patient(), freshAddress()];
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++)
      statuses.push((await redeemFrom(address, { code: wrongCode(), device_id: freshMac() })).status);
    expect(statuses).toEqual(fiveThenClosed);
    const refused = await claimFrom(address, ann.token, { userCode: wrongCode() });
    expect(refused).toHaveStatus(429);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(refused.body.error).toBe(`Too many wrong codes. Try again in ${seconds} seconds.`);
  });

  test('right codes are not counted', async () => {
    const app = await appWithOwnLimits();
    const address = freshAddress();
    for (let count = 0; count < 8; count++) {
      const { code } = (await call({ method: 'POST', url: '/device/pairing-codes', token: (await patient()).token }))
        .data;
      expect(await redeem(app, address, code)).toBe(201);
    }
  });

  test('of 40 at once only five are checked', async () => {
    const app = await appWithOwnLimits();
    const address = freshAddress();
    const statuses = await Promise.all(Array.from({ length: 40 }, () => redeem(app, address)));
    expect(statuses.filter((status) => status === 404)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  });
});

/** The arithmetic is in guessing.rules.ts. At full size, with FAULTS_SIZE=full, this takes some ten minutes. */
const guesses = isFull ? 100_000 : 2_000;

describe(`${guesses} guesses while codes are open`, () => {
  async function guess(address: (n: number) => string): Promise<{ counts: Map<number, number>; tookMs: number }> {
    const ann = await patient();
    await startPairing();
    await ann.post('/device/pairing-codes');
    const app = await appWithOwnLimits();
    const counts = new Map<number, number>();
    const startedAt = performance.now();
    for (let first = 0; first < guesses; first += 50) {
      const statuses = await Promise.all(Array.from({ length: 50 }, (_, n) => redeem(app, address(first + n))));
      for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    return { counts, tookMs: performance.now() - startedAt };
  }

  test('from one address: none hits, five are checked', { timeout: 1_200_000 }, async () => {
    const address = freshAddress();
    const { counts } = await guess(() => address);
    expect(Object.fromEntries(counts)).toEqual({ 404: 5, 429: guesses - 5 });
  });

  test('from one address each: none hits, 1,000 are checked and then one in 0.6 s', {
    timeout: 1_200_000,
  }, async () => {
    const { counts, tookMs } = await guess((n) => `172.${16 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`);
    const checked = counts.get(404) ?? 0;
    process.stdout.write(`guesses from ${guesses} addresses: ${checked} checked, ${counts.get(429)} refused, 0 hits\n`);
    expect(checked + (counts.get(429) ?? 0)).toBe(guesses);
    expect(checked).toBeGreaterThanOrEqual(1_000);
    expect(checked).toBeLessThanOrEqual(1_001 + tookMs / 600);
  });
});
