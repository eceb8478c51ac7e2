import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { caregiver, device, freshMac, type Person, patient, reading, upload } from '../../../test/people.js';
import { listFalls } from '../../../test/recorder.js';

const g = 9.80665;
const upright = { accel_x: 0, accel_y: g, accel_z: 0 };
const impact = { accel_x: 25, accel_y: 35, accel_z: 20, gyro_x: 400 };
const lying = { accel_x: g, accel_y: 0, accel_z: 0.2, gyro_x: 0, gyro_y: 0, gyro_z: 0 };
/** Ten seconds; the impact is the fifth. */
const fallen = [upright, upright, upright, upright, impact, lying, lying, lying, lying, lying];
const minuteMs = 60_000;

/** These seconds, the last of which was so long ago. */
function ago(mac: string, ageMs: number, seconds: readonly object[], firstUptimeMs = 1_000): object[] {
  return upload(
    mac,
    ...seconds.map((second, index) => {
      const lastMs = ageMs + 1_000 * (seconds.length - 1 - index);
      return { ...second, age_ms: lastMs, uptime_ms: firstUptimeMs + 1_000 * index };
    }),
  ).readings;
}

interface Result {
  readonly fallLevel: string | null;
  readonly fallEventId: string | null;
}

async function send(person: Person, readings: readonly object[]): Promise<Result[]> {
  const answer = await person.post('/device/readings', { readings });
  expect(answer).toHaveStatus(200);
  return answer.data.results;
}

const highest = (results: readonly Result[]): boolean =>
  results.some(({ fallLevel }) => fallLevel === 'HIGH' || fallLevel === 'CONFIRMED');

describe('a fall in an upload', () => {
  test('of the last ten minutes is recorded at its own time and alerted with its age, once', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const carl = await caregiver({ of: ann });
    const readings = ago(mac, 4 * minuteMs, fallen);
    const sentAtMs = (await testServer()).clock.nowMs();
    const results = await send(ann, readings);
    expect(highest(results)).toBe(true);
    expect(new Set(results.slice(4).map(({ fallEventId }) => fallEventId))).toEqual(new Set([results[4]?.fallEventId]));
    const [fall] = (await ann.get('/falls')).data;
    const impactAgoMs = 4 * minuteMs + 5_000;
    expect(Math.abs(Date.parse(fall.createdAt) - (sentAtMs - impactAgoMs))).toBeLessThan(3_000);
    const alerts = (await carl.get('/caregivers/alerts')).data;
    const message = expect.stringMatching(/^Fall detected 4 minutes ago, (HIGH|CONFIRMED) /);
    expect(alerts).toMatchObject([{ fallId: fall.id, message }]);

    await send(ann, readings);
    await send(ann, readings.slice(3, 7).reverse());
    expect(await listFalls(ann)).toEqual([{ id: fall.id, alerts: expect.any(Number) }]);
    const { id, timestamp } = alerts[0];
    expect((await carl.get('/caregivers/alerts')).data).toMatchObject([{ id, timestamp, message }]);
  });

  test('of more than ten minutes ago is recorded, and nobody is alerted', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const carl = await caregiver({ of: ann });
    await send(ann, ago(mac, 11 * minuteMs, fallen));
    const [fall] = (await carl.get(`/patients/${ann.id}/falls`)).data;
    expect(['HIGH', 'CONFIRMED']).toContain(fall.status);
    expect((await carl.get('/caregivers/alerts')).data).toEqual([]);
    expect(await listFalls(ann)).toEqual([{ id: fall.id, alerts: 0 }]);
  });

  test('is found across two uploads', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const readings = ago(mac, 0, fallen);
    const first = await send(ann, readings.slice(0, 5));
    const second = await send(ann, readings.slice(5));
    expect(highest(first)).toBe(false);
    expect(highest(second)).toBe(true);
  });

  test('is found in readings that are older than the latest, also across two uploads', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    await send(ann, ago(mac, 0, [upright, upright, upright], 3_000_000));
    const readings = ago(mac, 20 * minuteMs, fallen, 1_800_000);
    expect(highest(await send(ann, readings.slice(0, 5)))).toBe(false);
    expect(highest(await send(ann, readings.slice(5)))).toBe(true);
  });

  test('in present readings is found while older ones arrive between them', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const present = ago(mac, 0, fallen, 3_000_000);
    const older = ago(mac, 30 * minuteMs, Array(20).fill(upright), 1_000_000);
    const results: Result[] = [];
    for (const [index, one] of present.entries()) {
      results.push(...(await send(ann, [one])));
      await send(ann, older.slice(2 * index, 2 * index + 2));
    }
    expect(highest(results)).toBe(true);
  });

  test('in a reading that is refused for another field is recorded and alerted', async () => {
    const ann = await patient();
    const own = (await device(ann)).mac;
    const carl = await caregiver({ of: ann });
    const hard = { accel_x: 0, accel_y: 0, accel_z: 45, gyro_x: 400, uptime_ms: 90_000, battery_level: 101 };
    const [result] = (await ann.post('/device/readings', upload(own, hard))).data.results;
    expect(result).toMatchObject({ status: 'refused', fallDetected: true, problem: { code: 'VALIDATION_FAILED' } });
    expect((await carl.get('/caregivers/alerts')).data).toMatchObject([{ fallId: result.fallEventId }]);
  });

  test('that the stream saw is not found again in an upload', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const hard = reading(mac, { accel_z: 45, gyro_x: 400, boot_id: 5, uptime_ms: 60_000 });
    const { data } = await ann.post('/device/sensor-stream', hard);
    await send(ann, [{ ...hard, age_ms: 2_000 }]);
    expect(await listFalls(ann)).toEqual([{ id: data.fallEventId, alerts: expect.any(Number) }]);
  });
});
