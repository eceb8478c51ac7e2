import Type, { type Static } from 'typebox';
import { OneOf, Timestamp } from '../../platform/http/shapes.js';

export const maintenanceTasks = [
  'cleanup_sensor_data',
  'cleanup_logs',
  'cleanup_sessions',
  'refresh_device_status',
  'recalculate_health_scores',
  'optimize_database',
] as const;
export type MaintenanceTask = (typeof maintenanceTasks)[number];

export const MaintenanceRequest = Type.Object(
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

export const MaintenanceReport = Type.Object({
  task: OneOf(maintenanceTasks),
  status: OneOf(['COMPLETED']),
  result: Type.Object({}, { additionalProperties: true, description: 'What was done, by the task.' }),
  startedAt: Timestamp,
  finishedAt: Timestamp,
});
export type MaintenanceReport = Static<typeof MaintenanceReport>;
