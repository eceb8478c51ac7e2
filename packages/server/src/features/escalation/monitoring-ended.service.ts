/**
 * Runs when the account of a monitored person is deleted. The falls and alerts are deleted with it. One alert with the
 * person's name remains for each caregiver assigned at that moment and one for the admins, so that nobody relies on
 * monitoring that has ended. It has no escalation: it stays in the lists until it is acknowledged, and is sent once on
 * the live stream and by webhook.
 */
import type { Context } from '../../platform/context.js';
import { announceAll } from '../live/live.service.js';
import * as escalations from './escalation.store.js';
import * as store from './monitoring-ended.store.js';

/**
 * The alert, and the name in it, is deleted 7 days after its acknowledgement and 90 days after its creation at the
 * latest: the person has a right to erasure.
 */
const keptAcknowledgedMs = 7 * 86_400_000;
const keptAtMostMs = 90 * 86_400_000;

export const monitoringEnded = 'MONITORING_ENDED';

export interface FormerPatient {
  readonly id: string;
  readonly name: string;
  readonly isOwnWish: boolean;
}

/** Call it before the account is deleted, in the same transaction. */
export async function raiseMonitoringEnded(ctx: Context, patient: FormerPatient): Promise<void> {
  const { id: patientId, name } = patient;
  const caregiverIds = (await escalations.listActiveCaregivers(ctx.db, [patientId])).get(patientId) ?? [];
  const adminIds = (await escalations.listActiveAdminIds(ctx.db)).filter((id) => id !== ctx.actor.id);
  const common = {
    formerPatientId: patientId,
    formerPatientName: name,
    type: monitoringEnded,
    severity: 'HIGH' as const,
    message: patient.isOwnWish
      ? `${name} has deleted their account and is no longer monitored.`
      : `The account of ${name} was deleted by an admin. ${name} is no longer monitored.`,
    timestamp: ctx.now(),
  };
  const alerts = [...caregiverIds, null].map((recipientId) => ({ ...common, id: ctx.newId(), recipientId }));
  await store.insertEndedAlerts(ctx.db, alerts);
  await tell(ctx, alerts, adminIds);
}

async function tell(ctx: Context, alerts: readonly store.EndedAlert[], adminIds: readonly string[]): Promise<void> {
  const notices = alerts.map(({ id, recipientId, formerPatientId, type, severity, message, timestamp }) => ({
    to: recipientId === null ? adminIds : [recipientId],
    data: {
      alertId: id,
      patientId: formerPatientId,
      fallId: null,
      type,
      severity,
      message,
      raisedAt: timestamp,
      step: 1,
      isDrill: false,
    },
  }));
  await announceAll(
    ctx,
    notices.map(({ to, data }) => ({ type: 'alert.raised' as const, to, outlivesPatient: true, data })),
  );
  for (const { to, data } of notices)
    for (const channel of ctx.state.channels) await channel.queueNotice?.(ctx, to, data);
}

/** Called by the upkeep job. */
export function clearEndedAlerts(ctx: Context): Promise<number> {
  const before = (ms: number) => new Date(ctx.clock.nowMs() - ms).toISOString();
  return store.deleteEndedAlerts(ctx.db, before(keptAcknowledgedMs), before(keptAtMostMs));
}
