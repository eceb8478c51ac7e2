import { actorId, type Context } from '../../platform/context.js';
import { wordInvitation } from '../contacts/wording.rules.js';
import { getUser } from '../users/users.service.js';
import { canMail, mailAccount } from './account-mail.service.js';
import { takeTurn } from './hours.store.js';

interface Invited {
  readonly id: string;
  readonly email: string;
}

interface NewInvitation {
  readonly token: string;
  readonly expiresAt: string;
}

/** Call it after the commit. The invitation is valid, and in the answer, whether or not it could be mailed. */
export async function mailInvitation<T extends NewInvitation>(
  ctx: Context,
  to: Invited,
  invitation: T,
): Promise<T & { mailed: boolean }> {
  const mailed = await sendInvitation(ctx, to, invitation).catch((error: unknown) => {
    ctx.log.error({ err: error, userId: to.id }, 'invitation not mailed');
    return false;
  });
  return { ...invitation, mailed };
}

async function sendInvitation(ctx: Context, to: Invited, { token, expiresAt }: NewInvitation): Promise<boolean> {
  if (!canMail(ctx)) return false;
  const { id, role, language, firstName, lastName } = await getUser(ctx, actorId(ctx));
  // Where sign-up is open, anybody can become a caregiver: their mail to strangers is limited and has no words of theirs.
  const isAdmin = role === 'ADMIN';
  const limits = { limit: ctx.config.mailHourlyLimit, isUnlimited: isAdmin };
  if (!(await takeTurn(ctx.db, { userId: id, purpose: 'INVITATIONS' }, limits))) return false;
  // In the fragment: the token reaches no server, no log and no scanner that opens the links of a mail.
  const url = `${ctx.config.publicUrl}/invitation#${token}`;
  const words = wordInvitation(language ?? 'en', { by: isAdmin ? `${firstName} ${lastName}` : null, url, expiresAt });
  return mailAccount(ctx, { ...to, language }, words);
}
