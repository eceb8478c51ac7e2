import { describe, expect, test } from 'vitest';
import { assign, callAsRoot, caregiver, freshMac, patient, root } from '../../../test/people.js';
import { at, freshHour, minuteMs, rollUpTo, send } from '../../../test/vitals.js';

describe('heart rate trends', () => {
  test('one entry for each person: the mean of ten minutes, null where nothing was measured', async () => {
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
    const nothing = Array(6).fill(null);
    expect(answer.body).toMatchObject({
      data: [
        { patientId: ann.id, bucketMinutes: 10, heartRate: [null, 66, null, 90, null, null] },
        { patientId: bob.id, bucketMinutes: 10, heartRate: nothing },
      ],
      pagination: { total: 2 },
    });
    const second = await at(start + 40 * minuteMs, () => carl.get('/patients/trends?page=2&limit=1'));
    expect(second.data).toMatchObject([{ patientId: bob.id, heartRate: { length: 36 } }]);
    const ward = `Ward ${ann.id}`;
    await callAsRoot((first) => first.put(`/patients/${cleo.id}`, { ward }));
    const admin = await root();
    const inWard = await at(start + 40 * minuteMs, () =>
      admin.get(`/patients/trends?hours=1&ward=${encodeURIComponent(ward)}`),
    );
    expect(inWard.data).toMatchObject([{ patientId: cleo.id, heartRate: [null, 55, null, null, null, null] }]);
  });

  test.each(['0', '25', 'six'])('hours=%s is refused with the field', async (hours) => {
    const carl = await caregiver();
    const answer = await carl.get(`/patients/trends?hours=${hours}`);
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toHaveProperty('hours');
  });
});
