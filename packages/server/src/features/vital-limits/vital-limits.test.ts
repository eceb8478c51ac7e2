import { expect, test } from 'vitest';
import { listAlerts } from '../../../test/alerts.js';
import { freshEngine } from '../../../test/engine.js';
import { caregiver, freshMac, patient, root } from '../../../test/people.js';
import { freshHour, iso, minuteMs, rollUpTo, send, serviceContext } from '../../../test/vitals.js';
import { watchVitals } from './vital-limits.service.js';

/** The readings of a minute. */
type Minute = readonly object[];

/** A patient with limits, whose device lives through these minutes. */
async function wearer(limits: object) {
  const [ann, mac] = [await patient(), freshMac()];
  const carl = await caregiver({ of: ann });
  expect(await carl.put(`/patients/${ann.id}/vital-limits`, limits)).toHaveStatus(200);
  let now = await freshHour();
  const start = now;
  const live = async (...minutes: readonly Minute[]): Promise<void> => {
    for (const readings of minutes) {
      for (const [index, vitals] of readings.entries()) await send(ann, mac, now + (10 + 20 * index) * 1_000, vitals);
      now += minuteMs;
    }
    await rollUpTo(now);
    await watchVitals(await serviceContext());
  };
  return { ann, carl, live, start };
}

/** So many minutes with three equal readings. */
const minutes = (count: number, vitals: object): Minute[] => Array(count).fill([vitals, vitals, vitals]);

test('no limit is set until somebody sets it, and nothing alerts', async () => {
  const { ann, carl, live } = await wearer({});
  expect((await carl.get(`/patients/${ann.id}/vital-limits`)).data).toMatchObject({
    patientId: ann.id,
    heartRateLow: null,
    heartRateHigh: null,
    oxygenLow: null,
    minutes: 5,
  });
  await live(...minutes(6, { heart_rate: 190, spo2: 71 }));
  expect(await listAlerts(carl)).toEqual([]);
});

test('a heart rate above its limit for five minutes alerts once, and ends five minutes after it is 5 bpm inside', async () => {
  const { ann, carl, live, start } = await wearer({ heartRateHigh: 120 });
  const engine = await freshEngine();
  await live(...minutes(1, { heart_rate: 90 }), ...minutes(4, { heart_rate: 131 }));
  expect(await listAlerts(carl)).toEqual([]);
  await live(...minutes(1, { heart_rate: 131 }));
  await live(...minutes(1, { heart_rate: 140 }));
  const outOfRange = { vital: 'heartRate', direction: 'HIGH', limit: 120, since: iso(start + minuteMs) };
  const message = expect.stringMatching(/^Heart rate above 120 bpm for 5 minutes, since \d\d:01 UTC/);
  expect(await listAlerts(carl)).toMatchObject([
    { type: 'VITALS_OUT_OF_RANGE', severity: 'MEDIUM', fallId: null, patientId: ann.id, message, outOfRange },
  ]);
  await engine.run();
  expect(engine.toldTo(carl.id)).toMatchObject([{ type: 'VITALS_OUT_OF_RANGE', step: 1 }]);

  await live(...minutes(5, { heart_rate: 118 }));
  await live(...minutes(4, { heart_rate: 100 }));
  expect(await listAlerts(carl)).toHaveLength(1);
  await live(...minutes(1, { heart_rate: 100 }));
  expect(await listAlerts(carl)).toEqual([]);
  expect(await listAlerts(carl, '?status=all')).toMatchObject([{ state: 'CLOSED', closedAs: 'RECOVERED', outOfRange }]);
});

test('one wrong value in each minute changes nothing', async () => {
  const { carl, live } = await wearer({ heartRateHigh: 120 });
  const rates = (...all: readonly number[]): Minute => all.map((heart_rate) => ({ heart_rate }));
  await live(...Array(6).fill(rates(90, 250, 91)));
  expect(await listAlerts(carl)).toEqual([]);
  await live(...Array(5).fill(rates(130, 60, 131)));
  expect(await listAlerts(carl)).toHaveLength(1);
});

test('missing values neither raise nor end an alert', async () => {
  const { ann, carl, live } = await wearer({ oxygenLow: 88, minutes: 3 });
  await live(...minutes(3, { spo2: 0, heart_rate: 70 }));
  expect(await listAlerts(carl)).toEqual([]);
  await live(...minutes(3, { spo2: 85 }));
  expect(await listAlerts(carl)).toMatchObject([
    { outOfRange: { vital: 'oxygenSaturation', direction: 'LOW', limit: 88 } },
  ]);
  await live(...minutes(4, { spo2: 0 }));
  expect(await listAlerts(carl)).toHaveLength(1);
  // Without the limit there is nothing left to alert.
  await (await root()).put(`/patients/${ann.id}/vital-limits`, { oxygenLow: null });
  await live(...minutes(1, { spo2: 85 }));
  expect(await listAlerts(carl)).toEqual([]);
});

test('limits are kept unless they are sent, and checked', async () => {
  const ann = await patient();
  const carl = await caregiver({ of: ann });
  const url = `/patients/${ann.id}/vital-limits`;
  await carl.put(url, { heartRateLow: 50, minutes: 10 });
  expect((await carl.put(url, { heartRateHigh: 130 })).data).toMatchObject({
    heartRateLow: 50,
    heartRateHigh: 130,
    minutes: 10,
    updatedBy: carl.id,
  });
  const refused = await carl.put(url, { heartRateHigh: 69 });
  expect(refused).toHaveStatus(400);
  expect(refused.body.details).toEqual({ heartRateHigh: 'must be at least 70, 20 above heartRateLow; got 69' });
  for (const [field, value] of [
    ['heartRateLow', 29],
    ['heartRateLow', 101],
    ['heartRateHigh', 59],
    ['heartRateHigh', 221],
    ['oxygenLow', 69],
    ['oxygenLow', 99],
    ['minutes', 0],
    ['minutes', 61],
  ] as const)
    expect(await carl.put(url, { [field]: value }), `${field} ${value}`).toHaveStatus(400);
  expect((await carl.put(url, { minutes: null })).data.minutes).toBe(5);
});
