import { describe, expect, test } from 'vitest';
import { appWith, othersKnow, readingsRecorded, testServer } from '../../../test/harness.js';
import { type Answer, caller, device, freshMac, type Person, patient, reading, upload } from '../../../test/people.js';
import { listStored } from '../../../test/recorder.js';
import { at, freshHour, iso, minuteMs, own, rollUpTo } from '../../../test/vitals.js';

const secondsAtRest = (count: number): object[] => Array.from({ length: count }, () => ({}));
const statuses = (answer: Answer): string[] => answer.data.results.map(({ status }: { status: string }) => status);
const repeat = (count: number, status: string): string[] => Array.from({ length: count }, () => status);

/** The stored readings of a device, oldest first. */
async function stored(mac: string) {
  await readingsRecorded();
  const { platform } = await testServer();
  const query = platform.db.selectFrom('devices').select('key').where('macAddress', '=', mac);
  const { key } = await query.executeTakeFirstOrThrow();
  return (await listStored(key)).toSorted((one, other) => one.at.localeCompare(other.at));
}

describe('an upload', () => {
  test('stores each reading at its own time, and answers in the order sent', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const body = upload(mac, { heart_rate: 60 }, { heart_rate: 61 }, { heart_rate: 62 });
    body.readings.reverse();
    const answer = await ann.post('/device/readings', body);
    expect(answer).toHaveStatus(200);
    expect(answer.data).toEqual({
      results: repeat(3, 'stored').map((status) => ({
        status,
        fallDetected: false,
        fallConfidence: expect.any(Number),
        fallLevel: 'NO_FALL',
        fallEventId: null,
        confirmation: { required: false, expiresAt: null },
        problem: null,
      })),
      healthScore: expect.any(Number),
      nextAllowedRequest: expect.any(String),
      receivedAt: expect.any(String),
    });
    const receivedAtMs = Date.parse(answer.data.receivedAt);
    const rows = await stored(mac);
    expect(rows.map(({ at }) => receivedAtMs - Date.parse(at))).toEqual([2_000, 1_000, 0]);
    expect(rows.map(({ heartRate }) => heartRate)).toEqual([60, 61, 62]);
    expect(rows.map(({ bootId }) => bootId)).toEqual([1, 1, 1]);
  });

  test('of 120 readings is accepted, also with bursts; of 121 or none it is refused', async () => {
    const ann = await patient();
    const samples = {
      rate_hz: 100,
      accel: Array(100).fill([0.1123, 9.8123, -0.2512]),
      gyro: Array(100).fill([101.5, -112.4, 100.3]),
    };
    const bursts = upload(freshMac(), ...Array.from({ length: 120 }, () => ({ samples })));
    expect(JSON.stringify(bursts).length).toBeGreaterThan(500_000);
    expect(statuses(await ann.post('/device/readings', bursts))).toEqual(repeat(120, 'stored'));
    for (const readings of [[], upload(freshMac(), ...secondsAtRest(121)).readings, {}, 'all', undefined]) {
      const answer = await ann.post('/device/readings', { readings });
      expect(answer).toHaveStatus(400);
      expect(Object.keys(answer.body.details)).toEqual(['readings']);
    }
    expect(await ann.post('/device/readings', [])).toHaveStatus(400);
  });

  test('refuses invalid readings one by one, with field, value and what is expected', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const { readings } = upload(mac, ...secondsAtRest(6));
    const [first, , , , , last] = readings;
    const sent = [
      first,
      { ...readings[1], battery_level: 101 },
      { ...readings[2], age_ms: undefined },
      { ...readings[3], age_ms: 604_800_001, boot_id: -1 },
      17,
      last,
    ];
    const answer = await ann.post('/device/readings', { readings: sent });
    expect(answer).toHaveStatus(200);
    expect(statuses(answer)).toEqual(['stored', 'refused', 'refused', 'refused', 'refused', 'stored']);
    const problems = answer.data.results.map(({ problem }: { problem: object }) => problem);
    expect(problems[1]).toEqual({
      code: 'VALIDATION_FAILED',
      message: 'Validation failed',
      details: { battery_level: 'must be at most 100; got 101' },
    });
    expect(problems[2].details).toEqual({ age_ms: 'is required' });
    expect(problems[3].details).toEqual({
      age_ms: 'must be at most 604800000; got 604800001',
      boot_id: 'must be at least 0; got -1',
    });
    expect(problems[4].details).toEqual({ reading: 'must be a JSON object, not 17' });
    expect(answer.data.results[1]).toMatchObject({ fallLevel: 'NO_FALL' });
    expect(answer.data.results[2]).toMatchObject({ fallLevel: null, fallDetected: null, confirmation: null });
    expect(await stored(mac)).toHaveLength(2);
  });

  test('may hold readings of several devices of the caller; those of other people are refused', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const [one, other, foreign] = [freshMac(), freshMac(), (await device(bob)).mac];
    await othersKnow();
    const readings = [one, other, foreign].flatMap((mac) => upload(mac, {}, {}).readings);
    const answer = await ann.post('/device/readings', { readings });
    expect(statuses(answer)).toEqual(['stored', 'stored', 'stored', 'stored', 'refused', 'refused']);
    expect(answer.data.results[4].problem).toMatchObject({ code: 'FORBIDDEN' });
    const alone = await ann.post('/device/readings', upload(foreign));
    expect(alone).toHaveStatus(403);
  });
});

describe('a reading that is sent again', () => {
  test('is known, in whatever request, and is stored once', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const { readings } = upload(mac, ...secondsAtRest(6));
    expect(statuses(await ann.post('/device/readings', { readings: readings.slice(0, 4) }))).toEqual(
      repeat(4, 'stored'),
    );
    const again = await ann.post('/device/readings', { readings: readings.slice(2) });
    expect(statuses(again)).toEqual(['known', 'known', 'stored', 'stored']);
    expect(again.data.results[0]).toMatchObject({ fallDetected: null, fallLevel: null, problem: null });
    expect(statuses(await ann.post('/device/readings', { readings: [...readings, ...readings] }))).toEqual(
      repeat(12, 'known'),
    );
    expect(await stored(mac)).toHaveLength(6);
  });

  test('twice in one request is stored once', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const { readings } = upload(mac, {}, {});
    const answer = await ann.post('/device/readings', { readings: [...readings, ...readings] });
    expect(statuses(answer)).toEqual(['stored', 'stored', 'known', 'known']);
    expect(await stored(mac)).toHaveLength(2);
  });

  test('is identified by start and uptime, whatever its values; without a start by uptime and acceleration', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const send = async (changes: object) =>
      statuses(await ann.post('/device/readings', upload(mac, { uptime_ms: 500_000, ...changes })))[0];
    expect(await send({ boot_id: 1 })).toBe('stored');
    expect(await send({ boot_id: 2 })).toBe('stored');
    expect(await send({ boot_id: 1, accel_x: 3 })).toBe('known');
    expect(await send({ boot_id: undefined })).toBe('stored');
    expect(await send({ boot_id: undefined })).toBe('known');
    expect(await send({ boot_id: undefined, accel_x: 3 })).toBe('stored');
    expect(await stored(mac)).toHaveLength(4);
  });

  test('is the same reading in the stream and in an upload', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const sent = reading(mac, { boot_id: 7, uptime_ms: 60_000 });
    expect(await ann.post('/device/sensor-stream', sent)).toHaveStatus(200);
    await readingsRecorded();
    const answer = await ann.post('/device/readings', { readings: [{ ...sent, age_ms: 3_000 }] });
    expect(statuses(answer)).toEqual(['known']);
    expect(await stored(mac)).toHaveLength(1);
  });

  test('on the other side of midnight is stored once', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const { clock } = await testServer();
    const midnightMs = Math.ceil(clock.nowMs() / 86_400_000) * 86_400_000;
    for (const boot_id of [1, undefined])
      for (const [lateMs, status] of [
        [-5, 'stored'],
        [5, 'known'],
        [-8, 'known'],
      ] as const) {
        const answer = await at(midnightMs + 4_000 + lateMs, () =>
          ann.post('/device/readings', upload(mac, { boot_id, uptime_ms: 90_000, age_ms: 4_000 })),
        );
        // By the test's clock a request takes a few milliseconds: far less than the distance to midnight needs.
        expect([boot_id, lateMs, statuses(answer)[0]]).toEqual([boot_id, lateMs, status]);
      }
    expect(await stored(mac)).toHaveLength(2);
  });
});

describe('the device of an upload', () => {
  const status = async (person: Person, mac: string) => (await person.get(`/device/${mac}/status`)).data;

  test('shows the values of its latest reading, in whatever order they come', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const [old, middle, latest] = upload(
      mac,
      { battery_level: 50, age_ms: 3_600_000 },
      { battery_level: 40, age_ms: 1_800_000 },
      { battery_level: 30, age_ms: 0 },
    ).readings;
    const answer = await ann.post('/device/readings', { readings: [latest, middle] });
    await othersKnow();
    expect(await status(ann, mac)).toMatchObject({ batteryLevel: 30, lastDataPoint: answer.data.receivedAt });
    await ann.post('/device/readings', { readings: [old] });
    await othersKnow();
    expect(await status(ann, mac)).toMatchObject({
      batteryLevel: 30,
      lastDataPoint: answer.data.receivedAt,
      uptime: 3_000,
    });
  });

  test('has its vitals at the times of the readings', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const startMs = await freshHour();
    const nowMs = startMs + 30 * minuteMs;
    // The minutes of the readings are rolled up before these arrive.
    await rollUpTo(nowMs);
    const vitals = [60, 70, 80].map((heart_rate, index) => {
      return { heart_rate, uptime_ms: 1_000 * (index + 1), age_ms: (30 - 10 * index) * minuteMs };
    });
    await at(nowMs, () => ann.post('/device/readings', upload(mac, ...vitals)));
    await rollUpTo(nowMs);
    const { buckets } = (await own(ann, startMs - 10 * minuteMs, nowMs, 600)).data;
    expect(buckets).toMatchObject([
      { at: iso(startMs), readings: 1, heartRate: { mean: 60 } },
      { at: iso(startMs + 10 * minuteMs), readings: 1, heartRate: { mean: 70 } },
      { at: iso(startMs + 20 * minuteMs), readings: 1, heartRate: { mean: 80 } },
    ]);
  });
});

test('one request a second per device, with any number of readings', async () => {
  const app = await appWith({ limitSensor: { points: 1, windowMs: 1_000 } });
  const ann = await patient();
  const paced = caller(ann.token, app);
  const [mac, other] = [freshMac(), freshMac()];
  expect(await paced.post('/device/readings', upload(mac, ...secondsAtRest(60)))).toHaveStatus(200);
  const early = await paced.post('/device/readings', upload(mac, { uptime_ms: 90_000 }));
  expect(early).toHaveStatus(429);
  expect(early.headers['retry-after']).toBe('1');
  expect(await paced.post('/device/sensor-stream', reading(mac, { uptime_ms: 91_000 }))).toHaveStatus(429);
  const mixed = await paced.post('/device/readings', {
    readings: [...upload(mac, { uptime_ms: 92_000 }).readings, ...upload(other).readings],
  });
  expect(statuses(mixed)).toEqual(['refused', 'stored']);
  expect(mixed.data.results[0].problem).toMatchObject({ code: 'RATE_LIMITED' });
});
