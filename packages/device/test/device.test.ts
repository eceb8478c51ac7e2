import { describe, expect, test } from 'vitest';
import type { StoredCredential } from '../src/credential.js';
import { FallwatchDevice } from '../src/device.js';
import type { Question } from '../src/questions.js';
import { answeredAt, FakeClock, FakeService, noAnswer, ok, quietAnswer, refuse } from './fakes.js';

const fallId = '0192f0c4-5b1e-7c3a-9d42-6f1a2b3c4d5e';

function world(stored?: Partial<StoredCredential>) {
  const [clock, fake] = [new FakeClock(), new FakeService()];
  const questions: Question[] = [];
  const deadlines: (readonly [string, number])[] = [];
  let held: StoredCredential | undefined = stored && { credential: 'fwd_1_a', issuedAtMs: clock.wallMs(), ...stored };
  const device = new FallwatchDevice({
    baseUrl: 'http://x',
    deviceId: '02:00:00:00:00:01',
    bodySite: 'wrist',
    credentials: {
      load: async () => held,
      save: async (saved) => {
        held = saved;
      },
    },
    describe: () => ({ battery_level: 80 }),
    onQuestion: (question) => questions.push(question),
    onDeadline: (...deadline) => deadlines.push(deadline),
    fetch: fake.fetch,
    clock,
    random: () => 0.5,
  });
  /** Samples at 50 Hz. */
  const wear = async (seconds: number) => {
    for (let i = 0; i < seconds * 50; i += 1) {
      await device.addSample({ t: clock.uptimeMs(), ax: 0, ay: 0, az: 9.81, gx: 0, gy: 0, gz: 0 });
      await clock.pass(20);
    }
  };
  return { clock, fake, device, questions, deadlines, wear, stored: () => held };
}

const asks = (fall: object = {}) =>
  ok({
    ...quietAnswer,
    fallLevel: 'HIGH',
    fallEventId: fallId,
    confirmation: { required: true, expiresAt: '2026-01-31T12:00:30.000Z' },
    timestamp: answeredAt,
    ...fall,
  });
/** A fall that does not wait for the wearer. */
const records = (fallLevel: string) => asks({ fallLevel, confirmation: { required: false, expiresAt: null } });

test('needs a credential', async () => {
  expect(await world().device.start()).toBe(false);
  expect(await world({}).device.start()).toBe(true);
});

test('sends one reading per second, made of samples, fields and settings', async () => {
  const { fake, device, wear } = world({});
  await device.start();
  await wear(4);
  expect(fake.seconds).toEqual([[1], [2], [3]]);
  expect(fake.arrived[0]?.body).toMatchObject({
    device_id: '02:00:00:00:00:01',
    body_site: 'wrist',
    can_confirm: true,
    battery_level: 80,
    samples: { rate_hz: 25 },
  });
});

describe('a question', () => {
  test('is asked once, for as long as the service says', async () => {
    const { fake, device, wear, questions } = world({});
    fake.answer = () => asks();
    await device.start();
    await wear(4);
    expect(questions).toMatchObject([{ fallId, expiresInMs: 30_000 }]);
    expect(device.state.level).toBe('HIGH');
  });

  test('about a clear fall is asked for the shorter time that the service says', async () => {
    const { fake, device, wear, questions, deadlines } = world({});
    const confirmation = { required: true, expiresAt: '2026-01-31T12:00:15.000Z' };
    fake.answer = () => asks({ fallLevel: 'CONFIRMED', confirmation });
    await device.start();
    await wear(4);
    expect(questions).toMatchObject([{ fallId, expiresInMs: 15_000 }]);
    expect(deadlines).toEqual([]);
  });

  test.each([
    ['earlier', { required: true, expiresAt: '2026-01-31T12:00:15.000Z' }, [[fallId, 15_000]]],
    ['now', { required: false, expiresAt: null }, [[fallId, 0]]],
    ['later', { required: true, expiresAt: '2026-01-31T12:00:45.000Z' }, []],
  ])('whose deadline becomes %s is not asked twice', async (_, confirmation, expected) => {
    const { fake, device, wear, questions, deadlines } = world({});
    fake.answer = () => asks();
    await device.start();
    await wear(2);
    fake.answer = () => asks({ fallLevel: 'CONFIRMED', confirmation });
    await wear(3);
    expect(questions).toHaveLength(1);
    expect(deadlines).toEqual(expected);
  });

  test('is asked about a clear fall that does not wait', async () => {
    const { fake, device, wear, questions } = world({});
    fake.answer = () => records('CONFIRMED');
    await device.start();
    await wear(4);
    expect(questions).toMatchObject([{ fallId, expiresInMs: 0 }]);
  });

  test.each([
    [9, [{ fallId, expiresInMs: 0 }]],
    [11, []],
  ])('about a clear fall without a network, %i minutes ago', async (minutes, expected) => {
    const { fake, device, wear, questions, clock } = world({});
    await device.start();
    fake.answer = noAnswer;
    await wear(3);
    await clock.pass(minutes * 60_000);
    fake.answer = ({ path, body }) => {
      if (path !== '/device/readings') return undefined;
      const confirmation = { required: false, expiresAt: null };
      const fall = { ...quietAnswer, status: 'stored', fallLevel: 'CONFIRMED', fallEventId: fallId, confirmation };
      return ok({ receivedAt: answeredAt, results: body.readings.map(() => fall) });
    };
    await clock.pass(60_000);
    expect(device.state.bufferedCount).toBe(0);
    expect(questions).toMatchObject(expected);
  });

  test('is not asked about a suspicion', async () => {
    const { fake, device, wear, questions } = world({});
    fake.answer = () => records('SUSPICIOUS');
    await device.start();
    await wear(4);
    expect(questions).toEqual([]);
  });

  test.each([
    ['OK', 'cancel'],
    ['NEEDS_HELP', 'confirm'],
  ] as const)('answered with %s is sent until the service has it', async (answer, path) => {
    const { fake, device, wear, questions, clock } = world({});
    fake.answer = () => asks();
    await device.start();
    await wear(2);
    fake.answer = noAnswer;
    const sent = questions[0]?.answer(answer);
    await clock.pass(30_000);
    fake.answer = () => undefined;
    await clock.pass(6_300);
    await sent;
    const tries = fake.arrived.filter((arrived) => arrived.path === `/falls/${fallId}/${path}`);
    expect(tries.length).toBeGreaterThan(5);
  });

  test('whose answer is refused says so', async () => {
    const { fake, device, wear, questions } = world({});
    fake.answer = () => asks();
    await device.start();
    await wear(2);
    fake.answer = () => refuse(409);
    await expect(questions[0]?.answer('OK')).rejects.toMatchObject({ status: 409 });
  });
});

test('a credential of 30 days is replaced, stored and used', async () => {
  const start = new FakeClock().wallMs();
  const { fake, device, wear, stored } = world({ issuedAtMs: start - 31 * 24 * 3_600_000 });
  fake.answer = ({ path }) => (path === '/device/credential' ? ok({ credential: 'fwd_9_z' }) : undefined);
  await device.start();
  await wear(4);
  expect(stored()?.credential).toBe('fwd_9_z');
  expect(fake.arrived.filter(({ path }) => path === '/device/credential')).toHaveLength(1);
  expect(fake.arrived.at(-1)?.token).toBe('fwd_9_z');
});

test('the address of its cell is stored, also with a new credential, until it is paired again', async () => {
  const start = new FakeClock().wallMs();
  const { fake, device, wear, stored } = world({ issuedAtMs: start - 31 * 24 * 3_600_000 });
  const named = () => ok({ ...quietAnswer, timestamp: answeredAt }, { 'fallwatch-cell': 'http://south' });
  fake.answer = ({ origin, path }) => {
    if (path === '/device/credential') return ok({ credential: 'fwd_9_z' });
    return origin === 'http://x' && path === '/device/sensor-stream' ? named() : undefined;
  };
  await device.start();
  await wear(4);
  expect(fake.arrived.slice(-2).map(({ origin }) => origin)).toEqual(['http://south', 'http://south']);
  expect(stored()).toMatchObject({ credential: 'fwd_9_z', address: 'http://south' });
  await device.resume('fwd_5_e');
  expect(stored()).not.toHaveProperty('address');
  await wear(1);
  expect(fake.arrived.at(-1)).toMatchObject({ origin: 'http://x', token: 'fwd_5_e' });
});

test('sends to the stored address, and to the first one if there is no answer', async () => {
  const { fake, device, wear, stored } = world({ address: 'http://south' });
  fake.answer = ({ origin }) => (origin === 'http://south' ? noAnswer() : undefined);
  await device.start();
  await wear(5);
  expect(fake.arrived.map(({ origin }) => origin).slice(0, 2)).toEqual(['http://south', 'http://x']);
  expect(stored()?.address).toBe('http://x');
});

test('a failed replacement is tried again an hour later, not with every reading', async () => {
  const start = new FakeClock().wallMs();
  const { fake, device, wear } = world({ issuedAtMs: start - 31 * 24 * 3_600_000 });
  fake.answer = ({ path }) => (path === '/device/credential' ? refuse(503) : undefined);
  await device.start();
  await wear(4);
  expect(fake.arrived.filter(({ path }) => path === '/device/credential')).toHaveLength(1);
});

test('pairing again continues with the new credential', async () => {
  const { fake, device, wear, stored } = world({});
  fake.answer = () => refuse(401);
  await device.start();
  await wear(3);
  expect(device.state.connection).toBe('unpaired');
  fake.answer = () => undefined;
  await device.resume('fwd_5_e');
  await wear(2);
  expect(stored()?.credential).toBe('fwd_5_e');
  expect(fake.arrived.at(-1)?.token).toBe('fwd_5_e');
  expect(device.state.connection).toBe('connected');
});
