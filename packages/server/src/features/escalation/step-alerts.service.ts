/** What a step writes into the lists of its recipients and on the live stream, and whom it notifies. */
import type { Context } from '../../platform/context.js';
import type { Addressed } from '../deliveries/channel.js';
import type { Queued } from '../deliveries/deliveries.service.js';
import { announceAll, type LiveEvent } from '../live/live.service.js';
import type { LiveData } from '../live/live-event.schema.js';
import type { People } from './escalation.rules.js';
import type { Escalation } from './escalation.store.js';
import * as openAlerts from './open-alerts.store.js';

/** An escalation with the recipients of its current step. */
export interface Taken {
  readonly escalation: Escalation;
  readonly step: number;
  readonly position: number;
  readonly people: People;
  /** All caregivers of the person: the alert is in the lists of all of them. */
  readonly caregiverIds: readonly string[];
  /** Taken between the steps of the plan, which keep their times. */
  readonly isBetween?: true;
}

type Alerts = ReadonlyMap<string, ReadonlyMap<string | null, openAlerts.OpenAlert>>;

/** Inserts the missing alerts. */
export async function showAlerts(ctx: Context, taken: readonly Taken[]): Promise<Alerts> {
  const rows = taken.flatMap(({ escalation, people, caregiverIds }) => {
    const { id: escalationId, patientId, fallId, type, severity, message } = escalation;
    const isForAdmins = people.notifiesAdmins || listAdminsOnDuty(people).length > 0;
    const everyone = [...new Set([...caregiverIds, ...listGuests(people)])];
    const recipients = isForAdmins ? [...everyone, null] : everyone;
    const alert = { escalationId, patientId, fallId, type, severity, message, timestamp: ctx.now() };
    return recipients.map((recipientId) => ({ ...alert, id: ctx.newId(), recipientId }));
  });
  const alerts = new Map<string, Map<string | null, openAlerts.OpenAlert>>(
    taken.map(({ escalation }) => [escalation.id, new Map()]),
  );
  for (const alert of await openAlerts.ensureAlerts(ctx.db, rows))
    alerts.get(alert.escalationId)?.set(alert.recipientId, alert);
  const guests = taken.flatMap(({ escalation, people }) =>
    listGuests(people).map((recipientId) => ({ escalationId: escalation.id, recipientId })),
  );
  await openAlerts.updateOnDuty(ctx.db, guests);
  return alerts;
}

function listGuests({ onDuty = [] }: People): string[] {
  return onDuty.filter(({ role }) => role === 'CAREGIVER').map(({ userId }) => userId);
}

/** Those who are notified although the step is not for the admins. */
function listAdminsOnDuty({ onDuty = [], notifiesAdmins }: People): string[] {
  const admins = onDuty.filter(({ role }) => role === 'ADMIN').map(({ userId }) => userId);
  return notifiesAdmins ? [] : [...new Set(admins)];
}

export function listAddressed(
  { escalation, step, people }: Taken,
  alerts: Alerts,
  adminIds: readonly string[],
): Addressed[] {
  const ofThis = alerts.get(escalation.id);
  const { id: escalationId, severity, plan } = escalation;
  const to = (recipientId: string, alertId: string | undefined): Addressed[] =>
    alertId === undefined ? [] : [{ escalationId, alertId, recipientId, step, severity, mustReach: plan.mustReach }];
  return [
    ...people.caregiverIds.flatMap((id) => to(id, ofThis?.get(id)?.id)),
    ...(people.notifiesAdmins ? adminIds : listAdminsOnDuty(people)).flatMap((id) => to(id, ofThis?.get(null)?.id)),
  ];
}

/**
 * Live stream: one event per recipient, so that each delivery can be confirmed, and one for each caregiver who only has
 * a new alert in the list.
 */
export async function announceSteps(
  ctx: Context,
  taken: readonly Taken[],
  alerts: Alerts,
  queued: readonly Queued[],
): Promise<void> {
  const byId = new Map(taken.map((one) => [one.escalation.id, one]));
  const told = queued.map(({ escalationId, alertId, deliveryId, recipientId }) =>
    toLiveEvent(byId.get(escalationId) as Taken, [recipientId], { alertId, deliveryId }),
  );
  const others = taken.flatMap((one) => {
    const isTold = new Set(one.people.caregiverIds);
    return [...(alerts.get(one.escalation.id)?.values() ?? [])].flatMap(({ id, recipientId, isNew }) =>
      isNew && recipientId !== null && !isTold.has(recipientId)
        ? [toLiveEvent(one, [recipientId], { alertId: id })]
        : [],
    );
  });
  await announceAll(ctx, [...told, ...others]);
}

type NoticeIds = Pick<LiveData<'alert.raised'>, 'alertId' | 'deliveryId'>;

function toLiveEvent({ escalation, step }: Taken, to: readonly string[], ids: NoticeIds): LiveEvent {
  const { patientId, fallId, type, severity, message, raisedAt, isDrill } = escalation;
  const data = { ...ids, patientId, fallId, type, severity, message, raisedAt, step, isDrill };
  return { type: step === 1 ? 'alert.raised' : 'alert.escalated', to, data };
}
