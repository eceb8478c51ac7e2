import Type, { type Static, type TUnsafe } from 'typebox';
import { type StatusColumns, statusFields } from '../../platform/db/reading-fields.js';
import { pageQuery, searchQuery, sortQuery } from '../../platform/http/pagination.js';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { deviceStatuses, deviceWarnings } from './devices.rules.js';

export const Device = Named('Device', {
  id: Id,
  userId: Id,
  macAddress: Type.String({ examples: ['AA:BB:CC:DD:EE:FF'] }),
  name: Type.String(),
  status: OneOf(deviceStatuses),
  lastSeen: Nullable(Timestamp),
  batteryLevel: Nullable(Type.Number({ description: 'Percent.' })),
  firmwareVersion: Type.String({ description: '"unknown" until the device has sent it.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Device = Static<typeof Device>;

export const OwnedDevice = Named('OwnedDevice', {
  ...Device.properties,
  owner: Type.Object({ id: Id, name: Type.String() }),
});
export type OwnedDevice = Static<typeof OwnedDevice>;

export const deviceSortFields = ['lastSeen', 'createdAt', 'name'] as const;
export type DeviceSortField = (typeof deviceSortFields)[number];

export const DevicesQuery = Type.Object({
  ...pageQuery(),
  // The longest silent device first.
  ...sortQuery(deviceSortFields, 'asc'),
  ...searchQuery('the name, the MAC address, or the owner’s name, e-mail, room or ward'),
  status: Type.Optional(OneOf(deviceStatuses)),
});
export type DevicesQuery = Static<typeof DevicesQuery>;

/** Fields of the latest reading, without the limits of the input. */
const statusProperties = Object.fromEntries(
  statusFields.map(({ key, schema, inStatus }) => {
    const { type } = schema as unknown as { type: string };
    return [key, Nullable(Type.Unsafe({ type, ...inStatus }))];
  }),
) as unknown as { [Name in keyof StatusColumns]: TUnsafe<StatusColumns[Name]> };

export const DeviceStatusView = Named('DeviceStatusView', {
  deviceId: Id,
  status: OneOf(deviceStatuses),
  ...statusProperties,
  lastDataPoint: Nullable(Timestamp),
  uptime: Nullable(Type.Integer({ description: 'Milliseconds, as submitted.' })),
  firmwareVersion: Type.String(),
  updateAvailable: Type.Boolean(),
  warnings: Type.Array(Type.Object({ code: OneOf(deviceWarnings), message: Type.String() }), {
    description: 'What to change about the device or its firmware. Empty if there is nothing.',
  }),
});
export type DeviceStatusView = Static<typeof DeviceStatusView>;

export const DeviceLogEntry = Named('DeviceLogEntry', {
  id: Id,
  deviceId: Id,
  type: OneOf(['INFO', 'WARNING', 'ERROR']),
  message: Type.String(),
  timestamp: Timestamp,
});
export type DeviceLogEntry = Static<typeof DeviceLogEntry>;

export const DeviceLogQuery = Type.Object({
  ...pageQuery(20),
  ...sortQuery(['createdAt']),
  logType: Type.Optional(OneOf(['error', 'warning', 'info'])),
});
export type DeviceLogQuery = Static<typeof DeviceLogQuery>;
