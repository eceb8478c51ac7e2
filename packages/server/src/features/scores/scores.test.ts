import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readingsRecorded, testServer } from '../../../test/harness.js';
import { caregiver, device, freshMac, logIn, patient, reading } from '../../../test/people.js';
import { createContext, system } from '../../platform/context.js';
import { eraseReadings } from '../recorder/reading-days.service.js';

describe('the health of a person', () => {
  test('is not hidden by a second device without vitals', async () => {
    const ann = await patient();
    const carl = await caregiver({ of: ann });
    await ann.post('/device/sensor-stream', reading(freshMac(), { heart_rate: 190, spo2: 70 }));
    await ann.post('/device/sensor-stream', reading(freshMac()));
    const { data } = await carl.get(`/patients/${ann.id}/health`);
    expect(data).toMatchObject({ isHighRisk: true, vitals: { heartRate: 190, oxygenSaturation: 70 } });
    expect(data.riskScore).toBe(100 - data.healthScore);
  });

  test('is the same in the answer to that second device, from its first reading on', async () => {
    const ann = await patient();
    await ann.post('/device/sensor-stream', reading(freshMac(), { heart_rate: 190, spo2: 70 }));
    const { data } = await ann.post('/device/sensor-stream', reading(freshMac()));
    expect(data.healthScore).toBe((await ann.get('/patients/me')).data.healthScore);
  });

  test('does not use vitals older than a day', async () => {
    const { clock } = await testServer();
    const ann = await patient();
    const carl = await caregiver({ of: ann });
    await ann.post('/device/sensor-stream', reading(freshMac(), { heart_rate: 190, spo2: 70 }));
    clock.offsetMs += 25 * 3_600_000;
    try {
      const later = await logIn(carl.email);
      const { data } = await later.get(`/patients/${ann.id}/health`);
      expect(data).toMatchObject({ isHighRisk: false, basis: 'NO_DATA', vitals: { heartRate: null } });
    } finally {
      clock.offsetMs -= 25 * 3_600_000;
    }
    expect((await carl.get(`/patients/${ann.id}/health`)).data.isHighRisk).toBe(true);
  });
});

test('the readings of a deleted device are erased, those of others stay', async () => {
  const { platform } = await testServer();
  const ann = await patient();
  const [gone, kept] = [await device(ann), await device(ann)];
  const readKey = async (id: string) =>
    (await platform.db.selectFrom('devices').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key;
  const [goneKey, keptKey] = [await readKey(gone.id), await readKey(kept.id)];
  await readingsRecorded();
  await ann.delete(`/device/${gone.id}`);
  const left = async () => {
    await eraseReadings(createContext(platform, system));
    const readings = platform.db.selectFrom('readings').select('deviceKey').orderBy('deviceKey');
    return (await readings.where('deviceKey', 'in', [goneKey, keptKey]).execute()).map((row) => row.deviceKey);
  };
  expect(await left()).toEqual([keptKey]);
  // A reading that was still in the journal is found an hour later.
  const copy = sql`insert into readings select at, uptime_ms, ${goneKey}, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
    pressure, fsr, battery_level, confidence, heart_rate, spo2 from readings where device_key = ${keptKey}`;
  await copy.execute(platform.db);
  expect(await left()).toEqual([goneKey, keptKey]);
  await sql`update erased_devices set cleaned_at = cleaned_at - interval '61 minutes'`.execute(platform.db);
  expect(await left()).toEqual([keptKey]);
});
