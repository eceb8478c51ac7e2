/** What people say about a fall: the wearer's word, and how it ended. Its level is never rewritten. */
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { conflict } from '../../platform/refusal.js';
import { cancelFallAlerts, closeFallAlerts, raiseCallForHelp, storyOfFall } from '../alerts/alerts.service.js';
import { announce } from '../live/live.service.js';
import type { Confirmation, FallDetail, ResolutionRequest } from './falls.schema.js';
import { readFall } from './falls.service.js';
import * as store from './falls.store.js';

export const nothingToConfirm: Confirmation = { required: false, expiresAt: null };

/** Is the wearer of this fall to be asked, and until when? */
export async function confirmationOf(ctx: Context, fallId: string): Promise<Confirmation> {
  const { escalation } = await storyOfFall(ctx, fallId);
  return escalation?.state === 'WAITING' ? { required: true, expiresAt: escalation.nextStepAt } : nothingToConfirm;
}

/** “I'm OK”: twice is as good as once. Whoever has called for help needs somebody to come and see. */
export function cancelFall(ctx: Context, id: string): Promise<FallDetail> {
  return inTransaction(ctx, async (ctx) => {
    const fall = await store.getFallLocked(ctx.db, id);
    if (fall.confirmedAt !== null)
      throw conflict('You have asked for help. Whoever comes ends this with its outcome (POST /falls/:id/resolve).');
    if (fall.cancelledAt === null && fall.resolvedAt === null) {
      await store.updateSaid(ctx.db, id, { cancelledAt: ctx.now() });
      await cancelFallAlerts(ctx, id);
      await recordAudit(ctx, 'fall.cancel', fall.userId);
    }
    return readFall(ctx, id);
  });
}

/** “I need help”: also after “I'm OK”, and after somebody thought it was over. */
export function confirmFall(ctx: Context, id: string): Promise<FallDetail> {
  return inTransaction(ctx, async (ctx) => {
    const fall = await store.getFallLocked(ctx.db, id);
    if (fall.confirmedAt === null) {
      await store.updateSaid(ctx.db, id, { confirmedAt: ctx.now() });
      await raiseCallForHelp(ctx, fall);
      await recordAudit(ctx, 'fall.confirm', fall.userId);
      const { userId: patientId } = fall;
      await announce(ctx, { type: 'fall.confirmed', to: [patientId], toAdmins: true, data: { patientId, fallId: id } });
    }
    return readFall(ctx, id);
  });
}

/** Ends the alerts about it. May be said again: what was learned later stands, with who said it. */
export function resolveFall(ctx: Context, id: string, { outcome, note }: ResolutionRequest): Promise<FallDetail> {
  return inTransaction(ctx, async (ctx) => {
    const { userId: patientId, resolvedAt } = await store.getFallLocked(ctx.db, id);
    await store.updateSaid(ctx.db, id, {
      outcome,
      resolvedAt: resolvedAt ?? ctx.now(),
      resolvedBy: actorId(ctx),
      ...(note === undefined ? {} : { resolutionNote: note }),
    });
    await closeFallAlerts(ctx, id);
    await recordAudit(ctx, 'fall.resolve', patientId);
    await announce(ctx, {
      type: 'fall.resolved',
      to: [patientId],
      toAdmins: true,
      data: { patientId, fallId: id, outcome },
    });
    return readFall(ctx, id);
  });
}
