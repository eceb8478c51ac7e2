/** The e-mail of an account: confirming it, and changing it. The new address counts once its owner has confirmed it. */
import { toEmailKey } from '../../access/email-key.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { conflict, invalid, Refusal, tooMany } from '../../platform/refusal.js';
import { createLink, takeLink } from '../auth/links.service.js';
import { canMail, mailAccount, notifyOfChange, takeLinkTurn } from '../email/account-mail.service.js';
import { wordLink, wordTaken } from '../email/account-wording.rules.js';
import { recordSystemLog } from '../logs/logs.service.js';
import { requirePassword } from '../profile/profile.service.js';
import type { User } from '../users/users.schema.js';
import { changeUser, findUserByEmail, getUser, noteVerifiedEmail } from '../users/users.service.js';
import type { ConfirmedEmail, EmailChange } from './recovery.schema.js';

const validMs = 24 * 3_600_000;

/**
 * Mails a link to the new address; until it is opened, nothing changes. An address that belongs to another account gets
 * a notice instead: the answer does not show who has an account.
 */
export async function requestEmailChange(ctx: Context, { email, password }: EmailChange): Promise<void> {
  await requirePassword(ctx, password, 'password');
  const user = await getUser(ctx, actorId(ctx));
  const address = email.trim();
  if (toEmailKey(address) === toEmailKey(user.email)) throw invalid({ email: 'is already the e-mail of this account' });
  await requireMail(ctx, user.id);
  const owner = await findUserByEmail(ctx, address);
  if (owner) await mailAccount(ctx, owner, wordTaken(owner.language ?? 'en', ctx.config.publicUrl));
  else await mailConfirmation(ctx, user, address);
}

/** Mails a link to the present address. */
export async function requestVerification(ctx: Context): Promise<void> {
  const user = await getUser(ctx, actorId(ctx));
  if (user.emailVerified) throw conflict('This e-mail is confirmed already');
  await requireMail(ctx, user.id);
  await mailConfirmation(ctx, user, user.email);
}

async function requireMail(ctx: Context, userId: string): Promise<void> {
  if (!canMail(ctx))
    throw new Refusal(409, 'NO_MAIL', 'This service sends no mail. Ask an admin to change the e-mail.');
  if (!(await takeLinkTurn(ctx, userId)))
    throw tooMany('Too many mails for this account. Try again in an hour.', 3_600);
}

async function mailConfirmation(ctx: Context, user: User, address: string): Promise<void> {
  const link = await createLink(ctx, user, { purpose: 'EMAIL', address, durationMs: validMs });
  const recipient = { ...user, email: address };
  if (await mailAccount(ctx, recipient, wordLink(user.language ?? 'en', 'email', link))) return;
  throw invalid({ email: 'cannot be reached by mail. Check the address, or try again later.' });
}

/** Open to everybody: the link may be opened on another device. Sessions stay. */
export async function confirmEmail(ctx: Context, token: string): Promise<ConfirmedEmail> {
  const { before, after } = await inTransaction(ctx, async (ctx) => {
    const { userId, address } = await takeLink(ctx, token, 'EMAIL');
    const before = await getUser(ctx, userId);
    const email = address ?? before.email;
    const isChange = toEmailKey(email) !== toEmailKey(before.email);
    const after = isChange ? await changeUser(ctx, userId, { email }) : before;
    await noteVerifiedEmail(ctx, userId);
    if (isChange) await recordSystemLog(ctx, 'EMAIL_CHANGED', {}, userId);
    return { before, after };
  });
  if (after.email !== before.email) notifyOfChange(ctx, before.id, 'EMAIL_CHANGED', before.email);
  return { email: after.email };
}
