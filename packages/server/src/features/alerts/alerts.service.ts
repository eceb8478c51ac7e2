import type { FallLevel } from '@fallwatch/detection';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import type { AlertSeverity } from '../../platform/db/tables.js';
import type { Paged } from '../../platform/http/pagination.js';
import { deliveriesOf } from '../deliveries/deliveries.service.js';
import { severityOf, wakesSomebody } from './alerts.rules.js';
import type { AdminAlertsQuery, Alert, AlertQuery } from './alerts.schema.js';
import * as store from './alerts.store.js';
import { adminPlan, alarmPlanOf, tellsEverybody, waitsForTheWearer } from './escalation.rules.js';
import * as escalation from './escalation.service.js';
import { planSettingsOf } from './plan.service.js';

export interface FallToAlert {
  readonly id: string;
  readonly userId: string;
  readonly status: FallLevel;
  readonly confidence: number;
  /** What was seen, in a sentence. */
  readonly summary?: string | undefined;
  /** The device says that it can ask its wearer. */
  readonly canConfirm?: boolean | undefined;
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
  const waits = waitsForTheWearer(fall.status, fall.canConfirm ?? false);
  return raiseAboutFall(ctx, fall, severityOf(fall.status), {
    isForEverybody: tellsEverybody(fall.status),
    waitMs: waits ? ctx.config.fallConfirmationWindowMs : 0,
  });
}

/** The wearer asks for help: everybody, at once, whatever the detector thought. */
export function raiseCallForHelp(ctx: Context, fall: FallToAlert): Promise<RaisedAlerts> {
  return raiseAboutFall(ctx, fall, 'CRITICAL', {
    isForEverybody: true,
    waitMs: 0,
    saying: 'The wearer asks for help. ',
  });
}

interface HowToRaise {
  readonly isForEverybody: boolean;
  readonly waitMs: number;
  readonly saying?: string;
}

async function raiseAboutFall(
  ctx: Context,
  fall: FallToAlert,
  severity: AlertSeverity,
  { isForEverybody, waitMs, saying = '' }: HowToRaise,
): Promise<RaisedAlerts> {
  const caregiverCount = await escalation.countCaregivers(ctx, fall.userId);
  const { people } = await escalation.raise(ctx, {
    patientId: fall.userId,
    fallId: fall.id,
    type: 'FALL_DETECTED',
    severity,
    message: `${saying}${messageOf(fall, caregiverCount)}`,
    plan: alarmPlanOf(await planSettingsOf(ctx, fall.userId), isForEverybody),
    waitMs,
  });
  return { notified: caregiverCount > 0, caregiverCount, adminsNotified: people.tellsAdmins };
}

/** An alert to the admins that is not about a fall. */
export async function raiseAdminAlert(
  ctx: Context,
  alert: { patientId: string; type: string; severity: AlertSeverity; message: string },
): Promise<void> {
  await escalation.raise(ctx, { ...alert, fallId: null, plan: adminPlan });
}

/** What was wrong with a person's care is right again. */
export async function closeAdminAlerts(ctx: Context, patientId: string, type: string): Promise<void> {
  for (const { id } of await escalation.listOpen(ctx, patientId, type)) await escalation.close(ctx, id, 'RECOVERED');
}

export async function listOwnAlerts(ctx: Context, { status }: AlertQuery): Promise<Alert[]> {
  const alerts = await withDeliveries(ctx, await store.listAlertsOfCaregiver(ctx.db, actorId(ctx), status));
  if (status !== 'acknowledged') await store.updateSeen(ctx.db, actorId(ctx));
  return alerts;
}

export async function listAdminAlerts(ctx: Context, query: AdminAlertsQuery): Promise<Paged<Alert>> {
  const { rows, total } = await store.listAlertsOfAdmins(ctx.db, query.status, query);
  return { rows: await withDeliveries(ctx, rows), total };
}

async function withDeliveries(ctx: Context, alerts: readonly store.AlertRow[]): Promise<Alert[]> {
  const deliveries = await deliveriesOf(
    ctx,
    alerts.map(({ id }) => id),
  );
  return alerts.map((alert) => ({ ...alert, deliveries: deliveries.get(alert.id) ?? [] }));
}

/** Twice is as good as once: the first time stays. Whoever is first has it; for all others it stops. */
export function acknowledgeAlert(ctx: Context, id: string): Promise<Alert> {
  return inTransaction(ctx, async (ctx) => {
    await acknowledge(ctx, id);
    const [alert] = await withDeliveries(ctx, [await store.getAlert(ctx.db, id)]);
    await recordAudit(ctx, 'alert.acknowledge', (alert as Alert).patientId);
    return alert as Alert;
  });
}

/** The escalation first: that is the order of locks of its steps too. */
async function acknowledge(ctx: Context, id: string): Promise<void> {
  await escalation.acknowledge(ctx, id, actorId(ctx));
  await store.updateAcknowledged(ctx.db, id, actorId(ctx), ctx.now());
}

/** A person has said how it ended. That also answers their own alert about it. */
export async function closeFallAlerts(ctx: Context, fallId: string): Promise<void> {
  const open = await escalation.lockOfFall(ctx, fallId);
  if (!open) return;
  const own = await store.findOpenAlertOf(ctx.db, open.id, actorId(ctx));
  if (own) await acknowledge(ctx, own);
  await escalation.close(ctx, open.id, 'RESOLVED');
}

/** The wearer is fine. Once somebody has taken it on, it is theirs to end: they only hear of it. */
export async function cancelFallAlerts(ctx: Context, fallId: string): Promise<void> {
  const open = await escalation.lockOfFall(ctx, fallId);
  if (open && open.closedAt === null) await escalation.cancelByWearer(ctx, open);
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

/** How many things these people's helpers were alerted about and nobody has taken on: nobody's are missing. */
export async function openAlertsOf(ctx: Context, patientIds: readonly string[]): Promise<Map<string, number>> {
  const counts = await store.countOpenByPatient(ctx.db, patientIds);
  return new Map(counts.map(({ patientId, open }) => [patientId, open]));
}

/** How far the alerts about a fall have come, and when they got there. */
export async function storyOfFall(ctx: Context, fallId: string) {
  const { notifiedAt, seenAt, acknowledgedAt } = await store.getTimes(ctx.db, fallId);
  return { escalation: (await store.findEscalationOfFall(ctx.db, fallId)) ?? null, notifiedAt, seenAt, acknowledgedAt };
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
