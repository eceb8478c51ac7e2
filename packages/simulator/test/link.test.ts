import { Fallwatch, type Reading } from '@fallwatch/client';
import { describe, expect, test } from 'vitest';
import { Link } from '../src/link.js';
import { createRandom } from '../src/random.js';

/** How a device behaves, against a service that answers what the test says and a clock that the test moves. */
function world() {
  const arrived: Reading[] = [];
  const world = { nowMs: 0, arrived, answer: (): Response | Promise<Response> => ok() };
  const fetch = async (request: Request) => {
    arrived.push((await request.json()) as Reading);
    return world.answer();
  };
  const link = new Link(new Fallwatch({ baseUrl: 'http://x', fetch }), createRandom(1), () => world.nowMs);
  const second = (n: number) => link.send({ uptime_ms: n * 1_000 } as Reading);
  return Object.assign(world, { link, second });
}

const ok = () => Response.json({ success: true, data: { fallLevel: 'NO_FALL' } });
const refused = (status: number, seconds: number) =>
  Response.json({ success: false, error: 'wait' }, { status, headers: { 'retry-after': String(seconds) } });

describe('a link', () => {
  test('sends a reading and returns its assessment', async () => {
    const { second } = world();
    expect(await second(1)).toMatchObject({ kind: 'assessed', assessed: { fallLevel: 'NO_FALL' } });
  });

  test('has at most one request in flight', async () => {
    const at = world();
    let answer: (response: Response) => void = () => undefined;
    at.answer = () => new Promise((resolve) => (answer = resolve));
    const first = at.second(1);
    await expect.poll(() => at.arrived.length).toBe(1);
    at.nowMs = 1_000;
    expect(await at.second(2)).toEqual({ kind: 'held', why: 'busy' });
    answer(ok());
    expect(await first).toMatchObject({ kind: 'assessed', latencyMs: 1_000 });
    // The slow reading arrived late: the next one must not arrive early.
    at.nowMs = 1_500;
    expect(await at.second(3)).toEqual({ kind: 'held', why: 'waiting' });
  });

  test('sends nothing without Wi-Fi, and continues with current readings when it is back', async () => {
    const at = world();
    at.link.lose(7_000);
    for (let n = 1; n <= 9; n += 1) {
      at.nowMs = n * 1_000;
      await at.second(n);
    }
    expect(at.arrived.map(({ uptime_ms }) => uptime_ms)).toEqual([7_000, 8_000, 9_000]);
  });
});

describe('retries of a link', () => {
  test.each([429, 503])('waits as long as a %s asks for, and a little longer', async (status) => {
    const at = world();
    at.answer = () => refused(status, 20);
    expect(await at.second(1)).toMatchObject({ kind: 'refused', error: { status } });
    at.answer = ok;
    at.nowMs = 20_000;
    expect(await at.second(20)).toEqual({ kind: 'held', why: 'waiting' });
    at.nowMs = 25_001;
    expect(await at.second(25)).toMatchObject({ kind: 'assessed' });
    expect(at.arrived).toHaveLength(2);
  });

  test('repeats a reading that got no answer, and not one that was refused', async () => {
    const at = world();
    at.answer = () => Promise.reject(new TypeError('fetch failed'));
    await at.second(1);
    at.nowMs += 2_000;
    at.answer = () => refused(429, 1);
    await at.second(2);
    at.nowMs += 2_000;
    at.answer = ok;
    await at.second(3);
    expect(at.arrived.map(({ uptime_ms }) => uptime_ms)).toEqual([1_000, 1_000, 3_000]);
  });

  test('retries less and less often while there is no answer', async () => {
    const at = world();
    at.answer = () => Promise.reject(new TypeError('fetch failed'));
    const triedAt: number[] = [];
    for (let n = 0; n < 120; n += 1) {
      at.nowMs = n * 1_000;
      if ((await at.second(n)).kind === 'refused') triedAt.push(n);
    }
    expect(triedAt.length).toBeLessThan(10);
    const gaps = triedAt.slice(1).map((second, index) => second - (triedAt[index] as number));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(38);
    expect(gaps[0]).toBeLessThanOrEqual(2);
  });
});
