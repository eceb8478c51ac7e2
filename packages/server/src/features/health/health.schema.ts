import Type, { type Static } from 'typebox';
import { Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';

const Check = Type.Object({
  status: OneOf(['UP', 'DOWN', 'IN_PROCESS']),
  latencyMs: Type.Optional(Type.Integer()),
});

const AlertsCheck = Type.Object({
  status: OneOf(['UP', 'DOWN'], { description: 'DOWN: alerts that are due are not being brought to anybody.' }),
  lateMs: Nullable(
    Type.Integer({ description: 'How late the most overdue one is; null before any process has worked.' }),
  ),
});

export const HealthReport = Type.Object({
  status: OneOf(['HEALTHY', 'DEGRADED', 'UNHEALTHY']),
  timestamp: Timestamp,
  uptime: Type.Integer({ description: 'Seconds since this process started.' }),
  database: OneOf(['CONNECTED', 'DISCONNECTED']),
  memory: Type.Object({ used: Type.Integer({ description: 'MB' }), available: Type.Integer({ description: 'MB' }) }),
  version: Type.String(),
  checks: Type.Object({ database: Check, redis: Check, nats: Check, alerts: AlertsCheck }),
});
export type HealthReport = Static<typeof HealthReport>;
export type Check = Static<typeof Check>;
export type AlertsCheck = Static<typeof AlertsCheck>;
