import { describe, expect, test } from 'vitest';
import { type BufferedReading, MemoryBuffer } from '../src/buffer.js';
import type { DeviceState } from '../src/state.js';
import { Uplink } from '../src/uplink.js';
import type { RefusedReading } from '../src/uplink.types.js';
import { FakeClock, FakeService, noAnswer, ok, quietAnswer, reading, refuse } from './fakes.js';

function world(most = 1_000) {
  const [clock, fake, buffer] = [new FakeClock(), new FakeService(), new MemoryBuffer(most)];
  const states: DeviceState[] = [];
  const refused: RefusedReading[] = [];
  const levels: string[] = [];
  const uplink = new Uplink({
    service: fake.service,
    clock,
    buffer,
    bootId: 7,
    random: () => 0,
    onState: (state) => states.push(state),
    onRefused: (one) => refused.push(one),
    onAssessed: ({ fallLevel }) => levels.push(fallLevel),
  });
  /** Lives through seconds `from` to `to`: one reading at the end of each. */
  const live = async (from: number, to: number) => {
    for (let second = from; second <= to; second += 1) {
      await clock.pass(second * 1_000 - clock.uptimeMs());
      void uplink.send(reading(second));
      await clock.pass(0);
    }
  };
  return { clock, fake, buffer, uplink, states, refused, levels, live };
}

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('while the service answers', () => {
  test('sends each reading at once, with its credential', async () => {
    const { fake, live, uplink } = world();
    await live(1, 3);
    expect(fake.seconds).toEqual([[1], [2], [3]]);
    expect(fake.arrived[0]).toMatchObject({ path: '/device/sensor-stream', token: 'fwd_1_a' });
    expect(uplink.state).toMatchObject({ connection: 'connected', bufferedCount: 0, level: 'NO_FALL' });
  });

  test('while an answer is missing, later readings follow in batches', async () => {
    const { fake, live, clock } = world();
    let end = (_: Response) => undefined as unknown;
    fake.answer = () => new Promise((resolve) => (end = resolve));
    await live(1, 1);
    fake.answer = () => undefined;
    await live(2, 6);
    expect(fake.seconds.flat()).toEqual([1, 2, 3, 4, 5]);
    end(ok(quietAnswer));
    await clock.pass(1_500);
    expect(fake.seconds.flat()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('sends one request per second, also with a backlog', async () => {
    const { fake, live, clock } = world();
    const startedAtMs: number[] = [];
    fake.answer = noAnswer;
    await live(1, 400);
    fake.answer = () => {
      startedAtMs.push(clock.uptimeMs());
      return undefined;
    };
    await live(401, 480);
    const gaps = startedAtMs.slice(1).map((atMs, index) => atMs - (startedAtMs[index] as number));
    expect(startedAtMs.length).toBeGreaterThan(20);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(850);
  });

  test('reports a refused reading, and drops it', async () => {
    const { fake, live, refused, uplink } = world();
    fake.answer = () => refuse(400);
    await live(1, 1);
    fake.answer = () => undefined;
    await live(2, 2);
    expect(refused).toMatchObject([{ reading: { uptime_ms: 1_000 }, details: { accel_x: 'must be a number' } }]);
    expect(fake.seconds).toEqual([[1], [2]]);
    expect(uplink.state.bufferedCount).toBe(0);
  });
});

describe('while the network is away', () => {
  test('buffers, tries less and less often, and then sends everything once and in order', async () => {
    const { fake, live, states, uplink } = world();
    fake.answer = noAnswer;
    await live(1, 30);
    expect(fake.seconds.map(([first]) => first)).toEqual([1, 1, 1, 1, 1]);
    expect(uplink.state).toMatchObject({ connection: 'offline', bufferedCount: 30 });
    fake.answer = () => undefined;
    await live(31, 40);
    const arrived = fake.seconds.slice(5);
    expect(arrived.flat()).toEqual(span(1, 40));
    expect(arrived[0]).toEqual(span(1, 31));
    expect(states.at(-1)).toMatchObject({ connection: 'connected', bufferedCount: 0 });
  });

  test('ages count to the moment of sending; repeated sends have the same identity', async () => {
    const { fake, live } = world();
    fake.answer = noAnswer;
    await live(1, 4);
    fake.answer = () => undefined;
    await live(5, 10);
    const batches = fake.arrived.filter(({ path }) => path === '/device/readings').map(({ body }) => body.readings);
    const [taken] = batches.filter(({ length }) => length === 7);
    const ages = taken.map((one: { age_ms: number; boot_id: number }) => [one.age_ms, one.boot_id]);
    // Sent at 8 s, before the reading of that second: failures at 1 s, 2 s and 4 s, then a pause of 4 s.
    expect(ages).toEqual([7, 6, 5, 4, 3, 2, 1].map((seconds) => [seconds * 1_000, 7]));
    for (const batch of batches.slice(0, 3)) expect(batch[0]).toMatchObject({ uptime_ms: 1_000, boot_id: 7 });
  });

  test('a long backlog goes in batches of 120 beside the current readings', async () => {
    const { fake, live, uplink } = world();
    fake.answer = noAnswer;
    await live(1, 300);
    const before = fake.seconds.length;
    fake.answer = () => undefined;
    await live(301, 400);
    const arrived = fake.seconds.slice(before);
    expect(Math.max(...arrived.map(({ length }) => length))).toBe(120);
    expect(arrived.flat().sort((a, b) => a - b)).toEqual(span(1, 400));
    expect(uplink.state.bufferedCount).toBe(0);
  });

  test('when the buffer is full, the oldest quiet readings are dropped, not those near an impact', async () => {
    const { fake, clock, uplink, buffer, live } = world(40);
    fake.answer = noAnswer;
    await live(1, 20);
    await clock.pass(1_000);
    await uplink.send(reading(21, 4));
    await live(22, 100);
    const kept = (await buffer.list(100)).map(({ reading }) => reading.uptime_ms / 1_000);
    expect(kept).toEqual([...span(11, 31), ...span(82, 100)]);
  });

  test('waits as long as the service asks for, and a little longer', async () => {
    const { fake, live } = world();
    fake.answer = () => refuse(503, 20);
    await live(1, 1);
    fake.answer = () => undefined;
    await live(2, 20);
    expect(fake.seconds).toHaveLength(1);
    await live(21, 22);
    expect(fake.seconds.flat()).toEqual([1, ...span(1, 22)]);
  });

  test('a request that hangs ends after ten seconds', async () => {
    const { fake, live, uplink } = world();
    fake.answer = () => new Promise(() => undefined);
    await live(1, 11);
    expect(uplink.state.connection).toBe('offline');
    fake.answer = () => undefined;
    await live(12, 14);
    // The batch of second 2 still hangs: it delays no current reading.
    expect(fake.seconds.flat()).toEqual(expect.arrayContaining([13, 14]));
    await live(15, 80);
    expect(fake.seconds.flat()).toEqual(expect.arrayContaining(span(1, 80)));
    expect(uplink.state.bufferedCount).toBe(0);
  });
});

describe('a batch', () => {
  const waiting = (second: number): BufferedReading => ({
    id: `7-${second * 1_000}`,
    reading: reading(second),
    bootId: 7,
    takenAtMs: Date.UTC(2026, 0, 31, 11),
    isQuiet: true,
  });

  test('drops and reports the readings that the service refuses, and no others', async () => {
    const { fake, buffer, uplink, refused, clock } = world();
    await buffer.put([1, 2, 3].map(waiting));
    const problem = { code: 'VALIDATION_FAILED', message: 'No', details: { accel_x: 'must be a number' } };
    fake.answer = ({ body }) =>
      ok({
        receivedAt: '2026-01-31T12:00:00.000Z',
        results: body.readings.map(({ uptime_ms }: { uptime_ms: number }) =>
          uptime_ms === 2_000
            ? { ...quietAnswer, status: 'refused', problem }
            : { ...quietAnswer, status: uptime_ms === 1_000 ? 'known' : 'stored' },
        ),
      });
    await uplink.start();
    await clock.pass(0);
    expect(refused).toMatchObject([{ reading: { uptime_ms: 2_000 }, code: 'VALIDATION_FAILED' }]);
    expect(await buffer.count()).toBe(0);
    expect(fake.arrived).toHaveLength(1);
  });

  test('that is refused as a whole is halved until the invalid reading is alone', async () => {
    const { fake, buffer, uplink, refused, clock } = world();
    await buffer.put(span(1, 8).map(waiting));
    fake.answer = ({ body }) =>
      body.readings.some(({ uptime_ms }: { uptime_ms: number }) => uptime_ms === 6_000) ? refuse(400) : undefined;
    await uplink.start();
    await clock.pass(20_000);
    expect(refused.map((one) => one.reading.uptime_ms)).toEqual([6_000]);
    expect(await buffer.count()).toBe(0);
  });

  test('of an earlier run has the age of the wall clock and its own boot_id; what is too old is dropped', async () => {
    const { fake, buffer, uplink, clock } = world();
    const day = 24 * 3_600_000;
    await buffer.put([
      { ...waiting(1), bootId: 3, takenAtMs: clock.wallMs() - 8 * day },
      { ...waiting(2), bootId: 3, takenAtMs: clock.wallMs() - day },
      { ...waiting(3), bootId: 3, takenAtMs: clock.wallMs() + day },
    ]);
    await uplink.start();
    await clock.pass(0);
    expect(fake.arrived.map(({ body }) => body.readings)).toMatchObject([
      [
        { uptime_ms: 2_000, age_ms: day, boot_id: 3 },
        { uptime_ms: 3_000, age_ms: 0, boot_id: 3 },
      ],
    ]);
  });
});

describe('a credential that is not accepted', () => {
  test.each([401, 403])(
    '%s stops sending and is reported; a new one continues without the old readings',
    async (status) => {
      const { fake, live, uplink, states, buffer } = world();
      fake.answer = () => refuse(status);
      await live(1, 60);
      expect(fake.arrived).toHaveLength(1);
      expect(states.some(({ connection }) => connection === 'unpaired')).toBe(true);
      expect(await buffer.count()).toBe(60);
      fake.answer = () => undefined;
      await uplink.resume();
      await live(61, 62);
      expect(fake.seconds.slice(1)).toEqual([[61], [62]]);
    },
  );
});
