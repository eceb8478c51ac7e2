import type { AccessName } from '../../access/policy.js';

export const viewedThings = ['PROFILE', 'HEALTH', 'VITALS', 'FALLS', 'DEVICES', 'ALERT_PLAN', 'RECORD'] as const;
type ViewedThing = (typeof viewedThings)[number];

/** Access name in the audit trail (the route's entry in the permission table) → the data that was viewed. */
const looks: Partial<Record<AccessName, ViewedThing>> = {
  'patient.read': 'PROFILE',
  'user.read': 'PROFILE',
  'patient.health': 'HEALTH',
  'patient.vitals': 'VITALS',
  'patient.falls': 'FALLS',
  'fall.read': 'FALLS',
  'fall.timeline': 'FALLS',
  'alert.thread': 'FALLS',
  'patient.devices': 'DEVICES',
  'device.read': 'DEVICES',
  'escalation.read': 'ALERT_PLAN',
  'vitalLimits.read': 'ALERT_PLAN',
  'checkIn.read': 'ALERT_PLAN',
  'threshold.read': 'FALLS',
  'fhir.read': 'RECORD',
};

/** Older entries have one access name for health, falls and devices. */
export const knownLooks: readonly (readonly [action: string, what: ViewedThing])[] = [
  ...(Object.entries(looks) as [string, ViewedThing][]),
  ['patient.watch', 'HEALTH'],
];
