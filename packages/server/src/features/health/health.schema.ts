import Type, { type Static } from 'typebox';
import { Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';

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

const ClockCheck = Type.Object({
  status: OneOf(['UP', 'DOWN'], { description: "DOWN: more than 2 s away from the database's clock." }),
  offsetMs: Type.Integer({
    description: "How far this process's machine is ahead of the database's clock; negative when it is behind.",
  }),
});

const RecorderCheck = Type.Object({
  status: OneOf(['UP', 'DOWN', 'IN_PROCESS'], {
    description:
      'DOWN: readings of the journal do not reach their table, or it is not known. IN_PROCESS: there is no journal.',
  }),
  lagMs: Type.Optional(
    Nullable(Type.Integer({ description: 'How long the oldest reading that is not stored yet has waited.' })),
  ),
  lastCommitAt: Type.Optional(Nullable(Timestamp)),
  setAside: Type.Optional(
    Nullable(
      Type.Integer({
        description:
          'Records that could not be read or were refused, and wait for somebody to look. More than 0: DEGRADED.',
      }),
    ),
  ),
});

export const HealthReport = Named('HealthReport', {
  status: OneOf(['HEALTHY', 'DEGRADED', 'UNHEALTHY']),
  timestamp: Timestamp,
  uptime: Type.Integer({ description: 'Seconds since this process started.' }),
  database: OneOf(['CONNECTED', 'DISCONNECTED']),
  memory: Type.Object({ used: Type.Integer({ description: 'MB' }), available: Type.Integer({ description: 'MB' }) }),
  version: Type.String(),
  checks: Type.Object({
    database: Check,
    redis: Check,
    nats: Check,
    journal: Check,
    recorder: RecorderCheck,
    alerts: AlertsCheck,
    clock: ClockCheck,
  }),
});
export type HealthReport = Static<typeof HealthReport>;
export type Check = Static<typeof Check>;
export type RecorderCheck = Static<typeof RecorderCheck>;
export type AlertsCheck = Static<typeof AlertsCheck>;
