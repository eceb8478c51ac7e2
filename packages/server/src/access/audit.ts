import type { Context } from '../platform/context.js';
import { insertAuditEntry, insertListEntry } from './access.store.js';

/**
 * Records who read or changed whose data. Inside a transaction it is committed or rolled back with the change. Contains
 * ids only: once an account is erased, the remaining id is a pseudonym.
 */
export function recordAudit(ctx: Context, action: string, subjectId: string | null): Promise<void> {
  return insertAuditEntry(ctx.db, entry(ctx, action, subjectId));
}

export interface ListRead {
  readonly action: string;
  /** The person that the list belongs to, if any. */
  readonly subjectId: string | null;
  /** Parameter → value; null if the value is free text. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly hasText: boolean;
  /** Rows in the answer, and in the whole list. */
  readonly count?: number;
  readonly total?: number;
}

/** Consoles reload what they show every minute and at each event: the audit trail would repeat the same entry. */
const sameReadMs = 3_600_000;

/**
 * Records that a list of people was read. The same list with the same filters, read again by the same person within the
 * hour, adds no entry. With free text among the filters every read does: the texts may differ, and are not stored.
 */
export function recordListRead(ctx: Context, read: ListRead): Promise<void> {
  const { action, subjectId, hasText, ...details } = read;
  const since = new Date(ctx.clock.nowMs() - (hasText ? 0 : sameReadMs)).toISOString();
  return insertListEntry(ctx.db, { ...entry(ctx, action, subjectId), details }, since);
}

function entry({ actor, requestId, newId, now }: Context, action: string, subjectId: string | null) {
  return { id: newId(), at: now(), actorId: actor.id, action, subjectId, requestId };
}
