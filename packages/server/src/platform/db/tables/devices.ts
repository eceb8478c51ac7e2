import type { Generated, GeneratedAlways } from 'kysely';
import type { KeptColumns } from '../reading-fields.js';
import type { Timestamp } from './timestamp.js';

export type DeviceLogType = 'INFO' | 'WARNING' | 'ERROR';

export type DevicesTable = DeviceColumns & { [Name in keyof KeptColumns]: Generated<KeptColumns[Name]> };

interface DeviceColumns {
  id: string;
  key: GeneratedAlways<number>;
  userId: string;
  macAddress: string;
  name: string;
  disabledAt: Generated<Timestamp | null>;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  lastSeen: Generated<Timestamp | null>;
  uptimeMs: Generated<number | null>;
  vitalsAt: Generated<Timestamp | null>;
  /** The latest sign of a wearer, movement or a pulse; after a pause in sending, its end. */
  wornAt: Generated<Timestamp | null>;
  heartRateMean: Generated<number | null>;
  heartRateVariance: Generated<number | null>;
  searchKey: GeneratedAlways<string>;
}

export interface DeviceLogTable {
  id: string;
  deviceId: string;
  type: DeviceLogType;
  message: string;
  timestamp: Timestamp;
}

export type TroubleKind = 'SILENT' | 'BATTERY_20' | 'BATTERY_5' | 'SENSORS' | 'NOT_WORN';

export interface DeviceTroublesTable {
  deviceId: string;
  kind: TroubleKind;
  since: Timestamp;
  escalationId: string | null;
}

export interface ListeningTable {
  isOnly: Generated<boolean>;
  heardUntil: Timestamp;
}

export interface ListeningGapsTable {
  beganAt: Timestamp;
  endedAt: Timestamp;
}

export interface DeviceCredentialsTable {
  id: string;
  deviceId: string;
  secretHash: string;
  createdAt: Timestamp;
  lastUsedAt: Generated<Timestamp | null>;
  expiresAt: Generated<Timestamp | null>;
}

export interface DevicePairingsTable {
  deviceCodeHash: string;
  userCodeHash: string;
  macAddress: string;
  name: string | null;
  firmwareVersion: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  deviceId: Generated<string | null>;
}

export interface PairingCodesTable {
  codeHash: string;
  userId: string;
  createdBy: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

export interface FormerDevicesTable {
  key: number;
  id: string;
  userId: string;
  macAddress: string;
  name: string;
  createdAt: Timestamp;
  releasedAt: Timestamp;
}
