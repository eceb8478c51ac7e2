/** A person who was notified cannot come. The escalation goes on without waiting for them. */
import { type Context, inTransaction } from '../../platform/context.js';
import { cancelDeliveriesTo } from '../deliveries/deliveries.service.js';
import { announce } from '../live/live.service.js';
import * as store from './declining.store.js';
import { lastPosition, toState } from './escalation.rules.js';
import { listCaregivers } from './escalation.service.js';
import type { Escalation } from './escalation.store.js';

interface Declining {
  readonly alertId: string;
  readonly userId: string;
  /** The channel of the delivery that the person answered; null if the delivery no longer exists. */
  readonly channel: string | null;
}

/**
 * Returns whether it changed anything: an alert that is taken or closed stays as it is. If everybody who was notified
 * of the latest step has declined, the last step, which is for everybody, is taken now. Joins the caller's transaction.
 */
export function decline(ctx: Context, { alertId, userId, channel }: Declining): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const escalation = await store.lockEscalationOfAlert(ctx.db, alertId);
    const isAsked = escalation && (toState(escalation) === 'ESCALATING' || isCallOpen(escalation));
    if (!escalation || !isAsked) return false;
    const { id, step, plan, position, patientId, fallId } = escalation;
    if (!(await store.insertDecline(ctx.db, { escalationId: id, userId, step, channel }))) return false;
    await cancelDeliveriesTo(ctx, id, userId);
    const last = lastPosition(plan);
    if (!isCallOpen(escalation) && position <= last && (await store.haveAllDeclined(ctx.db, id, step))) {
      await store.updateDueNow(ctx.db, id, last);
      ctx.events.publish({ type: 'alert.due' });
    }
    await announce(ctx, {
      type: 'alert.declined',
      to: await listCaregivers(ctx, patientId),
      toAdmins: true,
      data: { patientId, fallId, alertId, by: await store.getDecliner(ctx.db, userId) },
    });
    return true;
  });
}

/** Somebody has taken it and asks for a second person. */
function isCallOpen({ calledStep, closedAt }: Escalation): boolean {
  return calledStep !== null && closedAt === null;
}
