/**
 * Warns the admins hours before somebody whom nothing can wake is on duty. The alert is closed when the person can be
 * reached, or is no longer on duty soon.
 */
import { type Context, inTransaction } from '../../platform/context.js';
import { closeAdminAlerts, raiseAdminAlert } from '../alerts/raising.service.js';
import { listReachable } from '../deliveries/reachable.service.js';
import { listShiftsOfAll } from '../schedules/duty.service.js';
import { warnBeforeMs } from './readiness.rules.js';
import * as store from './readiness.store.js';

const type = 'NOT_REACHABLE_ON_DUTY';
const message =
  'On duty now or within 12 hours, and no working channel reaches this person. Add one, or find a substitute.';

/** One round. Any process may run it at any time. */
export async function watchDuties(ctx: Context): Promise<void> {
  const until = new Date(ctx.clock.nowMs() + warnBeforeMs).toISOString();
  const onDuty = new Set((await listShiftsOfAll(ctx, ctx.now(), until)).map(({ user }) => user.id));
  const reachable = await listReachable(ctx, [...onDuty]);
  const unreachable = [...onDuty].filter((id) => !reachable.has(id));
  const warned = new Set(await store.listWarned(ctx.db, type));
  for (const id of unreachable) if (!warned.has(id)) await warn(ctx, id);
  for (const id of warned)
    if (!unreachable.includes(id)) await inTransaction(ctx, (ctx) => closeAdminAlerts(ctx, id, type));
}

function warn(ctx: Context, userId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    // Another process may have warned since.
    if (!(await store.lockUser(ctx.db, userId)) || (await store.listWarned(ctx.db, type)).includes(userId)) return;
    await raiseAdminAlert(ctx, { patientId: userId, type, severity: 'HIGH', message });
  });
}
