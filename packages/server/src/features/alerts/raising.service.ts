/** Raises the alerts of a fall, and alerts to the admins. */
import type { Explanation, FallLevel } from '@fallwatch/detection';
import type { Context } from '../../platform/context.js';
import type { AlertSeverity } from '../../platform/db/tables/alerts.js';
import { computeWearerWaitMs, notifiesEverybody } from '../escalation/escalation.rules.js';
import * as escalation from '../escalation/escalation.service.js';
import { adminPlan, createFallPlan } from '../plans/plans.rules.js';
import { readPlanSettings } from '../plans/plans.service.js';
import { findWithholdingThreshold } from '../thresholds/thresholds.service.js';
import { alertsPeople, isTooOldToAlert, toAgeText, toSeverity } from './alerts.rules.js';
import * as store from './fall-alerts.store.js';

export interface FallToAlert {
  readonly id: string;
  readonly userId: string;
  readonly status: FallLevel;
  readonly confidence: number;
  /** What the detector saw, in one sentence. */
  readonly summary?: string | undefined;
  /** Null for a fall that somebody reported. */
  readonly explanation: Explanation | null;
  /** The device reports that it can ask its wearer. */
  readonly canConfirm?: boolean | undefined;
  /** How late the reading with the fall arrived, and how long ago the fall was. Left out: now. */
  readonly lateMs?: number | undefined;
  readonly agoMs?: number | undefined;
}

export interface RaisedAlerts {
  readonly notified: boolean;
  readonly caregiverCount: number;
  readonly adminsNotified: boolean;
}

/** `withheldUpTo`: the person's own threshold, if there is no alert because of it. */
export type FallAlerts = RaisedAlerts & { readonly withheldUpTo: number | null };

const noAlerts: FallAlerts = { notified: false, caregiverCount: 0, adminsNotified: false, withheldUpTo: null };

/**
 * Alerts all caregivers of the person inside the caller's transaction: a fall and its alerts commit together or not at
 * all. The admins are alerted too when the person has no caregiver or the fall is CONFIRMED. A fall that became known
 * too late, or that the person's own threshold withholds, alerts nobody.
 */
export async function raiseFallAlerts(ctx: Context, fall: FallToAlert): Promise<FallAlerts> {
  if (!alertsPeople(fall.status) || isTooOldToAlert(fall.lateMs)) return noAlerts;
  const withheldUpTo = await findWithholdingThreshold(ctx, fall);
  if (withheldUpTo !== null) return { ...noAlerts, withheldUpTo };
  const raised = await raiseAboutFall(ctx, fall, toSeverity(fall.status), {
    isForEverybody: notifiesEverybody(fall.status),
    waitMs: computeWearerWaitMs(fall, ctx.config),
  });
  return { ...raised, withheldUpTo: null };
}

/** The wearer asks for help: alerts everybody at once, whatever level the detector assigned. */
export function raiseCallForHelp(ctx: Context, fall: FallToAlert): Promise<RaisedAlerts> {
  return raiseAboutFall(ctx, fall, 'CRITICAL', {
    isForEverybody: true,
    waitMs: 0,
    isCall: true,
    saying: 'The wearer asks for help. ',
  });
}

interface HowToRaise {
  readonly isForEverybody: boolean;
  readonly waitMs: number;
  readonly isCall?: boolean;
  readonly saying?: string;
}

async function raiseAboutFall(
  ctx: Context,
  fall: FallToAlert,
  severity: AlertSeverity,
  { isForEverybody, waitMs, isCall = false, saying = '' }: HowToRaise,
): Promise<RaisedAlerts> {
  const caregiverCount = await escalation.countCaregivers(ctx, fall.userId);
  const { people } = await escalation.raise(ctx, {
    patientId: fall.userId,
    fallId: fall.id,
    type: 'FALL_DETECTED',
    severity,
    message: `${saying}${composeMessage(fall, caregiverCount)}`,
    plan: createFallPlan(await readPlanSettings(ctx, fall.userId), isForEverybody),
    waitMs,
    isCall,
  });
  return { notified: caregiverCount > 0, caregiverCount, adminsNotified: people.notifiesAdmins };
}

/** An alert to the admins that is not about a fall. */
export async function raiseAdminAlert(
  ctx: Context,
  alert: { patientId: string; type: string; severity: AlertSeverity; message: string },
): Promise<void> {
  await escalation.raise(ctx, { ...alert, fallId: null, plan: adminPlan });
}

/** Called when the problem with a person's care is solved. */
export async function closeAdminAlerts(ctx: Context, patientId: string, type: string): Promise<void> {
  for (const { id } of await escalation.listOpen(ctx, patientId, type)) await escalation.close(ctx, id, 'RECOVERED');
}

/** The result that raising the alerts of this fall returned the first time, for a repeated report. */
export async function listRaisedAlerts(ctx: Context, fallId: string): Promise<RaisedAlerts> {
  const caregivers = new Set((await store.listCaregiverAlertsOfFall(ctx.db, fallId)).map((alert) => alert.caregiverId));
  const adminsNotified = await store.hasAdminAlert(ctx.db, fallId);
  return { notified: caregivers.size > 0, caregiverCount: caregivers.size, adminsNotified };
}

function composeMessage({ status, confidence, summary, agoMs }: FallToAlert, caregiverCount: number): string {
  const certainty = `${status} (confidence ${confidence.toFixed(2)})`;
  const nobody = caregiverCount === 0 ? ' Nobody looks after this person.' : '';
  return `Fall detected${toAgeText(agoMs)}, ${certainty}.${summary ? ` ${summary}.` : ''}${nobody}`;
}
