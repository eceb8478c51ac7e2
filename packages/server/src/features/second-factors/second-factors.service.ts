import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { conflict, invalid, notFound } from '../../platform/refusal.js';
import { endSessions, noteSecondFactor } from '../auth/auth.service.js';
import { checkCodeTry, signedInLane } from '../auth/guessing.service.js';
import { notifyOfChange } from '../email/account-mail.service.js';
import { recordSystemLog } from '../logs/logs.service.js';
import type { Passkey } from '../passkeys/passkeys.schema.js';
import { listPasskeys, removePasskeys } from '../passkeys/passkeys.service.js';
import { requireOwner } from '../profile/owner.service.js';
import {
  confirmTotp,
  createRecoveryCodes,
  hasTotp,
  type NewTotp,
  readTotp,
  removeTotp,
  startTotp,
} from '../totp/totp.service.js';
import { findPasswordHash, getUser } from '../users/users.service.js';

interface SecondFactors {
  readonly totp: { readonly since: string } | null;
  readonly recoveryCodesLeft: number;
  readonly passkeys: Passkey[];
  readonly hasPassword: boolean;
}

export async function readSecondFactors(ctx: Context): Promise<SecondFactors> {
  const userId = actorId(ctx);
  const hasPassword = (await findPasswordHash(ctx, userId)) !== null;
  return { ...(await readTotp(ctx, userId)), passkeys: await listPasskeys(ctx, userId), hasPassword };
}

export async function startOwnTotp(ctx: Context, password: string | undefined): Promise<NewTotp> {
  await requireOwner(ctx, password);
  return startTotp(ctx, await getUser(ctx, actorId(ctx)));
}

export async function confirmOwnTotp(ctx: Context, code: string): Promise<{ codes: string[] }> {
  const userId = actorId(ctx);
  let codes: string[] | undefined;
  await checkCodeTry(ctx, signedInLane(ctx, userId), async () => {
    codes = await confirmTotp(ctx, userId, code);
    return codes !== undefined;
  });
  if (!codes) throw invalid({ code: 'is wrong: enter the code that the app shows now' });
  await inTransaction(ctx, async (ctx) => {
    await noteSecondFactor(ctx);
    await recordAudit(ctx, 'factor.addTotp', userId);
    await recordSystemLog(ctx, 'SECOND_FACTOR_ADDED', {}, userId);
  });
  notifyOfChange(ctx, userId, 'SECOND_FACTOR_ADDED');
  return { codes };
}

export async function removeOwnTotp(ctx: Context, password: string | undefined): Promise<void> {
  const userId = actorId(ctx);
  await requireOwner(ctx, password);
  await inTransaction(ctx, async (ctx) => {
    if (!(await removeTotp(ctx, userId))) throw notFound('Authenticator app');
    await recordAudit(ctx, 'factor.removeTotp', userId);
    await recordSystemLog(ctx, 'SECOND_FACTOR_REMOVED', {}, userId);
  });
  notifyOfChange(ctx, userId, 'SECOND_FACTOR_REMOVED');
}

export async function replaceRecoveryCodes(ctx: Context, password: string | undefined): Promise<{ codes: string[] }> {
  const userId = actorId(ctx);
  await requireOwner(ctx, password);
  if (!(await hasTotp(ctx, userId)))
    throw conflict('Recovery codes replace an authenticator app. Set up the app first.');
  await recordAudit(ctx, 'factor.recoveryCodes', userId);
  return { codes: await createRecoveryCodes(ctx, userId) };
}

export async function removeFactorsOfPerson(ctx: Context, userId: string): Promise<{ id: string; message: string }> {
  if (userId === ctx.actor.id)
    throw conflict('Remove your own second factor in your settings: that asks for your password.');
  await removeSecondFactors(ctx, userId);
  notifyOfChange(ctx, userId, 'SECOND_FACTOR_REMOVED');
  return { id: userId, message: 'Second factors removed' };
}

/** For a person who has lost the phone and the codes. Their sessions end, so that a thief of the phone is out too. */
export async function removeSecondFactors(ctx: Context, userId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await removeTotp(ctx, userId);
    await removePasskeys(ctx, userId);
    await endSessions(ctx, userId);
    await recordAudit(ctx, 'factor.remove', userId);
    await recordSystemLog(ctx, 'SECOND_FACTOR_REMOVED', {}, userId);
  });
}
