import type { AftermathKind, EvidenceWindow, Explanation, FallLevel } from '@fallwatch/detection';
import type { ColumnType, Generated } from 'kysely';
import type { Timestamp } from './timestamp.js';

export interface FallsTable {
  id: string;
  userId: string;
  deviceId: string | null;
  confidence: number;
  status: FallLevel;
  location: string | null;
  witnessed: boolean | null;
  injuries: string | null;
  /** Written as JSON text. */
  sensorData: ColumnType<SensorEvidence | null, string | null, string | null>;
  explanation: ColumnType<Explanation | null, string | null, string | null>;
  evidence: ColumnType<EvidenceWindow | null, string | null | undefined, string | null>;
  outcome: Generated<FallOutcome | null>;
  impactAt: Generated<Timestamp | null>;
  cancelledAt: Generated<Timestamp | null>;
  confirmedAt: Generated<Timestamp | null>;
  resolvedAt: Generated<Timestamp | null>;
  resolvedBy: Generated<string | null>;
  resolutionNote: Generated<string | null>;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  investigationAt: Generated<Timestamp | null>;
  investigationBy: Generated<string | null>;
  investigationNotes: Generated<string | null>;
  idempotencyKey: Generated<string | null>;
  withheldUpTo: Generated<number | null>;
  falseAlarmAct: Generated<FalseAlarmAct | null>;
  source: Generated<FallSource | null>;
  injury: Generated<Injury | null>;
  headImpact: Generated<HeadImpact | null>;
  ambulance: Generated<Ambulance | null>;
  liftedBy: Generated<LiftedBy | null>;
}

export type FallOutcome = 'HELPED' | 'FALSE_ALARM' | 'HOSPITAL' | 'OTHER';

/** Through what a person called for help, if not through a device, the console or the API. */
export type FallSource = 'HOME_ASSISTANT';

export type FalseAlarmAct = 'KNOCK' | 'CLAPPING' | 'SAT_DOWN_HARD' | 'LAY_DOWN' | 'DEVICE_DROPPED' | 'OTHER';

export type Injury = 'NONE' | 'MINOR' | 'SERIOUS' | 'UNKNOWN';

export type HeadImpact = 'YES' | 'NO' | 'UNKNOWN';

export type Ambulance = 'CALLED' | 'NOT_CALLED';

export type LiftedBy = 'SELF' | 'CAREGIVER' | 'TWO_CAREGIVERS' | 'HOIST' | 'AMBULANCE' | 'OTHER';

/** An outcome as somebody recorded it, also if it was corrected later. */
export interface OutcomeRecordsTable {
  id: string;
  fallId: string;
  recordedAt: Timestamp;
  recordedBy: string | null;
  outcome: FallOutcome | null;
  note: string | null;
  act: FalseAlarmAct | null;
  injury: Injury | null;
  headImpact: HeadImpact | null;
  ambulance: Ambulance | null;
  liftedBy: LiftedBy | null;
}

export interface SilencesTable {
  deviceId: string;
  readingAt: Timestamp;
  noticedAt: Timestamp;
  dueAt: Timestamp;
  sensorData: ColumnType<SensorEvidence, string, string>;
  state: Uint8Array;
}

/** The reading that decided a fall's level. */
export interface SensorEvidence {
  accel: [number, number, number];
  gyro: [number, number, number];
  timestamp: Timestamp;
}

export interface FallAliasesTable {
  id: string;
  fallId: string;
}

/** A change of what the wearer does after a fall. */
export interface AftermathsTable {
  fallId: string;
  /** The reading that showed it. */
  at: Timestamp;
  kind: AftermathKind;
  since: Timestamp;
  /** Still for a minute, for the first time since the fall. */
  isLong: boolean;
}
