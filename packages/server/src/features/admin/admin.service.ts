import { type Context, inTransaction } from '../../platform/context.js';
import { alertPatientsLeftBy, countAssignments, dropAssignmentsOf } from '../assignments/assignments.service.js';
import { endSessions } from '../auth/auth.service.js';
import { countDevicesByStatus } from '../devices/devices.service.js';
import { countFallsToday } from '../falls/falls.service.js';
import { readHealth } from '../health/health.service.js';
import { countPatientsWithoutCaregiver } from '../patients/patients.service.js';
import { countHighRiskPatients } from '../scores/scores.service.js';
import type { User } from '../users/users.schema.js';
import { changeUser, countUsers, deleteUser, getUser, type UserChanges } from '../users/users.service.js';
import type { Statistics } from './admin.schema.js';

/**
 * A deactivated account's sessions end for good: they do not come back when it is activated again. Whoever a
 * caregiver leaves alone by it is told to the admins.
 */
export function updateAccount(ctx: Context, userId: string, changes: UserChanges): Promise<User> {
  return inTransaction(ctx, async (ctx) => {
    const before = await getUser(ctx, userId);
    const user = await changeUser(ctx, userId, changes);
    const isGone = user.status === 'inactive' && before.status === 'active';
    if (isGone || user.role !== before.role) await alertPatientsLeftBy(ctx, userId);
    if (user.role !== before.role) await dropAssignmentsOf(ctx, userId);
    if (isGone) await endSessions(ctx, userId);
    return user;
  });
}

export function deleteAccount(ctx: Context, userId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await alertPatientsLeftBy(ctx, userId);
    await deleteUser(ctx, userId);
  });
}

export async function readStatistics(ctx: Context): Promise<Statistics> {
  const { active, inactive, offline } = await countDevicesByStatus(ctx);
  return {
    totalUsers: await countUsers(ctx),
    activeDevices: active,
    fallsToday: await countFallsToday(ctx),
    highRiskPatients: await countHighRiskPatients(ctx),
    caregiverAssignments: await countAssignments(ctx),
    patientsWithoutCaregiver: await countPatientsWithoutCaregiver(ctx),
    silentDevices: inactive + offline,
    systemHealth: (await readHealth(ctx)).status,
  };
}
