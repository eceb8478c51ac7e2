import { expect, test } from 'vitest';
import { toSeries } from './vitalsSeries.js';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 31, 12, minute)).toISOString();
const bucket = (minute: number, mean: number | null) => ({
  at: at(minute),
  readings: 300,
  heartRate: mean === null ? null : { min: mean - 5, mean, max: mean + 9 },
  oxygenSaturation: null,
});
const answer = {
  patientId: '',
  from: at(2),
  to: at(22),
  step: 300,
  completeTo: at(22),
  buckets: [bucket(0, 70), bucket(5, null), bucket(15, 80), bucket(20, 75)],
};

test('has an entry for every step of the range, and null where nothing was measured', () => {
  const drawn = toSeries(answer, 'heartRate');
  expect(drawn?.x).toEqual([0, 5, 10, 15, 20].map((minute) => Date.parse(at(minute))));
  expect(drawn?.mean).toEqual([70, null, null, 80, 75]);
  expect(drawn?.band).toEqual({ low: [65, null, null, 75, 70], high: [79, null, null, 89, 84] });
  expect(drawn).toMatchObject({ lowest: 65, highest: 89 });
});

test('is undefined if nothing was measured', () => {
  expect(toSeries(answer, 'oxygenSaturation')).toBeUndefined();
});
