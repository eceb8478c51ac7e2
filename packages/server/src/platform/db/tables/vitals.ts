import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.js';

export interface VitalLimitsTable {
  patientId: string;
  heartRateLow: number | null;
  heartRateHigh: number | null;
  oxygenLow: number | null;
  minutes: number;
  checkedTo: Generated<Timestamp | null>;
  updatedAt: Timestamp;
  updatedBy: string;
}

export interface VitalExcursionsTable {
  escalationId: string;
  patientId: string;
  vital: 'heartRate' | 'oxygenSaturation';
  direction: 'LOW' | 'HIGH';
  limitValue: number;
  since: Timestamp;
  endedAt: Generated<Timestamp | null>;
}
