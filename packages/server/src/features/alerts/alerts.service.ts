import type { FallLevel } from '@fallwatch/detection';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import type { AlertSeverity } from '../../platform/db/tables.js';
import type { Paged } from '../../platform/http/pagination.js';
import { severityOf, wakesSomebody } from './alerts.rules.js';
import type { AdminAlertsQuery, Alert, AlertQuery } from './alerts.schema.js';
import * as store from './alerts.store.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    'alert.raised': { patientId: string; fallId: string | null };
    'alert.acknowledged': { alertId: string };
  }
}

export interface FallToAlert {
  readonly id: string;
  readonly userId: string;
  readonly status: FallLevel;
  readonly confidence: number;
  /** What was seen, in a sentence. */
  readonly summary?: string | undefined;
}

export interface RaisedAlerts {
  readonly notified: boolean;
  readonly caregiverCount: number;
  readonly adminsNotified: boolean;
}

const nobodyWoken: RaisedAlerts = { notified: false, caregiverCount: 0, adminsNotified: false };

/**
 * Alerts everybody who looks after the person, inside the caller's transaction: a fall and its alerts commit
 * together or not at all. Nobody there, or a CONFIRMED fall, alerts the admins too.
 */
export async function raiseFallAlerts(ctx: Context, fall: FallToAlert): Promise<RaisedAlerts> {
  if (!wakesSomebody(fall.status)) return nobodyWoken;
  const caregiverIds = await store.listActiveCaregiverIds(ctx.db, fall.userId);
  const adminsNotified = caregiverIds.length === 0 || fall.status === 'CONFIRMED';
  const alert = {
    patientId: fall.userId,
    fallId: fall.id,
    type: 'FALL_DETECTED',
    severity: severityOf(fall.status),
    message: messageOf(fall, caregiverIds.length),
    timestamp: ctx.now(),
  };
  const recipients: (string | null)[] = adminsNotified ? [...caregiverIds, null] : caregiverIds;
  await store.insertAlerts(
    ctx.db,
    recipients.map((recipientId) => ({
      ...alert,
      id: ctx.newId(),
      recipientId,
      audience: recipientId === null ? ('ADMIN' as const) : ('CAREGIVER' as const),
    })),
  );
  ctx.events.publish({ type: 'alert.raised', patientId: fall.userId, fallId: fall.id });
  return { notified: caregiverIds.length > 0, caregiverCount: caregiverIds.length, adminsNotified };
}

/** An alert to the admins that is not about a fall. */
export async function raiseAdminAlert(
  ctx: Context,
  alert: { patientId: string; type: string; severity: AlertSeverity; message: string },
): Promise<void> {
  const row = { ...alert, id: ctx.newId(), audience: 'ADMIN' as const, recipientId: null, fallId: null };
  await store.insertAlerts(ctx.db, [{ ...row, timestamp: ctx.now() }]);
  ctx.events.publish({ type: 'alert.raised', patientId: alert.patientId, fallId: null });
}

export function listOwnAlerts(ctx: Context, { status }: AlertQuery): Promise<Alert[]> {
  return store.listAlertsOfCaregiver(ctx.db, actorId(ctx), status);
}

export function listAdminAlerts(ctx: Context, query: AdminAlertsQuery): Promise<Paged<Alert>> {
  return store.listAlertsOfAdmins(ctx.db, query.status, query);
}

/** Twice is as good as once: the first time stays. */
export function acknowledgeAlert(ctx: Context, id: string): Promise<Alert> {
  return inTransaction(ctx, async (ctx) => {
    await store.updateAcknowledged(ctx.db, id, actorId(ctx), ctx.now());
    const alert = await store.getAlert(ctx.db, id);
    await recordAudit(ctx, 'alert.acknowledge', alert.patientId);
    ctx.events.publish({ type: 'alert.acknowledged', alertId: id });
    return alert;
  });
}

/** Who was alerted by a fall: the caregivers only, as the contract shows it. */
export async function alertsOfFall(ctx: Context, fallId: string) {
  const alerts = await store.listCaregiverAlertsOfFall(ctx.db, fallId);
  // Standing in the caregiver's list is being sent, and the commit that made the row put it there.
  return alerts.map(({ caregiverId, acknowledged, timestamp }) => ({
    caregiverId,
    sent: true,
    acknowledged,
    timestamp,
  }));
}

/** What raising the alerts of this fall had answered, for a repeated report. */
export async function raisedAlertsOf(ctx: Context, fallId: string): Promise<RaisedAlerts> {
  const caregivers = new Set((await store.listCaregiverAlertsOfFall(ctx.db, fallId)).map((alert) => alert.caregiverId));
  const adminsNotified = await store.hasAdminAlert(ctx.db, fallId);
  return { notified: caregivers.size > 0, caregiverCount: caregivers.size, adminsNotified };
}

function messageOf({ status, confidence, summary }: FallToAlert, caregiverCount: number): string {
  const certainty = `${status} (confidence ${confidence.toFixed(2)})`;
  const nobody = caregiverCount === 0 ? ' Nobody looks after this person.' : '';
  return `Fall detected, ${certainty}.${summary ? ` ${summary}.` : ''}${nobody}`;
}
