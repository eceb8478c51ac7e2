import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TestClock } from '../../../test/harness.js';
import { profile, servers } from '../../../test/servers.js';
import { type HotState, keptForMs, type Pace, type Turn, type TurnRequest } from './hot-state.js';
import { createMemoryHotState } from './memory.js';
import { createRedisHotState } from './redis.js';

const silent = pino({ level: 'silent' });
const nowhere = 'redis://127.0.0.1:1';

/** Both drivers, and the Redis driver without its server: all must count correctly. */
const drivers: [string, (clock: TestClock) => HotState][] = [
  ['in process', (clock) => createMemoryHotState(clock)],
  ['Redis gone', (clock) => createRedisHotState(nowhere, 'x:', clock, silent)],
];
if (profile === 'cluster')
  drivers.push(['Redis', (clock) => createRedisHotState(servers.redis, `test:${randomUUID()}:`, clock, silent)]);

const request = (key: string, when: Partial<TurnRequest> = {}): TurnRequest => {
  return { key, agoMs: 0, heldUpMs: 0, takesTurn: true, ...when };
};

async function takeTurn(hot: HotState, key: string, pace: Pace | null, when?: Partial<TurnRequest>): Promise<Turn> {
  return (await hot.takeTurns([request(key, when)], pace))[0] as Turn;
}

const steady: Pace = { intervalMs: 10_000, toleranceMs: 2_000 };

async function isAllowed(hot: HotState, key: string, when: Partial<TurnRequest>): Promise<boolean> {
  return (await takeTurn(hot, key, steady, when)).isAllowed;
}

/** A hot state for the tests of one `describe`. With a server, they wait until it answers. */
function openHotState(name: string, create: (clock: TestClock) => HotState): { clock: TestClock; hot: HotState } {
  const clock = new TestClock();
  const hot = create(clock);
  if (name === 'Redis') beforeAll(() => vi.waitFor(() => hot.ping(), { timeout: 60_000 }));
  afterAll(() => hot.close());
  return { clock, hot };
}

describe.each(drivers)('windows of hits, %s', (name, create) => {
  const { clock, hot } = openHotState(name, create);

  test('counts hits of one key within its window', async () => {
    const key = randomUUID();
    const counts = [];
    for (let i = 0; i < 3; i++) counts.push((await hot.countHit(key, 60_000)).count);
    expect(counts).toEqual([1, 2, 3]);
    expect((await hot.countHit(randomUUID(), 60_000)).count).toBe(1);
  });

  test('a window ends windowMs after its first hit', async () => {
    const key = randomUUID();
    const first = await hot.countHit(key, 400);
    expect(first.resetAtMs - clock.nowMs()).toBeGreaterThan(200);
    expect(first.resetAtMs - clock.nowMs()).toBeLessThanOrEqual(400);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const second = await hot.countHit(key, 400);
    expect(Math.abs(second.resetAtMs - first.resetAtMs)).toBeLessThan(50);
    await expect.poll(async () => (await hot.countHit(key, 400)).count, { interval: 450 }).toBe(1);
  });

  test('counts every one of many concurrent hits', async () => {
    const key = randomUUID();
    const hits = await Promise.all(Array.from({ length: 50 }, () => hot.countHit(key, 60_000)));
    expect(Math.max(...hits.map((hit) => hit.count))).toBe(50);
  });
});

describe.each(drivers)('pace, %s', (name, create) => {
  const { clock, hot } = openHotState(name, create);

  test('refuses a turn that is too early, but tolerates jitter', async () => {
    const key = randomUUID();
    const pace = { intervalMs: 400, toleranceMs: 100 };
    expect((await takeTurn(hot, key, pace)).isAllowed).toBe(true);
    const early = await takeTurn(hot, key, pace);
    expect(early.isAllowed).toBe(false);
    expect(early.nextAtMs - clock.nowMs()).toBeGreaterThan(200);
    expect(early.nextAtMs - clock.nowMs()).toBeLessThanOrEqual(300);
    await new Promise((resolve) => setTimeout(resolve, 330));
    expect((await takeTurn(hot, key, pace)).isAllowed).toBe(true);
    expect((await takeTurn(hot, key, null)).isAllowed).toBe(true);
  });

  test('measures pace from arrival, not from when the turn is taken', async () => {
    const key = randomUUID();
    expect(await isAllowed(hot, key, { agoMs: 9_000 })).toBe(true);
    expect(await isAllowed(hot, key, { agoMs: 5_000 })).toBe(false);
    expect(await isAllowed(hot, key, { agoMs: 0 })).toBe(true);
    expect(await isAllowed(hot, key, { agoMs: 0 })).toBe(false);
  });

  test('measures a delayed request from its earliest possible arrival, and the rate stays the same', async () => {
    const key = randomUUID();
    expect(await isAllowed(hot, key, { heldUpMs: 9_000 })).toBe(true);
    expect(await isAllowed(hot, key, {})).toBe(true);
    expect(await isAllowed(hot, key, {})).toBe(false);
    expect(await isAllowed(hot, key, { heldUpMs: 9_000 })).toBe(false);
  });

  test('allows a request that a later one overtook', async () => {
    const key = randomUUID();
    expect(await isAllowed(hot, key, { agoMs: 0 })).toBe(true);
    expect(await isAllowed(hot, key, { agoMs: 10_000 })).toBe(true);
    expect(await isAllowed(hot, key, { agoMs: 5_000 })).toBe(false);
    expect(await isAllowed(hot, key, { agoMs: 0 })).toBe(false);
  });
});

describe.each(drivers)('turns and kept bytes, %s', (name, create) => {
  const { hot } = openHotState(name, create);

  test('returns the kept bytes without taking a turn', async () => {
    const key = randomUUID();
    hot.keep(new Map([[key, Uint8Array.of(7)]]));
    const seen = await takeTurn(hot, key, steady, { takesTurn: false });
    expect([...(seen.kept ?? [])]).toEqual([7]);
    expect(await isAllowed(hot, key, {})).toBe(true);
    expect(await isAllowed(hot, key, {})).toBe(false);
  });

  test('takes the turns of many keys at once, each with its own due time and bytes', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const pace = { intervalMs: 5_000, toleranceMs: 100 };
    hot.keep(
      new Map([
        [one, Uint8Array.of(1)],
        [other, Uint8Array.of(2, 2)],
      ]),
    );
    const turns = await hot.takeTurns([request(one), request(other), request(one)], pace);
    expect(turns.map((turn) => turn.isAllowed)).toEqual([true, true, false]);
    expect(turns.map((turn) => [...(turn.kept ?? [])])).toEqual([[1], [2, 2], [1]]);
    hot.keep(new Map([[one, Uint8Array.of(3)]]));
    const [again] = await hot.takeTurns([request(one)], pace);
    expect(again).toMatchObject({ isAllowed: false });
    expect([...(again?.kept ?? [])]).toEqual([3]);
  });

  test('a turn that was given back can be taken again', async () => {
    const key = randomUUID();
    const pace = { intervalMs: 5_000, toleranceMs: 100 };
    await takeTurn(hot, key, pace);
    hot.keep(new Map([[key, Uint8Array.of(9)]]));
    hot.giveBack([key], pace);
    const again = await takeTurn(hot, key, pace);
    expect(again.isAllowed).toBe(true);
    expect([...(again.kept ?? [])]).toEqual([9]);
    expect((await takeTurn(hot, key, pace)).isAllowed).toBe(false);
  });

  test('reads when the last turns were taken', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await takeTurn(hot, one, steady, { agoMs: 3_000 });
    hot.keep(new Map([[other, Uint8Array.of(1)]]));
    const [age, none] = await hot.readLastTurns([one, other], steady);
    expect(age).toBeGreaterThanOrEqual(2_990);
    expect(age).toBeLessThan(4_000);
    expect(none).toBeNull();
  });

  test('keeps bytes for a key', async () => {
    const key = randomUUID();
    expect((await takeTurn(hot, key, null)).kept).toBeNull();
    hot.keep(new Map([[key, Uint8Array.of(0, 255, 10, 0)]]));
    const { kept } = await takeTurn(hot, key, null);
    expect([...(kept ?? [])]).toEqual([0, 255, 10, 0]);
  });
});

test.runIf(profile === 'cluster')('in Redis, keys in use do not expire', async () => {
  const prefix = `test:${randomUUID()}:`;
  const hot = createRedisHotState(servers.redis, prefix, new TestClock(), silent);
  const redis = new Redis(servers.redis);
  await vi.waitFor(() => hot.ping(), { timeout: 60_000 });
  const key = randomUUID();
  const expireSoon = () => redis.pexpire(prefix + key, 60_000);
  const lifeMs = async () => expect(await redis.pttl(prefix + key));
  await takeTurn(hot, key, steady);
  hot.keep(new Map([[key, Uint8Array.of(1)]]));
  (await lifeMs()).toBeGreaterThan(keptForMs - 60_000);

  await expireSoon();
  await takeTurn(hot, key, steady, { takesTurn: false });
  (await lifeMs()).toBeGreaterThan(keptForMs - 60_000);

  // Within a period of ten minutes a turn leaves the expiry as it is; a turn of a later period renews it.
  await expireSoon();
  await takeTurn(hot, key, { intervalMs: 1, toleranceMs: 600_000 });
  (await lifeMs()).toBeLessThanOrEqual(60_000);
  hot.giveBack([key], { intervalMs: 3_600_000, toleranceMs: 0 });
  await takeTurn(hot, key, steady);
  (await lifeMs()).toBeGreaterThan(keptForMs - 60_000);
  await Promise.all([redis.del(prefix + key), hot.close()]);
  redis.disconnect();
});

test('ping rejects while the Redis driver has no server', async () => {
  const hot = createRedisHotState(nowhere, 'x:', new TestClock(), silent);
  await expect(hot.ping()).rejects.toThrow();
  await hot.close();
});
