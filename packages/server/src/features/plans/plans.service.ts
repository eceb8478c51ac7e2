/** Who is notified when: the system's plan, and a patient's own settings over it. */
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { invalid } from '../../platform/refusal.js';
import { listCaregivers } from '../escalation/escalation.service.js';
import { listScheduleIds } from '../schedules/schedules.rules.js';
import { listVisibleIds } from '../schedules/schedules.service.js';
import { findPlanProblem, type PlanSettings } from './plans.rules.js';
import type { EscalationPlan, EscalationPlanChanges } from './plans.schema.js';
import * as store from './plans.store.js';

export async function readPlanSettings(ctx: Context, patientId: string): Promise<PlanSettings> {
  return settingsWith(ctx, await store.findPlan(ctx.db, patientId));
}

function settingsWith({ config }: Context, own: store.OwnPlan | undefined): PlanSettings {
  return {
    steps: own?.steps ?? config.escalationSteps,
    repeatEveryMs: own?.repeatEveryMs ?? config.escalationRepeatMs,
    resolveWithinMs: config.fallResolveWithinMs,
  };
}

export async function readPlan(ctx: Context, patientId: string): Promise<EscalationPlan> {
  const own = await store.findPlan(ctx.db, patientId);
  const { steps, repeatEveryMs, resolveWithinMs } = settingsWith(ctx, own);
  return {
    patientId,
    steps: steps.map(({ afterMs, to }) => ({ afterSeconds: afterMs / 1_000, to: [...to] })),
    repeatEverySeconds: repeatEveryMs / 1_000,
    deviceSilentAfterSeconds: (own?.silentAfterMs ?? ctx.config.deviceInactiveAfterMs) / 1_000,
    resolveWithinSeconds: resolveWithinMs === 0 ? null : resolveWithinMs / 1_000,
    isDefault: !own || (own.steps === null && own.repeatEveryMs === null && own.silentAfterMs === null),
    updatedAt: own?.updatedAt ?? null,
    updatedBy: own?.updatedBy ?? null,
  };
}

/**
 * Partial: an absent key is unchanged, null restores the system's value. Running escalations keep the plan they started
 * with.
 */
export function changePlan(ctx: Context, patientId: string, changes: EscalationPlanChanges): Promise<EscalationPlan> {
  return inTransaction(ctx, async (ctx) => {
    const own = await store.findPlan(ctx.db, patientId);
    const steps = changes.steps?.map(({ afterSeconds, to }) => ({ afterMs: afterSeconds * 1_000, to }));
    // A caregiver may keep a schedule that an admin has chosen.
    const kept = (own?.steps ?? []).flatMap(({ to }) => listScheduleIds(to));
    const scheduleIds = [...(await listVisibleIds(ctx)), ...kept];
    const problem = steps && findPlanProblem(steps, await listCaregivers(ctx, patientId), scheduleIds);
    if (problem) throw invalid({ steps: problem });
    const after = changes.steps === undefined ? (own?.steps ?? null) : (steps ?? null);
    await store.upsertPlan(ctx.db, {
      patientId,
      steps: after && JSON.stringify(after),
      repeatEveryMs: changedMs(changes.repeatEverySeconds, own?.repeatEveryMs),
      silentAfterMs: changedMs(changes.deviceSilentAfterSeconds, own?.silentAfterMs),
      updatedAt: ctx.now(),
      updatedBy: actorId(ctx),
    });
    await recordAudit(ctx, 'escalation.update', patientId);
    return readPlan(ctx, patientId);
  });
}

function changedMs(seconds: number | null | undefined, before: number | null | undefined): number | null {
  if (seconds === undefined) return before ?? null;
  return seconds === null ? null : seconds * 1_000;
}
