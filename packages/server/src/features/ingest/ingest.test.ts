import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { appWith, readingsRecorded, testServer } from '../../../test/harness.js';
import { caller, caregiver, freshMac, type Person, patient, reading } from '../../../test/people.js';
import { createContext, system } from '../../platform/context.js';
import { raiseSilentImpacts } from '../silence/silence.service.js';

const g = 9.80665;
const samples = (magnitude: (index: number) => number, count = 25) => ({
  rate_hz: 25,
  accel: Array.from({ length: count }, (_, index) => [0, 0, magnitude(index)]),
  gyro: Array.from({ length: count }, () => [5, 0, 0]),
});

/** One second passes per reading, as for a device at 1 Hz. The clock is reset at the end: other tests share it. */
async function stream(person: Person, mac: string, seconds: readonly object[]) {
  const { clock } = await testServer();
  const before = clock.offsetMs;
  const answers = [];
  try {
    for (const [index, changes] of seconds.entries()) {
      const sent = reading(mac, { uptime_ms: 1_000 * (index + 1), ...changes });
      answers.push(await person.post('/device/sensor-stream', sent));
      clock.offsetMs += 1_000;
    }
  } finally {
    clock.offsetMs = before;
  }
  return answers;
}

describe('bursts', () => {
  test('are accepted with 20 to 100 Hz and at most 100 samples', async () => {
    const ann = await patient();
    const [answer] = await stream(ann, freshMac(), [
      { samples: samples(() => g), sampling: 'peak', body_site: 'wrist' },
    ]);
    expect(answer).toHaveStatus(200);
    expect(answer?.data.explanation).toMatchObject({
      summary: 'No sign of a fall',
      dataQuality: { input: 'burst', bodySite: 'wrist' },
      detectorVersion: expect.any(String),
    });
  });

  test.each([
    ['101 samples', { samples: samples(() => g, 101) }, 'samples.accel'],
    ['a rate of 10 Hz', { samples: { ...samples(() => g), rate_hz: 10 } }, 'samples.rate_hz'],
    ['two axes', { samples: { rate_hz: 25, accel: [[1, 2]] } }, 'samples.accel.0'],
    ['fewer rotations', { samples: { ...samples(() => g), gyro: [[0, 0, 0]] } }, 'samples.gyro'],
    ['another sampling', { sampling: 'mean' }, 'sampling'],
    ['another site', { body_site: 'ankle' }, 'body_site'],
  ])('%s is refused with the field name', async (_, changes, field) => {
    const answer = await (await patient()).post('/device/sensor-stream', reading(freshMac(), changes));
    expect(answer).toHaveStatus(400);
    expect(Object.keys(answer.body.details)).toContain(field);
  });

  test('a body over 16 kB is 413', async () => {
    const answer = await (await patient()).post(
      '/device/sensor-stream',
      reading(freshMac(), { x: 'y'.repeat(17_000) }),
    );
    expect(answer).toHaveStatus(413);
  });
});

describe('a fall seen by the detector', () => {
  const upright = { accel_x: 0, accel_y: g, accel_z: 0 };
  const impact = { accel_x: 25, accel_y: 35, accel_z: 20, gyro_x: 400 };
  const lying = { accel_x: g, accel_y: 0, accel_z: 0.2, gyro_x: 0, gyro_y: 0, gyro_z: 0 };

  test('has its explanation in the answer, the fall and the alert, and its window in the fall', async () => {
    const ann = await patient();
    const carl = await caregiver({ of: ann });
    const answers = await stream(ann, freshMac(), [upright, upright, upright, impact, lying, lying, lying, lying]);
    const seen = answers.find((answer) => answer.data.fallDetected);
    expect(seen?.data.explanation.summary).toMatch(/^Impact of 4\.\d g/);
    const fallId = seen?.data.fallEventId;
    const fall = (await ann.get(`/falls/${fallId}`)).data;
    expect(fall.explanation.evidence[0]).toMatchObject({ feature: expect.any(String), value: expect.any(Number) });
    expect(fall.evidence.length).toBeGreaterThanOrEqual(4);
    expect(fall.evidence[0]).toMatchObject({ atMs: expect.any(Number), reading: { accel: expect.any(Array) } });
    const [alert] = (await carl.get('/caregivers/alerts')).data;
    expect(alert).toMatchObject({ fallId, explanation: { summary: fall.explanation.summary } });
    expect(alert.message).toContain(fall.explanation.summary);
  });

  test('reaches HIGH or more when a new posture and stillness follow', async () => {
    const ann = await patient();
    const answers = await stream(ann, freshMac(), [
      upright,
      upright,
      upright,
      upright,
      impact,
      lying,
      lying,
      lying,
      lying,
      lying,
    ]);
    const levels = answers.map((answer) => answer.data.fallLevel);
    expect(levels.slice(0, 4)).toEqual(['NO_FALL', 'NO_FALL', 'NO_FALL', 'NO_FALL']);
    expect(levels.some((level) => level === 'HIGH' || level === 'CONFIRMED')).toBe(true);
  });
});

describe('impact followed by silence', () => {
  /** An impact that is not decided yet: with peak-hold sampling the detector waits two seconds for evidence. */
  const undecided = { sampling: 'peak', body_site: 'wrist', accel_x: 30, accel_y: 40, accel_z: 20, gyro_x: 350 };

  async function shiftTime(seconds: number): Promise<void> {
    const { platform } = await testServer();
    await sql`insert into time_shift values (make_interval(secs => ${seconds}))`.execute(platform.db);
  }

  async function due(): Promise<void> {
    const { platform } = await testServer();
    await raiseSilentImpacts(createContext(platform, system));
  }

  async function levelAfter(ann: Person): Promise<string> {
    return (await ann.get('/falls')).data[0]?.status;
  }

  test('alerts after ten seconds, once', async () => {
    const ann = await patient();
    const carl = await caregiver({ of: ann });
    const rest = { sampling: 'peak', body_site: 'wrist' };
    const answers = await stream(ann, freshMac(), [rest, rest, undecided]);
    expect(answers.at(-1)?.data.fallLevel).toBe('SUSPICIOUS');
    await due();
    expect(await levelAfter(ann)).toBe('SUSPICIOUS');
    await shiftTime(11);
    await Promise.all([due(), due()]);
    expect(await levelAfter(ann)).toBe('POTENTIAL');
    const alerts = (await carl.get('/caregivers/alerts')).data;
    expect(alerts).toHaveLength(1);
    expect(alerts[0].message).toMatch(/then no reading for 1\d s/);
  });

  test('does not alert when further readings arrive', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const mac = freshMac();
    const rest = { sampling: 'peak', body_site: 'wrist' };
    const walk = Array.from({ length: 8 }, (_, index) => ({
      ...rest,
      accel_z: 9 + 4 * (index % 2),
      gyro_y: 60 + 20 * index,
    }));
    const answers = await stream(ann, mac, [rest, rest, undecided, ...walk]);
    expect(answers.at(-1)?.data.fallLevel).toBe('NO_FALL');
    const before = await levelAfter(ann);
    await shiftTime(11);
    await due();
    expect(await levelAfter(ann)).toBe(before);
    const silences = await platform.db
      .selectFrom('silences')
      .innerJoin('devices', 'devices.id', 'silences.deviceId')
      .select('silences.readingAt')
      .where('devices.macAddress', '=', mac)
      .execute();
    expect(silences).toEqual([]);
  });
});

describe('a reading that is sent again', () => {
  test('is stored once, whichever process receives it, and is answered as usual', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const mac = freshMac();
    const elsewhere = caller(ann.token, await appWith({}));
    const [first] = await stream(ann, mac, [{ uptime_ms: 5_000 }]);
    const again = await elsewhere.post('/device/sensor-stream', reading(mac, { uptime_ms: 5_000 }));
    expect([first?.status, again.status]).toEqual([200, 200]);
    await stream(ann, mac, [{ uptime_ms: 6_000 }]);
    await readingsRecorded();
    const rows = await platform.db
      .selectFrom('readings')
      .innerJoin('devices', 'devices.key', 'readings.deviceKey')
      .select('readings.uptimeMs')
      .where('devices.macAddress', '=', mac)
      .orderBy('readings.at')
      .execute();
    expect(rows.map((row) => row.uptimeMs)).toEqual([5_000, 6_000]);
  });
});

describe('the rate limit of a device', () => {
  test('is one reading per second, and a refused one still reaches the detector', async () => {
    const app = await appWith({ limitSensor: { points: 1, windowMs: 1_000 } });
    const ann = await patient();
    const there = caller(ann.token, app);
    const mac = freshMac();
    const first = await there.post('/device/sensor-stream', reading(mac));
    expect(Date.parse(first.data.nextAllowedRequest) - Date.parse(first.data.timestamp)).toBe(1_000);
    const early = await there.post(
      '/device/sensor-stream',
      reading(mac, { accel_z: 45, gyro_x: 400, uptime_ms: 1_100 }),
    );
    expect(early).toHaveStatus(429);
    expect(early.body).toMatchObject({ retryAfter: 1 });
    expect(early.headers['retry-after']).toBe('1');
    for (const { headers } of [first, early])
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' });
    expect((await ann.get('/falls')).data[0]).toMatchObject({ status: 'POTENTIAL' });
  });
});

describe('a fall', () => {
  const impact = { accel_x: 0, accel_y: 0, accel_z: 45, gyro_x: 400 };

  test('is the same when its reading is sent again, however late, and a new one for another reading after the incident', async () => {
    const { clock } = await testServer();
    const [ann, mac, before] = [await patient(), freshMac(), clock.offsetMs];
    const sendLater = async (sent: object): Promise<string> => {
      const answer = await ann.post('/device/sensor-stream', reading(mac, sent));
      clock.offsetMs += 70_000;
      return answer.data.fallEventId;
    };
    try {
      const first = await sendLater(impact);
      expect(first).toEqual(expect.any(String));
      expect(await sendLater(impact)).toBe(first);
      const second = await sendLater({ ...impact, accel_z: 46 });
      expect(second).not.toBe(first);
      const { data } = await ann.get('/falls');
      expect(data.map(({ id }: { id: string }) => id).toSorted()).toEqual([first, second].toSorted());
    } finally {
      clock.offsetMs = before;
    }
  });
});
