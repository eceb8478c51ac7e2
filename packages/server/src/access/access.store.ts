import { sql } from 'kysely';
import type { Db } from '../platform/db/database.js';
import type { Role } from '../platform/db/tables.js';

/** A person with a session. */
export interface SignedIn {
  readonly id: string;
  readonly role: Role;
  readonly sessionId: string;
}

/** Those of these sessions that are neither ended nor expired, of accounts that are active. */
export function listLiveSessions(db: Db, sessionIds: readonly string[], now: string): Promise<SignedIn[]> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id as sessionId', 'users.id', 'users.role'])
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
