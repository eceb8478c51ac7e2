import type { Db } from '../platform/db/database.js';
import type { Role } from '../platform/db/tables.js';

export interface LiveSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly role: Role;
}

/** A session that is neither ended nor expired, of an account that is active. */
export function findLiveSession(db: Db, sessionId: string, now: string): Promise<LiveSession | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id as sessionId', 'users.id as userId', 'users.role'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.expiresAt', '>', now)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
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
