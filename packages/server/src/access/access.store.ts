import { sql } from 'kysely';
import type { Db } from '../platform/db/database.js';
import type { Role } from '../platform/db/tables.js';

export interface LiveSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly role: Role;
}

/** Those of these sessions that are neither ended nor expired, of accounts that are active. */
export function listLiveSessions(db: Db, sessionIds: readonly string[], now: string): Promise<LiveSession[]> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id as sessionId', 'users.id as userId', 'users.role'])
    .where(sql<boolean>`sessions.id = any(${sessionIds}::uuid[])`)
    .where('sessions.expiresAt', '>', now)
    .where('users.status', '=', 'active')
    .execute();
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly subjectId: string | null;
  readonly requestId: string | null;
}

export async function insertAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  await db.insertInto('auditTrail').values(entry).execute();
}
