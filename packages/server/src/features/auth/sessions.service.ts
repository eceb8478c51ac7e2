/** Where a person is signed in. */
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { isUuid } from '../../platform/ids.js';
import { notFound } from '../../platform/refusal.js';
import { endSessions } from './auth.service.js';
import { toClientName } from './client-name.rules.js';
import type { Session } from './sessions.schema.js';
import * as store from './sessions.store.js';

/** Uses that are written in one statement. */
const pieceSize = 1_000;

export async function listOwnSessions(ctx: Context): Promise<Session[]> {
  await writeSessionUses(ctx);
  const sessions = await store.listSessions(ctx.db, actorId(ctx), ctx.now());
  return sessions.map((session) => ({ ...session, isCurrent: session.id === ctx.actor.sessionId }));
}

/** A session of another person is not found, like one that does not exist. */
export function endOwnSession(ctx: Context, id: string): Promise<void> {
  const userId = actorId(ctx);
  return inTransaction(ctx, async (ctx) => {
    if (!isUuid(id) || !(await store.deleteOwnSession(ctx.db, userId, id))) throw notFound('Session');
    ctx.events.publish({ type: 'session.ended', sessionId: id.toLowerCase() });
    await recordAudit(ctx, 'session.end', userId);
  });
}

/** Keeps the session of this request. */
export function endOtherSessions(ctx: Context): Promise<void> {
  const userId = actorId(ctx);
  return inTransaction(ctx, async (ctx) => {
    await endSessions(ctx, userId, ctx.actor.sessionId);
    await recordAudit(ctx, 'session.endOthers', userId);
  });
}

/** Writes the uses that this process has noted: access/session.ts. */
export async function writeSessionUses(ctx: Context): Promise<void> {
  const { sessionUses } = ctx.state;
  const uses = [...sessionUses];
  for (let first = 0; first < uses.length; first += pieceSize) {
    const piece = uses.slice(first, first + pieceSize);
    const rows = piece.map(([id, { usedAtMs, userAgent }]) => ({
      id,
      usedAt: new Date(usedAtMs).toISOString(),
      client: toClientName(userAgent),
    }));
    await store.updateLastUsed(ctx.db, rows);
    // Noted again meanwhile: write again.
    for (const [id, use] of piece) if (sessionUses.get(id) === use) sessionUses.delete(id);
  }
}
