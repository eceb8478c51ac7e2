import type { Generated } from 'kysely';
import type { Camel, StoredColumns, VitalName } from '../reading-fields.js';
import type { Timestamp } from './timestamp.js';

export interface ReadingsTable extends StoredColumns {
  at: Timestamp;
  deviceKey: number;
  confidence: number;
}

export interface RecordedTable {
  log: string;
  partition: number;
  sequence: number;
  committedAt: Timestamp | null;
}

export interface ArchiveFilesTable {
  object: string;
  day: string;
  deviceKeys: readonly number[];
  readings: number;
  bytes: number;
  sha256: string;
  state: 'WRITING' | 'CURRENT' | 'OBSOLETE';
  writtenAt: Generated<Timestamp>;
}

export type VitalsTable = { deviceKey: number; minute: Timestamp; readings: number } & {
  [Column in `${Camel<VitalName>}${'Count' | 'Sum'}`]: number;
} & { [Column in `${Camel<VitalName>}${'Min' | 'Max'}`]: number | null };
