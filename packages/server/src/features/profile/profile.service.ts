import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { invalid } from '../../platform/refusal.js';
import { alertPatientsLeftBy } from '../assignments/assignments.service.js';
import { endSessions } from '../auth/auth.service.js';
import type { User } from '../users/users.schema.js';
import {
  changeUser,
  deleteUser,
  findPasswordHash,
  getUser,
  setPasswordHash,
  type UserChanges,
} from '../users/users.service.js';
import type { PasswordChange } from './profile.schema.js';

export function readProfile(ctx: Context): Promise<User> {
  return getUser(ctx, actorId(ctx));
}

export function updateProfile(ctx: Context, changes: UserChanges): Promise<User> {
  return changeUser(ctx, actorId(ctx), changes);
}

/** This session stays, all others end: whoever knew the old password is out. */
export async function changePassword(ctx: Context, change: PasswordChange): Promise<void> {
  const { currentPassword, newPassword, confirmPassword = newPassword } = change;
  if (confirmPassword !== newPassword) throw invalid({ confirmPassword: 'must be the same as newPassword' });
  const userId = actorId(ctx);
  if (!(await ctx.passwords.verify(currentPassword, await findPasswordHash(ctx, userId))))
    throw invalid({ currentPassword: 'is incorrect' }, 'Current password is incorrect');
  const passwordHash = await ctx.passwords.hash(newPassword);
  await inTransaction(ctx, async (ctx) => {
    await setPasswordHash(ctx, userId, passwordHash);
    await endSessions(ctx, userId, ctx.actor.sessionId);
    await recordAudit(ctx, 'profile.password', userId);
  });
}

export async function deleteAccount(ctx: Context, confirmation: boolean | undefined): Promise<string> {
  if (confirmation !== true) throw invalid({ confirmation: 'must be true: deletion is permanent' });
  const userId = actorId(ctx);
  await inTransaction(ctx, async (ctx) => {
    await alertPatientsLeftBy(ctx, userId);
    await deleteUser(ctx, userId);
  });
  return userId;
}
