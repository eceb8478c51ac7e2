import type { Alert, HeartRateTrend, PatientRow } from '@fallwatch/client';
import { expect, test } from 'vitest';
import { personStatus } from './status.js';

const device = { status: 'ACTIVE', batteryLevel: 80, lastSeen: null } as const;
const rose = { device, invitationPending: false } as unknown as PatientRow;
const fall = {
  type: 'FALL_DETECTED',
  fallId: 'f',
  isDrill: false,
  handledBy: null,
  state: 'ESCALATING',
  acknowledged: false,
  reminder: null,
  wearerResponse: null,
} as unknown as Alert;
const heartRates = (...heartRate: (number | null)[]): HeartRateTrend => ({
  patientId: 'p',
  bucketMinutes: 10,
  heartRate,
});

test.each([
  ['fell', rose, [fall]],
  ['help', rose, [{ ...fall, wearerResponse: { answer: 'NEEDS_HELP', at: '' } }]],
  ['inHand', rose, [{ ...fall, handledBy: { id: 'c', name: 'Carl', at: '' } }]],
  ['fell', rose, [{ ...fall, handledBy: { id: 'c', name: 'Carl', at: '' } }, fall]],
  ['drill', rose, [{ ...fall, type: 'DRILL', fallId: null, isDrill: true }]],
  ['silent', { ...rose, device: { ...device, status: 'OFFLINE' } }, []],
  ['battery', { ...rose, device: { ...device, batteryLevel: 20 } }, []],
  ['disabled', { ...rose, device: { ...device, status: 'DISABLED' } }, []],
  ['unknown', { ...rose, device: null }, []],
  ['invited', { ...rose, device: null, invitationPending: true }, []],
  ['fault', rose, [{ ...fall, type: 'SENSOR_FAULT', fallId: null }]],
  ['other', rose, [{ ...fall, type: 'FALL_CANCELLED' }]],
  ['well', rose, []],
])('%s', (status, patient, alerts) => {
  expect(personStatus(patient as PatientRow, alerts as Alert[])).toBe(status);
});

test('not worn: the device is sending, and measured a heart rate earlier but none for twenty minutes', () => {
  expect(personStatus(rose, [], heartRates(70, 71, null, null, null))).toBe('notWorn');
  expect(personStatus(rose, [], heartRates(null, null, null, null, null))).toBe('well');
  expect(personStatus(rose, [], heartRates(70, 71, null, 72, null))).toBe('well');
  // A device without a pulse sensor.
  expect(personStatus(rose, [])).toBe('well');
});
