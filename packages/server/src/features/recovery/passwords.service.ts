/** A lost password: by mail, by an admin, or by the command `reset-password`. */
import { recordAudit } from '../../access/audit.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { inBackground } from '../../platform/in-background.js';
import { conflict } from '../../platform/refusal.js';
import { endSessions, replacePassword } from '../auth/auth.service.js';
import { forgetClients } from '../auth/guessing.service.js';
import { type AccountLink, createLink, requireLink, takeLink } from '../auth/links.service.js';
import { canMail, mailAccount, notifyOfChange, takeLinkTurn } from '../email/account-mail.service.js';
import { wordLink } from '../email/account-wording.rules.js';
import { recordSystemLog } from '../logs/logs.service.js';
import type { User } from '../users/users.schema.js';
import { findUserByEmail, getUser, hashNewPassword, noteVerifiedEmail } from '../users/users.service.js';
import type { ConfirmedEmail, PasswordReset, ResetLink, ResetRequested } from './recovery.schema.js';

/** Somebody who asks for it reads the mail soon. */
const mailedMs = 3_600_000;
/** A link that an admin passes on, perhaps on paper. */
const passedOnMs = 24 * 3_600_000;

/**
 * Whether there is such an account shows neither in the answer nor in its time: the account is looked up after the
 * answer.
 */
export function requestReset(ctx: Context, email: string): ResetRequested {
  const resetByMail = canMail(ctx);
  if (resetByMail) inBackground(ctx, 'link for a new password not mailed', () => mailReset(ctx, email));
  const message = resetByMail
    ? 'If there is an account with this e-mail, a link for a new password is on its way. It is valid for one hour.'
    : 'This service sends no mail. Ask an admin for a link to set a new password.';
  return { resetByMail, message };
}

async function mailReset(ctx: Context, email: string): Promise<void> {
  const user = await findUserByEmail(ctx, email);
  if (user?.status !== 'active' || !(await takeLinkTurn(ctx, user.id))) return;
  const link = await createLink(ctx, user, { purpose: 'PASSWORD', address: user.email, durationMs: mailedMs });
  await recordSystemLog(ctx, 'RESET_REQUESTED', {}, user.id);
  await mailAccount(ctx, user, wordLink(user.language ?? 'en', 'reset', link));
}

/** Opens no session: the person signs in, with the second factor if the account has one. */
export async function resetPassword(ctx: Context, { token, password }: PasswordReset): Promise<ConfirmedEmail> {
  // Check first: guessing tokens must not cost a password hash.
  await requireLink(ctx, token, 'PASSWORD');
  const passwordHash = await hashNewPassword(ctx, password);
  const { id, email } = await inTransaction(ctx, async (ctx) => {
    const { userId, address } = await takeLink(ctx, token, 'PASSWORD');
    await replacePassword(ctx, userId, passwordHash);
    if (address !== null) await noteVerifiedEmail(ctx, userId);
    await endSessions(ctx, userId);
    await forgetClients(ctx, userId);
    await recordAudit(ctx, 'password.reset', userId);
    await recordSystemLog(ctx, 'PASSWORD_RESET', {}, userId);
    return getUser(ctx, userId);
  });
  notifyOfChange(ctx, id, 'PASSWORD_RESET');
  return { email };
}

export async function createResetLink(ctx: Context, userId: string): Promise<ResetLink> {
  const user = await getUser(ctx, userId);
  const link = await createPassedOnLink(ctx, user);
  const mailed = await mailAccount(ctx, user, wordLink(user.language ?? 'en', 'resetByAdmin', link));
  return { ...link, mailed };
}

/** For the command: the operator passes it on. */
export async function printResetLink(ctx: Context, email: string): Promise<AccountLink> {
  const user = await findUserByEmail(ctx, email);
  if (!user) throw new Error(`There is no account with the e-mail ${email}`);
  return createPassedOnLink(ctx, user);
}

function createPassedOnLink(ctx: Context, user: User): Promise<AccountLink> {
  if (user.status !== 'active') throw conflict('This account is deactivated. Activate it first.');
  return inTransaction(ctx, async (ctx) => {
    await recordAudit(ctx, 'password.link', user.id);
    await recordSystemLog(ctx, 'RESET_LINK_CREATED', {}, user.id);
    return createLink(ctx, user, { purpose: 'PASSWORD', address: null, durationMs: passedOnMs });
  });
}
