/**
 * Limits password guessing at one account, from any number of addresses. Attempts of unknown clients share one lane per
 * account: ten are free, then one per 75 s is checked and the others get 429 unchecked. A client that has signed in to
 * the account before has its own lane, and so have signed-in users: unknown clients cannot delay them. A right password
 * does not use up an attempt. An account is never locked. An e-mail without an account is treated the same.
 */
import { createHmac } from 'node:crypto';
import { toEmailKey } from '../../access/email-key.js';
import type { Context } from '../../platform/context.js';
import type { Pace } from '../../platform/hot/hot-state.js';
import { tooMany } from '../../platform/refusal.js';
import { codePace, guessPace, knownForMs } from './guessing.rules.js';
import * as store from './guessing.store.js';

/** The lane of a login with this e-mail from this client. `userId` is null when there is no such account. */
export async function loginLane(ctx: Context, email: string, userId: string | null, client: string): Promise<string> {
  const account = keyedHash(ctx, toEmailKey(email));
  // Query for unknown e-mails too: the answer must take as long.
  const since = new Date(ctx.clock.nowMs() - knownForMs).toISOString();
  const isKnown = await store.hasClient(ctx.db, userId, clientHash(ctx, userId, client), since);
  return isKnown ? `${account}:${clientHash(ctx, userId, client)}` : account;
}

/** The lane of a signed-in person who has to enter the password again. */
export function signedInLane(ctx: Context, userId: string): string {
  return keyedHash(ctx, `signed in ${userId}`);
}

/** Checks the password if the lane allows an attempt now, otherwise refuses with 429. */
export function checkTry(ctx: Context, lane: string, check: () => Promise<boolean>): Promise<boolean> {
  return checkInTurn(ctx, { key: `tries:${lane}`, pace: guessPace, what: 'passwords' }, check);
}

/** The same for a code of an authenticator app or a recovery code, apart from attempts at the password. */
export function checkCodeTry(ctx: Context, lane: string, check: () => Promise<boolean>): Promise<boolean> {
  return checkInTurn(ctx, { key: `codes:${lane}`, pace: codePace, what: 'codes' }, check);
}

interface Attempts {
  readonly key: string;
  readonly pace: Pace;
  readonly what: string;
}

async function checkInTurn(
  ctx: Context,
  { key, pace, what }: Attempts,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const [turn] = await ctx.hot.takeTurns([{ key, agoMs: 0, heldUpMs: 0, takesTurn: true }], pace);
  if (turn && !turn.isAllowed) {
    ctx.metrics.counter('rate_limited_total').inc({ limit: 'account' });
    const seconds = Math.max(1, Math.ceil((turn.nextAtMs - ctx.clock.nowMs()) / 1_000));
    throw tooMany(`Too many wrong ${what} for this account. Try again in ${seconds} seconds.`, seconds);
  }
  try {
    const isRight = await check();
    if (isRight) ctx.hot.giveBack([key], pace);
    return isRight;
  } catch (error) {
    // The attempt was not checked: the queue for passwords is full, or the database is unavailable.
    ctx.hot.giveBack([key], pace);
    throw error;
  }
}

/** Remembers that this client has signed in to the account. */
export function rememberClient(ctx: Context, userId: string, client: string): Promise<void> {
  return store.upsertClient(ctx.db, { userId, clientHash: clientHash(ctx, userId, client), lastSeenAt: ctx.now() });
}

/** A new password makes all other clients unknown again. */
export function forgetOtherClients(ctx: Context, userId: string, client: string): Promise<void> {
  return store.deleteClientsBut(ctx.db, userId, clientHash(ctx, userId, client));
}

/** After a reset no client is known: the one that reset the password may be a stranger's. */
export function forgetClients(ctx: Context, userId: string): Promise<void> {
  return store.deleteClients(ctx.db, userId);
}

/** Called by the upkeep job. */
export function clearStrangers(ctx: Context): Promise<void> {
  return store.deleteClientsBefore(ctx.db, new Date(ctx.clock.nowMs() - knownForMs).toISOString());
}

function clientHash(ctx: Context, userId: string | null, client: string): string {
  return keyedHash(ctx, `client ${userId} ${client}`);
}

/** So that Redis and the table contain neither e-mails nor addresses. */
function keyedHash({ tokenKeys: [key] }: Context, text: string): string {
  return createHmac('sha256', key).update(`guessing ${text}`).digest('base64url').slice(0, 32);
}
