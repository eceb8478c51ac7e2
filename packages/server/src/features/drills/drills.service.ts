/** A test of the whole way: a real alert, by the patient's own plan, over every channel, marked as a drill. */
import { recordAudit } from '../../access/audit.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { conflict } from '../../platform/refusal.js';
import { drillPlanOf, stateOf } from '../alerts/escalation.rules.js';
import { countCaregivers, listOpen, raise } from '../alerts/escalation.service.js';
import { planSettingsOf } from '../alerts/plan.service.js';
import type { Drill } from './drills.schema.js';

const type = 'DRILL';
const message = 'Drill: nobody has fallen. Acknowledge it as you would a fall.';

/** One at a time for each patient. */
export function startDrill(ctx: Context, patientId: string): Promise<Drill> {
  return inTransaction(ctx, async (ctx) => {
    const open = await listOpen(ctx, patientId, type);
    if (open.some((drill) => stateOf(drill) === 'ESCALATING' && drill.dueAt !== null))
      throw conflict('A drill is under way for this patient. Acknowledge it first.');
    const plan = drillPlanOf(await planSettingsOf(ctx, patientId));
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
    const alerts = { notified: caregiverCount > 0, caregiverCount, adminsNotified: people.tellsAdmins };
    return { id: escalationId, patientId, startedAt: ctx.now(), message, alerts };
  });
}
