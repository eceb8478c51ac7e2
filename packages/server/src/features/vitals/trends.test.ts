import { describe, expect, test } from 'vitest';
import { assign, caregiver, freshMac, patient, root } from '../../../test/people.js';
import { at, freshHour, minuteMs, rollUpTo, send } from '../../../test/vitals.js';

describe('heart rate trends', () => {
  test('one entry for each person with a heart rate: the mean of ten minutes, null where nothing was measured', async () => {
    const [ann, bob, cleo] = [await patient(), await patient(), await patient()];
    const carl = await caregiver({ of: ann });
    const start = await freshHour();
    await assign(carl, bob);
    const [watch, band] = [freshMac(), freshMac()];
    await send(ann, watch, start + 1_000, { heart_rate: 60 });
    await send(ann, band, start + minuteMs, { heart_rate: 71 });
    await send(ann, watch, start + 25 * minuteMs, { heart_rate: 90 });
    // No pulse: no point.
    await send(bob, freshMac(), start + minuteMs, {});
    await send(cleo, freshMac(), start + minuteMs, { heart_rate: 55 });
    await rollUpTo(start + 40 * minuteMs);

    const answer = await at(start + 40 * minuteMs, () => carl.get('/patients/trends?hours=1'));
    expect(answer).toHaveStatus(200);
    // The last bucket, from minute 40, is not over yet.
    expect(answer.data).toEqual([
      { patientId: ann.id, bucketMinutes: 10, heartRate: [null, 66, null, 90, null, null] },
    ]);
    const admin = await root();
    const all = (await at(start + 40 * minuteMs, () => admin.get('/patients/trends'))).data as { patientId: string }[];
    expect(all.map(({ patientId }) => patientId)).toEqual(expect.arrayContaining([ann.id, cleo.id]));
    expect(all.find(({ patientId }) => patientId === ann.id)).toMatchObject({ heartRate: { length: 36 } });
  });

  test.each(['0', '25', 'six'])('hours=%s is refused with the field', async (hours) => {
    const carl = await caregiver();
    const answer = await carl.get(`/patients/trends?hours=${hours}`);
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toHaveProperty('hours');
  });
});
