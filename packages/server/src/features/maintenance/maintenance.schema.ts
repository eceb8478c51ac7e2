import Type, { type Static } from 'typebox';
import { Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';

export const maintenanceTasks = [
  'cleanup_sensor_data',
  'cleanup_logs',
  'cleanup_sessions',
  'refresh_device_status',
  'recalculate_health_scores',
  'optimize_database',
] as const;
export type MaintenanceTask = (typeof maintenanceTasks)[number];

export const MaintenanceRequest = Named(
  'MaintenanceRequest',
  {
    task: OneOf(maintenanceTasks),
    options: Type.Optional(
      Type.Object({
        dryRun: Type.Optional(Type.Boolean({ description: 'Report what would be done, and do nothing.' })),
        olderThanDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
      }),
    ),
  },
  { examples: [{ task: 'cleanup_sensor_data', options: { dryRun: true } }] },
);
export type MaintenanceRequest = Static<typeof MaintenanceRequest>;

export const MaintenanceReport = Named('MaintenanceReport', {
  task: OneOf(maintenanceTasks),
  status: OneOf(['COMPLETED', 'RUNNING'], {
    description:
      'RUNNING: it goes on in the background. Ask again for its progress; also within a minute of its end that run is the answer.',
  }),
  result: Type.Object({}, { additionalProperties: true, description: 'What was done, by the task.' }),
  startedAt: Timestamp,
  finishedAt: Nullable(Timestamp),
});
export type MaintenanceReport = Static<typeof MaintenanceReport>;
