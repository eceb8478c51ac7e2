/** A person who was notified cannot come. The escalation goes on without waiting for them. */
import { type Context, inTransaction } from '../../platform/context.js';
import { cancelDeliveriesOf } from '../deliveries/deliveries.service.js';
import { announce } from '../live/live.service.js';
import * as store from './declining.store.js';
import { lastPosition, toState } from './escalation.rules.js';
import { listCaregivers } from './escalation.service.js';

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
    if (!escalation || toState(escalation) !== 'ESCALATING') return false;
    const { id, step, plan, position, patientId, fallId } = escalation;
    if (!(await store.insertDecline(ctx.db, { escalationId: id, userId, step, channel }))) return false;
    await cancelDeliveriesOf(ctx, id, userId);
    const last = lastPosition(plan);
    if (position <= last && (await store.haveAllDeclined(ctx.db, id, step))) {
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
