import { actorId, type Context } from '../../platform/context.js';
import type { Invitation } from '../auth/auth.schema.js';
import type { NewInvitation } from '../auth/auth.service.js';
import { wordInvitation } from '../contacts/wording.rules.js';
import { getUser } from '../users/users.service.js';
import { takeTurn } from './hours.store.js';

interface Invited {
  readonly id: string;
  readonly email: string;
}

/** Call it after the commit. The invitation is valid, and in the answer, whether or not it could be mailed. */
export async function mailInvitation(ctx: Context, to: Invited, invitation: NewInvitation): Promise<Invitation> {
  const mailed = await sendInvitation(ctx, to, invitation).catch((error: unknown) => {
    ctx.log.error({ err: error, userId: to.id }, 'invitation not mailed');
    return false;
  });
  return { ...invitation, mailed };
}

async function sendInvitation(ctx: Context, to: Invited, { token, expiresAt }: NewInvitation): Promise<boolean> {
  const medium = ctx.state.media.find(({ kind }) => kind === 'email');
  const parsed = medium?.parseAddress({ address: to.email }, ctx.config);
  if (!medium || !parsed || 'problems' in parsed) return false;
  const { id, role, language: chosen, firstName, lastName } = await getUser(ctx, actorId(ctx));
  // Where sign-up is open, anybody can become a caregiver: their mail to strangers is limited and has no words of theirs.
  const isAdmin = role === 'ADMIN';
  const limits = { limit: ctx.config.mailHourlyLimit, isUnlimited: isAdmin };
  if (!(await takeTurn(ctx.db, { userId: id, purpose: 'INVITATIONS' }, limits))) return false;
  const language = chosen ?? 'en';
  // In the fragment: the token reaches no server, no log and no scanner that opens the links of a mail.
  const url = `${ctx.config.publicUrl}/invitation#${token}`;
  const words = wordInvitation(language, { by: isAdmin ? `${firstName} ${lastName}` : null, url, expiresAt });
  const result = await medium.send(
    ctx,
    { contactPointId: null, userId: to.id, address: parsed.address, secrets: {}, language },
    { id: ctx.newId(), ...words, answer: null, incidentId: null, severity: 'LOW' },
  );
  if (!('reason' in result)) return true;
  ctx.log.warn({ userId: to.id, reason: result.reason }, 'invitation not mailed');
  return false;
}
