import Type, { type Static } from 'typebox';
import { pageQuery } from '../../platform/http/pagination.js';
import { Id, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { alertSeverities } from './alerts.rules.js';
import { NullableExplanation } from './explanation.schema.js';

export const Alert = Type.Object({
  id: Id,
  patientId: Id,
  patientName: Type.String(),
  fallId: Nullable(Id),
  type: Type.String({ examples: ['FALL_DETECTED'] }),
  severity: OneOf(alertSeverities),
  message: Type.String(),
  timestamp: Timestamp,
  acknowledged: Type.Boolean(),
  acknowledgedAt: Nullable(Timestamp),
  emergencyContact: Nullable(Type.String()),
  explanation: NullableExplanation,
});
export type Alert = Static<typeof Alert>;

export const AlertQuery = Type.Object({
  status: OneOf(['active', 'acknowledged', 'all'], { default: 'active' }),
});
export type AlertQuery = Static<typeof AlertQuery>;

export const AdminAlertsQuery = Type.Object({ ...pageQuery(), ...AlertQuery.properties });
export type AdminAlertsQuery = Static<typeof AdminAlertsQuery>;
