import Type, { type Static } from 'typebox';
import { pageQuery, searchQuery, sortQuery } from '../../platform/http/pagination.js';
import { Id, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { deviceStatuses } from './devices.rules.js';

export const Device = Type.Object({
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

export const OwnedDevice = Type.Object({
  ...Device.properties,
  owner: Type.Object({ id: Id, name: Type.String() }),
});
export type OwnedDevice = Static<typeof OwnedDevice>;

export const deviceSortFields = ['lastSeen', 'createdAt', 'name'] as const;
export type DeviceSortField = (typeof deviceSortFields)[number];

export const DevicesQuery = Type.Object({
  ...pageQuery(),
  // The longest silent first.
  ...sortQuery(deviceSortFields, 'asc'),
  ...searchQuery('the name, the MAC address, or the owner’s name or e-mail'),
  status: Type.Optional(OneOf(deviceStatuses)),
});
export type DevicesQuery = Static<typeof DevicesQuery>;

export const DeviceStatusView = Type.Object({
  deviceId: Id,
  status: OneOf(deviceStatuses),
  batteryLevel: Nullable(Type.Number()),
  signalStrength: Nullable(Type.Integer({ description: 'dBm, negative; null until the device has sent it.' })),
  lastDataPoint: Nullable(Timestamp),
  sensorsInitialized: Nullable(Type.Boolean()),
  wifiConnected: Nullable(Type.Boolean()),
  bluetoothConnected: Nullable(Type.Boolean()),
  uptime: Nullable(Type.Integer({ description: 'Milliseconds, as submitted.' })),
  firmwareVersion: Type.String(),
  updateAvailable: Type.Boolean(),
});
export type DeviceStatusView = Static<typeof DeviceStatusView>;

export const DeviceLogEntry = Type.Object({
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
