import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { invalid } from '../../platform/refusal.js';
import { removeAccount } from '../accounts/accounts.service.js';
import { endSessions, replacePassword } from '../auth/auth.service.js';
import { checkTry, forgetOtherClients, signedInLane } from '../auth/guessing.service.js';
import { notifyOfChange } from '../email/account-mail.service.js';
import { recordSystemLog } from '../logs/logs.service.js';
import type { User } from '../users/users.schema.js';
import { changeUser, findPasswordHash, getUser, hashNewPassword, type UserChanges } from '../users/users.service.js';
import type { PasswordChange } from './profile.schema.js';

export function readProfile(ctx: Context): Promise<User> {
  return getUser(ctx, actorId(ctx));
}

export function updateProfile(ctx: Context, changes: UserChanges): Promise<User> {
  return changeUser(ctx, actorId(ctx), changes);
}

export function verifyPassword(ctx: Context, password: string): Promise<void> {
  return requirePassword(ctx, password, 'password');
}

/** A session alone is not enough for an action that cannot be undone; `field` names the input in the refusal. */
export async function requirePassword(ctx: Context, tried: string, field: string): Promise<void> {
  const userId = actorId(ctx);
  const check = async () => ctx.passwords.verify(tried, await findPasswordHash(ctx, userId));
  if (await checkTry(ctx, signedInLane(ctx, userId), check)) return;
  await recordSystemLog(ctx, 'WRONG_PASSWORD', {}, userId);
  throw invalid({ [field]: 'is incorrect' }, 'Current password is incorrect');
}

/** Keeps this session and ends all others: a person who knew the old password is signed out. */
export async function changePassword(ctx: Context, change: PasswordChange, client: string): Promise<void> {
  const { currentPassword, newPassword, confirmPassword = newPassword } = change;
  if (confirmPassword !== newPassword) throw invalid({ confirmPassword: 'must be the same as newPassword' });
  const userId = actorId(ctx);
  await requirePassword(ctx, currentPassword, 'currentPassword');
  const passwordHash = await hashNewPassword(ctx, newPassword, 'newPassword');
  await inTransaction(ctx, async (ctx) => {
    await replacePassword(ctx, userId, passwordHash);
    await endSessions(ctx, userId, ctx.actor.sessionId);
    await forgetOtherClients(ctx, userId, client);
    await recordAudit(ctx, 'profile.password', userId);
  });
  notifyOfChange(ctx, userId, 'PASSWORD_CHANGED');
}

export async function deleteAccount(ctx: Context, confirmation: boolean | undefined): Promise<string> {
  if (confirmation !== true) throw invalid({ confirmation: 'must be true: deletion is permanent' });
  const userId = actorId(ctx);
  await removeAccount(ctx, userId);
  return userId;
}
