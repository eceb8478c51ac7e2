import { recordAudit } from '../../access/audit.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { conflict } from '../../platform/refusal.js';
import { hashToken } from '../../platform/tokens.js';
import { mailInvitation } from '../email/invitations.service.js';
import { recordSystemLog } from '../logs/logs.service.js';
import { getUser } from '../users/users.service.js';
import type { Invitation, ReadInvitation } from './auth.schema.js';
import { inviteUser, noInvitation } from './auth.service.js';
import * as store from './auth.store.js';

/** Changes nothing: the invitation can be accepted afterwards. */
export async function readInvitation(ctx: Context, token: string): Promise<ReadInvitation> {
  const invitation = await store.findInvitation(ctx.db, hashToken(token), ctx.now());
  if (!invitation) throw noInvitation();
  return invitation;
}

/** For an invitation that was lost or has expired. The one before stops working. */
export async function inviteAgain(ctx: Context, userId: string): Promise<Invitation> {
  const user = await getUser(ctx, userId);
  if (!user.invitationPending)
    throw conflict('This account has a password already. If it is lost, create a link for a new password.');
  if (user.status !== 'active') throw conflict('This account is deactivated. Activate it first.');
  const invitation = await inTransaction(ctx, async (ctx) => {
    await store.deleteInvitations(ctx.db, userId);
    await recordAudit(ctx, 'user.invite', userId);
    await recordSystemLog(ctx, 'INVITED_AGAIN', {}, userId);
    return inviteUser(ctx, userId);
  });
  return mailInvitation(ctx, user, invitation);
}
