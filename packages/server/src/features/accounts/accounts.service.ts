import { type Context, inTransaction } from '../../platform/context.js';
import { alertPatientsLeftBy, listCaregivers } from '../assignments/assignments.service.js';
import { listDevicesOfUsers } from '../devices/devices.service.js';
import { raiseMonitoringEnded } from '../escalation/monitoring-ended.service.js';
import { deleteUser, getUser } from '../users/users.service.js';

/**
 * The only function that deletes an account. The same transaction writes the alerts: deleting a caregiver alerts the
 * admins about patients left without a caregiver; deleting a monitored person alerts that person's caregivers and the
 * admins.
 */
export function removeAccount(ctx: Context, userId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { firstName, lastName } = await getUser(ctx, userId);
    await alertPatientsLeftBy(ctx, userId);
    if (await isMonitored(ctx, userId))
      await raiseMonitoringEnded(ctx, {
        id: userId,
        name: `${firstName} ${lastName}`,
        isOwnWish: ctx.actor.id === userId,
      });
    await deleteUser(ctx, userId);
  });
}

/** Independent of the role: a caregiver or an admin may wear a device too. */
async function isMonitored(ctx: Context, userId: string): Promise<boolean> {
  return (await listCaregivers(ctx, userId)).length > 0 || (await listDevicesOfUsers(ctx, [userId])).length > 0;
}
