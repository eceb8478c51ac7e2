import type { Context } from '../platform/context.js';
import { insertAuditEntry } from './access.store.js';

/**
 * Who read or changed what of whom. Inside a transaction it stands or falls with the change. Ids only: once an
 * account is erased, what is left here is a pseudonym.
 */
export function recordAudit(ctx: Context, action: string, subjectId: string | null): Promise<void> {
  const { actor, db, requestId } = ctx;
  return insertAuditEntry(db, { id: ctx.newId(), at: ctx.now(), actorId: actor.id, action, subjectId, requestId });
}
