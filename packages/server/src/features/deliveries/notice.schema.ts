import Type from 'typebox';
import { Id, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';

export const alertSeverities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

/** What programs learn of an alert: without name, place or readings. Explained in docs/webhooks.md. */
export const noticeProperties = {
  alertId: Id,
  patientId: Id,
  deliveryId: Id,
  fallId: Nullable(Id),
  type: Type.String(),
  severity: OneOf(alertSeverities),
  message: Type.String(),
  raisedAt: Timestamp,
  step: Type.Integer(),
  isDrill: Type.Boolean(),
};

const id = (end: number): string => `018f3c1e-7b2a-7c3d-9e4f-${String(end).padStart(12, '0')}`;

export const exampleIds = {
  alert: id(1),
  patient: id(2),
  delivery: id(3),
  fall: id(4),
  caregiver: id(5),
  device: id(6),
};

export const exampleNotice = {
  alertId: exampleIds.alert,
  patientId: exampleIds.patient,
  deliveryId: exampleIds.delivery,
  fallId: exampleIds.fall,
  type: 'FALL_DETECTED',
  severity: 'HIGH' as const,
  message: 'Fall detected, HIGH (confidence 0.82).',
  raisedAt: '2026-01-31T11:59:59.000Z',
  step: 1,
  isDrill: false,
};
