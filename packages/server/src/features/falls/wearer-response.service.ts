/** What people say about a fall: the wearer's answer, and the outcome. The level is never changed. */
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { conflict } from '../../platform/refusal.js';
import { readFallTimes } from '../alerts/alerts.service.js';
import { raiseCallForHelp } from '../alerts/raising.service.js';
import { endCancelled, endResolved } from '../escalation/ending.service.js';
import { announce } from '../live/live.service.js';
import { endAfterAnswer } from '../thresholds/thresholds.service.js';
import type { Confirmation, FallDetail, ResolutionRequest } from './falls.schema.js';
import { readFall } from './falls.service.js';
import * as store from './falls.store.js';
import { checkOutcome, keepOutcome, toDetails } from './outcome.service.js';

export const nothingToConfirm: Confirmation = { required: false, expiresAt: null };

/** Whether the device has to ask the wearer about this fall, and until when. */
export async function readConfirmation(ctx: Context, fallId: string): Promise<Confirmation> {
  const { escalation } = await readFallTimes(ctx, fallId);
  return escalation?.state === 'WAITING' ? { required: true, expiresAt: escalation.nextStepAt } : nothingToConfirm;
}

/** “I'm OK”. Idempotent. Refused after “I need help”: then somebody has to check on the wearer. */
export function cancelFall(ctx: Context, id: string): Promise<FallDetail> {
  return inTransaction(ctx, async (ctx) => {
    const fall = await store.getFallLocked(ctx.db, id);
    if (fall.confirmedAt !== null)
      throw conflict('You have asked for help. Whoever comes ends this with its outcome (POST /falls/:id/resolve).');
    if (fall.cancelledAt === null && fall.resolvedAt === null) {
      await store.updateResponse(ctx.db, id, { cancelledAt: ctx.now() });
      await endCancelled(ctx, id);
      await recordAudit(ctx, 'fall.cancel', fall.userId);
    }
    return readFall(ctx, id);
  });
}

/** “I need help”: also after “I'm OK”, and after the fall was resolved. */
export function confirmFall(ctx: Context, id: string): Promise<FallDetail> {
  return inTransaction(ctx, async (ctx) => {
    const fall = await store.getFallLocked(ctx.db, id);
    if (fall.confirmedAt === null) {
      const confirmedAt = ctx.now();
      await store.updateResponse(ctx.db, id, { confirmedAt, withheldUpTo: null });
      await raiseCallForHelp(ctx, fall);
      await endAfterAnswer(ctx, { ...fall, confirmedAt });
      await recordAudit(ctx, 'fall.confirm', fall.userId);
      const { userId: patientId } = fall;
      await announce(ctx, { type: 'fall.confirmed', to: [patientId], toAdmins: true, data: { patientId, fallId: id } });
    }
    return readFall(ctx, id);
  });
}

/**
 * Ends the alerts about the fall. Can be repeated: the latest outcome counts, with the person who recorded it; the
 * first time stays. What the wearer was doing belongs to a false alarm, injuries and help to all other outcomes: they are
 * deleted when the outcome changes.
 */
export function resolveFall(ctx: Context, id: string, request: ResolutionRequest): Promise<FallDetail> {
  checkOutcome(request);
  const { outcome, note, act } = request;
  const isFalse = outcome === 'FALSE_ALARM';
  return inTransaction(ctx, async (ctx) => {
    const fall = await store.getFallLocked(ctx.db, id);
    const { userId: patientId, resolvedAt } = fall;
    await store.updateResponse(ctx.db, id, {
      outcome,
      resolvedAt: resolvedAt ?? ctx.now(),
      resolvedBy: actorId(ctx),
      ...(note === undefined ? {} : { resolutionNote: note }),
      ...(act === undefined && isFalse ? {} : { falseAlarmAct: act ?? null }),
      ...toDetails(request),
    });
    await keepOutcome(ctx, fall, await store.getFallLocked(ctx.db, id));
    await endAfterAnswer(ctx, { ...fall, outcome });
    await endResolved(ctx, id);
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
