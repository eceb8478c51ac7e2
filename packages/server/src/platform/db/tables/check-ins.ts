import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.js';

export type CheckInSign = 'CONFIRMED' | 'MOVED';

export interface CheckInsTable {
  patientId: string;
  byTime: string;
  zone: string;
  movementCounts: boolean;
  resumesOn: string | null;
  day: string;
  dueAt: Timestamp;
  examineAt: Timestamp;
  escalationId: Generated<string | null>;
  updatedAt: Timestamp;
  updatedBy: string;
}

export interface CheckInDaysTable {
  patientId: string;
  day: string;
  dueAt: Timestamp;
  sign: CheckInSign | null;
  signAt: Timestamp | null;
  missedAt: Generated<Timestamp | null>;
}
