/** What a passkey signs: random, valid once, for five minutes, for one purpose. */
import { randomBytes } from 'node:crypto';
import type { Context } from '../../platform/context.js';
import { Refusal } from '../../platform/refusal.js';
import { findRelyingParty, type RelyingParty, readChallenge } from './passkeys.rules.js';
import * as store from './passkeys.store.js';

/** Time to find the phone or the key. */
const validForMs = 300_000;

/** `userId`: the account that gets a new passkey; null for a sign-in. */
export async function createChallenge(ctx: Context, userId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await store.insertChallenge(ctx.db, {
    challenge: toText(challenge),
    userId,
    expiresAt: new Date(ctx.clock.nowMs() + validForMs).toISOString(),
  });
  return challenge;
}

/** The challenge inside the browser's data, if it is ours and unused. It cannot be used again. */
export async function takeChallenge(
  ctx: Context,
  clientDataJson: string,
  userId: string | null,
): Promise<string | undefined> {
  const challenge = readChallenge(clientDataJson);
  if (challenge === undefined) return undefined;
  return (await store.takeChallenge(ctx.db, challenge, { userId, now: ctx.now() })) ? challenge : undefined;
}

/** Called by the upkeep job. */
export function clearExpiredChallenges(ctx: Context): Promise<void> {
  return store.deleteChallengesBefore(ctx.db, ctx.now());
}

export function getRelyingParty({ config }: Context): RelyingParty {
  const relyingParty = findRelyingParty(config);
  if (relyingParty) return relyingParty;
  throw new Refusal(
    409,
    'PASSKEYS_UNAVAILABLE',
    'Passkeys need HTTPS: set PUBLIC_URL to the https address of this installation.',
  );
}

const toText = (challenge: Uint8Array): string => Buffer.from(challenge).toString('base64url');
