/** Lists of alerts, and their acknowledgement. */
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import type { Paged } from '../../platform/http/pagination.js';
import { listDeliveries } from '../deliveries/deliveries.service.js';
import * as escalation from '../escalation/escalation.service.js';
import { maxListedAlerts, toAftermath } from './alerts.rules.js';
import type { AdminAlertsQuery, Alert, AlertQuery } from './alerts.schema.js';
import * as store from './alerts.store.js';
import * as fallStore from './fall-alerts.store.js';

export interface OwnAlerts {
  readonly alerts: Alert[];
  /** How many more alerts there are. Absent when all are listed. */
  readonly omitted?: number;
}

export async function listOwnAlerts(ctx: Context, { status }: AlertQuery): Promise<OwnAlerts> {
  const { rows, total } = await store.listAlertsOfCaregiver(ctx.db, actorId(ctx), status, maxListedAlerts);
  const alerts = await withDeliveries(ctx, rows);
  if (status !== 'acknowledged')
    await escalation.markSeen(
      ctx,
      rows.map(({ id }) => id),
    );
  return total > rows.length ? { alerts, omitted: total - rows.length } : { alerts };
}

export async function listAdminAlerts(ctx: Context, query: AdminAlertsQuery): Promise<Paged<Alert>> {
  const { rows, total } = await store.listAlertsOfAdmins(ctx.db, query.status, query);
  return { rows: await withDeliveries(ctx, rows), total };
}

async function withDeliveries(ctx: Context, alerts: readonly store.AlertRow[]): Promise<Alert[]> {
  const deliveries = await listDeliveries(
    ctx,
    alerts.map(({ id }) => id),
  );
  const nowMs = ctx.clock.nowMs();
  return alerts.map((alert) => ({
    ...alert,
    aftermath: alert.aftermath && toAftermath(alert.aftermath, nowMs),
    deliveries: deliveries.get(alert.id) ?? [],
  }));
}

/**
 * Idempotent: a repeated call keeps the first time. The first acknowledgement stops the escalation for all recipients.
 */
export function acknowledgeAlert(ctx: Context, id: string): Promise<Alert> {
  return inTransaction(ctx, async (ctx) => {
    await escalation.acknowledge(ctx, id, actorId(ctx));
    const alert = await readAlert(ctx, id);
    await recordAudit(ctx, 'alert.acknowledge', alert.patientId);
    return alert;
  });
}

export async function readAlert(ctx: Context, id: string): Promise<Alert> {
  const [alert] = await withDeliveries(ctx, [await store.getAlert(ctx.db, id)]);
  return alert as Alert;
}

/** The caregivers that a fall alerted. Admins are left out, as docs/api/openapi.json defines it. */
export async function alertsOfFall(ctx: Context, fallId: string) {
  const alerts = await fallStore.listCaregiverAlertsOfFall(ctx.db, fallId);
  // `sent` is always true: the commit that inserted the row put the alert into the caregiver's list.
  return alerts.map(({ caregiverId, acknowledged, timestamp }) => ({
    caregiverId,
    sent: true,
    acknowledged,
    timestamp,
  }));
}

/**
 * Patient → number of open escalations that nobody has acknowledged, over all recipients. Patients without one are
 * absent.
 */
export async function countOpenAlerts(ctx: Context, patientIds: readonly string[]): Promise<Map<string, number>> {
  const counts = await store.countOpenByPatient(ctx.db, patientIds);
  return new Map(counts.map(({ patientId, open }) => [patientId, open]));
}

/** The state of the escalation of a fall, and when its alerts were delivered, seen and acknowledged. */
export async function readFallTimes(ctx: Context, fallId: string) {
  const { alertedAt, notifiedAt, seenAt, acknowledgedAt } = await fallStore.getTimes(ctx.db, fallId);
  return {
    escalation: (await fallStore.findEscalationOfFall(ctx.db, fallId)) ?? null,
    alertedAt,
    notifiedAt,
    seenAt,
    acknowledgedAt,
  };
}
