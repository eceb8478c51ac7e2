/** Mail about a person's own account, to the address of the account. Contact points are for alerts only. */
import type { Context } from '../../platform/context.js';
import type { Language } from '../../platform/db/tables/accounts.js';
import { inBackground } from '../../platform/in-background.js';
import type { Medium, MessageLine } from '../contacts/medium.js';
import type { Worded } from '../contacts/wording.rules.js';
import { getUser } from '../users/users.service.js';
import { type AccountChange, wordChange } from './account-wording.rules.js';
import { takeTurn } from './hours.store.js';

/** Enough for a person who mistypes; too few to fill a mailbox. */
const linksPerHour = 5;

export interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly language: Language | null;
}

export type AccountWords = Worded & { readonly lines: readonly MessageLine[] };

/** False in production without SMTP_URL. */
export function canMail(ctx: Context): boolean {
  return findMail(ctx) !== undefined;
}

/** Makes one attempt. Returns whether the mail server has taken the mail. */
export async function mailAccount(ctx: Context, to: Recipient, words: AccountWords): Promise<boolean> {
  const medium = findMail(ctx);
  const parsed = medium?.parseAddress({ address: to.email }, ctx.config);
  if (!medium || !parsed || 'problems' in parsed) return false;
  const result = await medium.send(
    ctx,
    {
      contactPointId: null,
      userId: to.id,
      address: parsed.address,
      secrets: {},
      language: to.language ?? 'en',
    },
    { id: ctx.newId(), ...words, answer: null, incidentId: null, severity: 'LOW' },
  );
  if (!('reason' in result)) return true;
  ctx.log.warn({ userId: to.id, reason: result.reason }, 'mail about an account not sent');
  return false;
}

/** Whether another mail with a link may be sent for this account now. */
export function takeLinkTurn(ctx: Context, userId: string): Promise<boolean> {
  return takeTurn(ctx.db, { userId, purpose: 'ACCOUNT' }, { limit: linksPerHour, isUnlimited: false });
}

/**
 * Tells the person by mail that their account was changed. Call it after the commit; the answer does not wait for the
 * mail. `formerEmail`: the address before a change of the e-mail.
 */
export function notifyOfChange(ctx: Context, userId: string, change: AccountChange, formerEmail?: string): void {
  inBackground(ctx, 'notice of a change not mailed', async () => {
    const user = await getUser(ctx, userId);
    const words = wordChange(user.language ?? 'en', change, { at: ctx.now(), publicUrl: ctx.config.publicUrl });
    await mailAccount(ctx, { ...user, email: formerEmail ?? user.email }, words);
  });
}

function findMail(ctx: Context): Medium | undefined {
  return ctx.state.media.find(({ kind }) => kind === 'email');
}
