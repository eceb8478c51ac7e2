import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { TestClock } from '../../../test/harness.js';
import { profile, servers } from '../../../test/servers.js';
import type { HotState, Pace, Turn } from './hot-state.js';
import { createMemoryHotState } from './memory.js';
import { createRedisHotState } from './redis.js';

const silent = pino({ level: 'silent' });
const nowhere = 'redis://127.0.0.1:1';

/** Both drivers and the one that has lost its server: whoever counts, the count is right. */
const drivers: [string, (clock: TestClock) => HotState][] = [
  ['in process', (clock) => createMemoryHotState(clock)],
  ['Redis gone', (clock) => createRedisHotState(nowhere, 'x:', clock, silent)],
];
if (profile === 'cluster')
  drivers.push(['Redis', (clock) => createRedisHotState(servers.redis, `test:${randomUUID()}:`, clock, silent)]);

async function takeTurn(hot: HotState, key: string, pace: Pace | null): Promise<Turn> {
  return (await hot.takeTurns([key], pace))[0] as Turn;
}

describe.each(drivers)('hot state, %s', (name, create) => {
  const clock = new TestClock();
  const hot = create(clock);
  afterAll(() => hot.close());

  test('counts hits of one key within its window', async () => {
    const key = randomUUID();
    if (name === 'Redis')
      await expect
        .poll(() =>
          hot.ping().then(
            () => 'up',
            () => 'down',
          ),
        )
        .toBe('up');
    const counts = [];
    for (let i = 0; i < 3; i++) counts.push((await hot.countHit(key, 60_000)).count);
    expect(counts).toEqual([1, 2, 3]);
    expect((await hot.countHit(randomUUID(), 60_000)).count).toBe(1);
  });

  test('the window ends as long after its first hit as it says', async () => {
    const key = randomUUID();
    const first = await hot.countHit(key, 400);
    expect(first.resetAtMs - clock.nowMs()).toBeGreaterThan(200);
    expect(first.resetAtMs - clock.nowMs()).toBeLessThanOrEqual(400);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const second = await hot.countHit(key, 400);
    expect(Math.abs(second.resetAtMs - first.resetAtMs)).toBeLessThan(50);
    await expect.poll(async () => (await hot.countHit(key, 400)).count, { timeout: 2_000, interval: 450 }).toBe(1);
  });

  test('keeps a pace: an early turn is refused, honest jitter is not', async () => {
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

  test('takes the turns of many keys at once, each with its own place and bytes', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const pace = { intervalMs: 5_000, toleranceMs: 100 };
    hot.keep(
      new Map([
        [one, Uint8Array.of(1)],
        [other, Uint8Array.of(2, 2)],
      ]),
    );
    const turns = await hot.takeTurns([one, other, one], pace);
    expect(turns.map((turn) => turn.isAllowed)).toEqual([true, true, false]);
    expect(turns.map((turn) => [...(turn.kept ?? [])])).toEqual([[1], [2, 2], [1]]);
    hot.keep(new Map([[one, Uint8Array.of(3)]]));
    const [again] = await hot.takeTurns([one], pace);
    expect(again).toMatchObject({ isAllowed: false });
    expect([...(again?.kept ?? [])]).toEqual([3]);
  });

  test('a turn that came to nothing is given back', async () => {
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

  test('keeps bytes for a key', async () => {
    const key = randomUUID();
    expect((await takeTurn(hot, key, null)).kept).toBeNull();
    hot.keep(new Map([[key, Uint8Array.of(0, 255, 10, 0)]]));
    const { kept } = await takeTurn(hot, key, null);
    expect([...(kept ?? [])]).toEqual([0, 255, 10, 0]);
  });

  test('many hits at once are all counted', async () => {
    const key = randomUUID();
    const hits = await Promise.all(Array.from({ length: 50 }, () => hot.countHit(key, 60_000)));
    expect(Math.max(...hits.map((hit) => hit.count))).toBe(50);
  });
});

test('without its server the Redis driver says so', async () => {
  const hot = createRedisHotState(nowhere, 'x:', new TestClock(), silent);
  await expect(hot.ping()).rejects.toThrow();
  await hot.close();
});
