import type { Alert, PatientRow } from '@fallwatch/client';
import { expect, test } from 'vitest';
import { personStatus } from './status.js';

const device = { status: 'ACTIVE', batteryLevel: 80, lastSeen: null, notWornSince: null } as const;
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
const notWorn = { ...rose, device: { ...device, notWornSince: '2026-01-31T12:00:00.000Z' } };
const notWornAlert = { ...fall, type: 'NOT_WORN', fallId: null };

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
  ['notWorn', notWorn, [notWornAlert]],
  // Somebody takes care of it; the device is still not worn.
  ['notWorn', notWorn, [{ ...notWornAlert, handledBy: { id: 'c', name: 'Carl', at: '' } }]],
  ['notWorn', notWorn, []],
  ['other', notWorn, [notWornAlert, { ...fall, type: 'FALL_CANCELLED' }]],
  ['fell', notWorn, [notWornAlert, fall]],
  ['silent', { ...notWorn, device: { ...notWorn.device, status: 'INACTIVE' } }, [notWornAlert]],
  ['vitals', rose, [{ ...fall, type: 'VITALS_OUT_OF_RANGE', fallId: null }]],
  ['vitals', notWorn, [{ ...fall, type: 'VITALS_OUT_OF_RANGE', fallId: null, state: 'HANDLED', acknowledged: true }]],
  ['well', rose, [{ ...fall, type: 'VITALS_OUT_OF_RANGE', fallId: null, state: 'CLOSED' }]],
  ['noSign', rose, [{ ...fall, type: 'CHECK_IN_MISSED', fallId: null }]],
  ['well', rose, [{ ...fall, type: 'CHECK_IN_MISSED', fallId: null, state: 'CLOSED' }]],
  ['fell', rose, [fall, { ...fall, type: 'VITALS_OUT_OF_RANGE', fallId: null }]],
  ['well', rose, []],
])('%s', (status, patient, alerts) => {
  expect(personStatus(patient as PatientRow, alerts as Alert[])).toBe(status);
});
