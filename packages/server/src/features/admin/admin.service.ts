import { type Context, inTransaction } from '../../platform/context.js';
import { removeAccount } from '../accounts/accounts.service.js';
import { alertPatientsLeftBy, countAssignments, dropAssignments } from '../assignments/assignments.service.js';
import type { Invitation } from '../auth/auth.schema.js';
import { endSessions, inviteUser } from '../auth/auth.service.js';
import { splitDetails } from '../details/details.rules.js';
import { countDevicesByStatus } from '../devices/devices.service.js';
import { notifyOfChange } from '../email/account-mail.service.js';
import { mailInvitation } from '../email/invitations.service.js';
import { countFallsToday } from '../falls/falls.service.js';
import { readHealth } from '../health/health.service.js';
import { addToPatient, countPatientsWithoutCaregiver } from '../patients/patients.service.js';
import { countHighRiskPatients } from '../scores/scores.service.js';
import type { User } from '../users/users.schema.js';
import { changeUser, countUsers, createUser, getUser, type UserChanges } from '../users/users.service.js';
import type { NewAccount, Statistics } from './admin.schema.js';

/** The person sets the first password with the invitation. */
export async function createAccount(ctx: Context, draft: NewAccount): Promise<User & { invitation: Invitation }> {
  const { role, caregiverIds = [], dateOfBirth, ...given } = draft;
  const { account, details } = splitDetails(given);
  const { user, invitation } = await inTransaction(ctx, async (ctx) => {
    const born = role === 'PATIENT' ? { dateOfBirth } : {};
    const user = await createUser(ctx, { ...account, ...born, role, passwordHash: null });
    if (role === 'PATIENT') await addToPatient(ctx, user.id, details, caregiverIds);
    return { user, invitation: await inviteUser(ctx, user.id) };
  });
  return { ...user, invitation: await mailInvitation(ctx, user, invitation) };
}

/**
 * Deactivating an account ends its sessions permanently: activating it again does not restore them. The admins are
 * alerted about patients that a deactivated caregiver leaves without a caregiver.
 */
export async function updateAccount(ctx: Context, userId: string, changes: UserChanges): Promise<User> {
  const before = await getUser(ctx, userId);
  const user = await inTransaction(ctx, async (ctx) => {
    const user = await changeUser(ctx, userId, changes);
    const isGone = user.status === 'inactive' && before.status === 'active';
    if (isGone || user.role !== before.role) await alertPatientsLeftBy(ctx, userId);
    if (user.role !== before.role) await dropAssignments(ctx, userId);
    if (isGone) await endSessions(ctx, userId);
    return user;
  });
  if (user.email !== before.email) notifyOfChange(ctx, userId, 'EMAIL_CHANGED', before.email);
  return user;
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
