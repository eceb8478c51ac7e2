/** A responder asks for a second person. Who leads does not change. */
import type { Context } from '../../platform/context.js';
import { conflict, invalid } from '../../platform/refusal.js';
import type { Addressed } from '../deliveries/channel.js';
import { queueDeliveries } from '../deliveries/deliveries.service.js';
import { announceAll } from '../live/live.service.js';
import { announceResponse } from './announcing.service.js';
import { listCaregivers } from './escalation.service.js';
import * as store from './escalation.store.js';
import { ensureAlerts } from './open-alerts.store.js';
import type { ResponseStep } from './responders.schema.js';
import { isActive } from './responding.rules.js';
import type { Act } from './responding.store.js';
import * as log from './response-steps.store.js';

/** A second tap on the same button, or a request that is sent again. */
const sameCallSeconds = 30;

interface Called {
  readonly caregiverIds: readonly string[];
  readonly adminIds: readonly string[];
}

export async function callSecond(ctx: Context, act: Act): Promise<void> {
  const { escalation, userId, alertId, own, calledId = null, note = null } = act;
  if (escalation.acknowledgedAt === null)
    throw conflict('Nobody has taken this alert: everybody is being alerted. Take it first (TAKE_OVER).');
  if (!own || !isActive(own))
    throw conflict('Only somebody who responds can call a second person. Join the alert first (JOIN).');
  const escalationId = escalation.id;
  if (await log.hasSameCall(ctx.db, { escalationId, userId, calledId }, sameCallSeconds)) return;
  const called = await chooseCalled(ctx, act);
  const step = escalation.step + 1;
  await store.updateEscalation(ctx.db, escalationId, { step, calledStep: step });
  const call = { id: ctx.newId(), escalationId, userId, kind: 'CALLED' as const, note, step, calledId };
  const response = await log.insertResponseStep(ctx.db, call);
  await announceResponse(ctx, escalation, alertId, response);
  await notify(ctx, { ...escalation, step }, called, response);
}

/** Everybody who may know of it and does not respond, or one of them. */
async function chooseCalled(ctx: Context, { escalation, responders, calledId }: Act): Promise<Called> {
  const [caregiverIds, adminIds] = [
    await listCaregivers(ctx, escalation.patientId),
    await store.listActiveAdminIds(ctx.db),
  ];
  const responding = new Set(responders.filter(isActive).map(({ id }) => id));
  if (calledId !== undefined && ![...caregiverIds, ...adminIds].includes(calledId))
    throw invalid({ userId: `must be a caregiver of this patient or an admin; got ${calledId}` });
  if (calledId !== undefined && responding.has(calledId)) throw conflict('This person responds already.');
  const isCalled = (id: string) => !responding.has(id) && (calledId === undefined || id === calledId);
  const called = { caregiverIds: caregiverIds.filter(isCalled), adminIds: adminIds.filter(isCalled) };
  if (called.caregiverIds.length + called.adminIds.length === 0)
    throw conflict(
      'There is nobody else who may know of this alert. Call the emergency number, or assign a caregiver.',
    );
  return called;
}

/** Puts the alert into their lists, and notifies them over every channel. */
async function notify(
  ctx: Context,
  escalation: store.Escalation,
  { caregiverIds, adminIds }: Called,
  response: ResponseStep,
): Promise<void> {
  const { id: escalationId, patientId, fallId, type, severity, message, step, plan, isDrill } = escalation;
  const recipients = adminIds.length > 0 ? [...caregiverIds, null] : caregiverIds;
  const about = { escalationId, patientId, fallId, type, severity, message, timestamp: ctx.now() };
  const alerts = await ensureAlerts(
    ctx.db,
    recipients.map((recipientId) => ({ ...about, id: ctx.newId(), recipientId })),
  );
  const addressed = [...caregiverIds, ...adminIds].flatMap((recipientId): Addressed[] => {
    const listed = caregiverIds.includes(recipientId) ? recipientId : null;
    const alert = alerts.find((one) => one.recipientId === listed);
    return alert ? [{ escalationId, alertId: alert.id, recipientId, step, severity, mustReach: plan.mustReach }] : [];
  });
  const queued = await queueDeliveries(ctx, addressed, await store.readServiceNow(ctx.db));
  await announceAll(
    ctx,
    queued.map(({ alertId, deliveryId, recipientId }) => ({
      type: 'alert.response' as const,
      to: [recipientId],
      data: { patientId, fallId, alertId, deliveryId, response, isDrill },
    })),
  );
}
