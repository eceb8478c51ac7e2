import { type Context, inTransaction } from '../../platform/context.js';
import { removeAccount } from '../accounts/accounts.service.js';
import { alertPatientsLeftBy, countAssignments, dropAssignments } from '../assignments/assignments.service.js';
import { endSessions } from '../auth/auth.service.js';
import { countDevicesByStatus } from '../devices/devices.service.js';
import { countFallsToday } from '../falls/falls.service.js';
import { readHealth } from '../health/health.service.js';
import { countPatientsWithoutCaregiver } from '../patients/patients.service.js';
import { countHighRiskPatients } from '../scores/scores.service.js';
import type { User } from '../users/users.schema.js';
import { changeUser, countUsers, getUser, type UserChanges } from '../users/users.service.js';
import type { Statistics } from './admin.schema.js';

/**
 * Deactivating an account ends its sessions permanently: activating it again does not restore them. The admins are
 * alerted about patients that a deactivated caregiver leaves without a caregiver.
 */
export function updateAccount(ctx: Context, userId: string, changes: UserChanges): Promise<User> {
  return inTransaction(ctx, async (ctx) => {
    const before = await getUser(ctx, userId);
    const user = await changeUser(ctx, userId, changes);
    const isGone = user.status === 'inactive' && before.status === 'active';
    if (isGone || user.role !== before.role) await alertPatientsLeftBy(ctx, userId);
    if (user.role !== before.role) await dropAssignments(ctx, userId);
    if (isGone) await endSessions(ctx, userId);
    return user;
  });
}

export function deleteAccount(ctx: Context, userId: string): Promise<void> {
  return removeAccount(ctx, userId);
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
