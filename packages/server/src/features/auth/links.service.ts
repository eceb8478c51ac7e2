/**
 * Links that set a password or confirm an e-mail. The secret is 32 random bytes, works once, and is stored as its hash.
 * A change of the e-mail, a deactivation and a new password end the links that were created before.
 */
import { randomBytes } from 'node:crypto';
import { toEmailKey } from '../../access/email-key.js';
import type { Context } from '../../platform/context.js';
import type { LinkPurpose } from '../../platform/db/tables/accounts.js';
import { unauthorized } from '../../platform/refusal.js';
import { hashToken } from '../../platform/tokens.js';
import * as store from './links.store.js';

/** Pages of the console that take the secret of a link from the fragment of their address. */
const pages: Readonly<Record<LinkPurpose, string>> = { PASSWORD: 'reset', EMAIL: 'email' };

export interface AccountLink {
  readonly token: string;
  readonly url: string;
  readonly expiresAt: string;
}

interface NewLink {
  readonly purpose: LinkPurpose;
  /** EMAIL: the address to confirm. PASSWORD: where it is mailed to; null if a person passes it on. */
  readonly address: string | null;
  readonly durationMs: number;
}

export async function createLink(
  ctx: Context,
  user: { readonly id: string; readonly email: string },
  { purpose, address, durationMs }: NewLink,
): Promise<AccountLink> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(ctx.clock.nowMs() + durationMs).toISOString();
  const link = { tokenHash: hashToken(token), userId: user.id, emailKey: toEmailKey(user.email), purpose, address };
  await store.insertLink(ctx.db, { ...link, createdAt: ctx.now(), expiresAt });
  // From PUBLIC_URL, not from the request: its Host header may be forged. In the fragment: it reaches no server and no log.
  return { token, url: `${ctx.config.publicUrl}/${pages[purpose]}#${token}`, expiresAt };
}

/** Refuses an unknown, used or expired link without using it up: call it before slow work. */
export async function requireLink(ctx: Context, token: string, purpose: LinkPurpose): Promise<void> {
  if (!(await store.hasLink(ctx.db, toKey(ctx, token, purpose)))) throw deadLink();
}

export async function takeLink(ctx: Context, token: string, purpose: LinkPurpose): Promise<store.TakenLink> {
  const link = await store.takeLink(ctx.db, toKey(ctx, token, purpose));
  if (!link) throw deadLink();
  return link;
}

/** A new password ends the links to set one. */
export function dropPasswordLinks(ctx: Context, userId: string): Promise<void> {
  return store.deleteLinks(ctx.db, userId, 'PASSWORD');
}

/** Called by the upkeep job. */
export function clearExpiredLinks(ctx: Context): Promise<void> {
  return store.deleteExpiredLinks(ctx.db, ctx.now());
}

function toKey(ctx: Context, token: string, purpose: LinkPurpose): store.LinkKey {
  return { tokenHash: hashToken(token), purpose, now: ctx.now() };
}

function deadLink() {
  return unauthorized('This link is unknown, used or expired. Ask for a new one.');
}
