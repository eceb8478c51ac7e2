import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { caregiver, device, freshMac, patient, reading } from '../../../test/people.js';
import { contextOf, system } from '../../platform/context.js';
import { eraseReadings } from '../ingest/ingest.service.js';

describe('the health of a person', () => {
  test('is not hidden by a second device that measures nothing', async () => {
    const ann = await patient();
    const carl = await caregiver({ of: ann });
    await ann.post('/device/sensor-stream', reading(freshMac(), { heart_rate: 190, spo2: 70 }));
    await ann.post('/device/sensor-stream', reading(freshMac()));
    const { data } = await carl.get(`/patients/${ann.id}/health`);
    expect(data).toMatchObject({ isHighRisk: true, vitals: { heartRate: 190, oxygenSaturation: 70 } });
    expect(data.riskScore).toBe(100 - data.healthScore);
  });

  test('does not rest on vitals of yesterday', async () => {
    const { clock } = await testServer();
    const ann = await patient();
    const carl = await caregiver({ of: ann });
    await ann.post('/device/sensor-stream', reading(freshMac(), { heart_rate: 190, spo2: 70 }));
    clock.offsetMs += 25 * 3_600_000;
    try {
      const fresh = await caregiver({ of: ann });
      const { data } = await fresh.get(`/patients/${ann.id}/health`);
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
  const keyOf = async (id: string) =>
    (await platform.db.selectFrom('devices').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key;
  const [goneKey, keptKey] = [await keyOf(gone.id), await keyOf(kept.id)];
  await ann.delete(`/device/${gone.id}`);
  await eraseReadings(contextOf(platform, system));
  const left = await platform.db
    .selectFrom('readings')
    .select('deviceKey')
    .where('deviceKey', 'in', [goneKey, keptKey])
    .execute();
  expect(left).toEqual([{ deviceKey: keptKey }]);
  expect(await platform.db.selectFrom('erasedDevices').selectAll().execute()).toEqual([]);
});
