/** A test of the whole alert path: a real alert, with the patient's own plan, over every channel, marked as a drill. */
import { recordAudit } from '../../access/audit.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { conflict } from '../../platform/refusal.js';
import { toState } from '../escalation/escalation.rules.js';
import { countCaregivers, listOpen, raise } from '../escalation/escalation.service.js';
import { createDrillPlan } from '../plans/plans.rules.js';
import { readPlanSettings } from '../plans/plans.service.js';
import type { Drill } from './drills.schema.js';

const type = 'DRILL';
const message = 'Drill: nobody has fallen. Acknowledge it as you would a fall.';

/** One open drill per patient. */
export function startDrill(ctx: Context, patientId: string): Promise<Drill> {
  return inTransaction(ctx, async (ctx) => {
    const open = await listOpen(ctx, patientId, type);
    if (open.some((drill) => toState(drill) === 'ESCALATING' && drill.dueAt !== null))
      throw conflict('A drill is under way for this patient. Acknowledge it first.');
    const plan = createDrillPlan(await readPlanSettings(ctx, patientId));
    const { escalationId, people } = await raise(ctx, {
      patientId,
      fallId: null,
      type,
      severity: 'HIGH',
      message,
      plan,
      isDrill: true,
    });
    await recordAudit(ctx, 'drill.start', patientId);
    const caregiverCount = await countCaregivers(ctx, patientId);
    const alerts = { notified: caregiverCount > 0, caregiverCount, adminsNotified: people.notifiesAdmins };
    return { id: escalationId, patientId, startedAt: ctx.now(), message, alerts };
  });
}
