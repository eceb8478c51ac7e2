import type { ColumnType, Generated } from 'kysely';
import type { Timestamp } from './timestamp.js';

export type LogLevel = 'error' | 'warning' | 'info';

export interface SystemLogTable {
  id: string;
  level: LogLevel;
  source: string;
  message: string;
  code: Generated<string | null>;
  params: ColumnType<Record<string, string> | null, string | undefined, never>;
  userId: string | null;
  timestamp: Timestamp;
}

export interface AuditTrailTable {
  id: string;
  at: Timestamp;
  actorId: string | null;
  action: string;
  subjectId: string | null;
  requestId: string | null;
  /** For a list that was read: its filters and the number of rows. */
  details: ColumnType<object | null, string | null | undefined, never>;
}

export interface MigrationsTable {
  name: string;
  checksum: string;
  appliedAt: Timestamp;
}

export interface MaintenanceRunsTable {
  task: string;
  startedAt: Timestamp;
  finishedAt: Timestamp | null;
  done: string[];
}

/** People who moved to another cell. */
export interface DeparturesTable {
  id: string;
  cell: string;
  keys: string[];
  deviceKeys: number[];
  leftAt: Generated<Timestamp>;
  rows: ColumnType<object | null, string, null>;
  finishedAt: Timestamp | null;
}
