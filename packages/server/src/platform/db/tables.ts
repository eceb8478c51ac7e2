import type { Generated } from 'kysely';

/** An ISO 8601 string in UTC, read (drivers.ts) and written. */
type Timestamp = string;

export type Role = 'PATIENT' | 'CAREGIVER' | 'ADMIN';
export type AccountStatus = 'active' | 'inactive';
export type LogLevel = 'error' | 'warning' | 'info';

interface UsersTable {
  id: string;
  email: string;
  emailKey: string;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  status: Generated<AccountStatus>;
  phone: Generated<string | null>;
  dateOfBirth: Generated<string | null>;
  avatar: Generated<string | null>;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  lastLogin: Generated<Timestamp | null>;
}

interface SessionsTable {
  id: string;
  userId: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

interface SystemLogTable {
  id: string;
  level: LogLevel;
  source: string;
  message: string;
  userId: string | null;
  timestamp: Timestamp;
}

interface AuditTrailTable {
  id: string;
  at: Timestamp;
  actorId: string | null;
  action: string;
  subjectId: string | null;
  requestId: string | null;
}

interface MigrationsTable {
  name: string;
  checksum: string;
  appliedAt: Timestamp;
}

/** Every table by its name; the owner of each is in test/house.test.ts. */
export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  systemLog: SystemLogTable;
  auditTrail: AuditTrailTable;
  migrations: MigrationsTable;
}
