import { sql } from 'kysely';
import type { Db } from '../platform/db/database.js';
import type { Role } from '../platform/db/tables/accounts.js';

/** A person with a session. */
export interface SignedIn {
  readonly id: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly hasSecondFactor: boolean;
}

/** Returns those sessions that are neither ended nor expired and belong to active accounts. */
export function listLiveSessions(db: Db, sessionIds: readonly string[], now: string): Promise<SignedIn[]> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id as sessionId', 'sessions.hasSecondFactor', 'users.id', 'users.role'])
    .where(sql<boolean>`sessions.id = any(${sessionIds}::uuid[])`)
    .where('sessions.expiresAt', '>', now)
    .where('users.status', '=', 'active')
    .execute();
}

/** Credentials whose device exists and whose owner is active, by id. Expired ones too: the reader compares the time. */
export function listLiveCredentials(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('deviceCredentials')
    .innerJoin('devices', 'devices.id', 'deviceCredentials.deviceId')
    .innerJoin('users', 'users.id', 'devices.userId')
    .select(['deviceCredentials.id as credentialId', 'deviceCredentials.secretHash', 'deviceCredentials.expiresAt'])
    .select(['devices.id as deviceId', 'devices.macAddress', 'users.id as userId', 'users.role'])
    .where(sql<boolean>`device_credentials.id = any(${ids}::uuid[])`)
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

export interface ListEntry extends AuditEntry {
  readonly details: { readonly filters: object; readonly count?: number; readonly total?: number };
}

/** Inserts the entry unless the same person has read the same list with the same filters since then. */
export async function insertListEntry(db: Db, entry: ListEntry, since: string): Promise<void> {
  const { id, at, actorId, action, subjectId, requestId, details } = entry;
  await sql`
    insert into audit_trail (id, at, actor_id, action, subject_id, request_id, details)
    select ${id}::uuid, ${at}::timestamptz, ${actorId}::uuid, ${action}, ${subjectId}::uuid, ${requestId}::uuid,
      ${JSON.stringify(details)}::jsonb
    where not exists (
      select 1 from audit_trail
      where actor_id = ${actorId} and at > ${since} and action = ${action}
        and subject_id is not distinct from ${subjectId}::uuid
        and details -> 'filters' = ${JSON.stringify(details.filters)}::jsonb)`.execute(db);
}

export async function insertAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  await db.insertInto('auditTrail').values(entry).execute();
}
