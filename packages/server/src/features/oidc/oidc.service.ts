/**
 * Sign-in with an OpenID Connect provider. It never creates an account and never changes a role: it opens a session of
 * an account that exists and whose e-mail the provider and we have verified.
 */
import { AuthorizationResponseError } from 'openid-client';
import { recordAudit } from '../../access/audit.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { notFound } from '../../platform/refusal.js';
import { seal, unseal } from '../../platform/sealing.js';
import { dropInvitations, type OpenedSession, openSession } from '../auth/auth.service.js';
import { recordSystemLog } from '../logs/logs.service.js';
import { hasTotp } from '../totp/totp.service.js';
import type { User } from '../users/users.schema.js';
import { findUser, findUserByEmail } from '../users/users.service.js';
import * as store from './oidc.store.js';
import type { Flow, Identity, OidcClient } from './oidc-client.js';

/** Shown by the sign-in page. */
export type OidcProblem = 'UNAVAILABLE' | 'CANCELLED' | 'FAILED' | 'NO_ACCOUNT' | 'SECOND_FACTOR';

export type OidcStart = { readonly url: string; readonly flow: string } | { readonly problem: OidcProblem };
export type OidcResult = { readonly opened: OpenedSession } | { readonly problem: OidcProblem };

/** Time for the person to sign in at the provider. */
export const flowMs = 600_000;
const flowPurpose = 'oidc flow';

/** `flow` goes into a cookie: only the browser that has started a sign-in can finish it. */
export async function startSignIn(ctx: Context): Promise<OidcStart> {
  const client = getClient(ctx);
  try {
    const { url, flow } = await client.start();
    const kept = JSON.stringify({ ...flow, endsAtMs: ctx.clock.nowMs() + flowMs });
    return { url, flow: seal(ctx.tokenKeys, flowPurpose, kept) };
  } catch (error) {
    ctx.log.error({ err: error }, 'OpenID Connect provider cannot be reached');
    return { problem: 'UNAVAILABLE' };
  }
}

export interface Callback {
  readonly search: string;
  /** The cookie of the start. */
  readonly flow: string | undefined;
  readonly client: string;
}

export async function finishSignIn(ctx: Context, { search, flow, client }: Callback): Promise<OidcResult> {
  const identity = await identify(ctx, search, flow);
  if ('problem' in identity) return identity;
  const user = await findAccount(ctx, identity);
  if (user?.status !== 'active') return refuse(ctx, 'NO_ACCOUNT', user?.id);
  // The provider replaces the password, not the second factor, unless it has asked for one itself.
  if (!identity.hasSecondFactor && (await hasTotp(ctx, user.id))) return refuse(ctx, 'SECOND_FACTOR', user.id);
  return { opened: await inTransaction(ctx, (ctx) => openSession(ctx, user, client, identity.hasSecondFactor)) };
}

async function identify(
  ctx: Context,
  search: string,
  kept: string | undefined,
): Promise<Identity | { problem: OidcProblem }> {
  const client = getClient(ctx);
  const flow = kept === undefined ? undefined : readFlow(ctx, kept);
  if (!flow) return refuse(ctx, 'FAILED');
  try {
    return await client.finish(search, flow);
  } catch (error) {
    ctx.log.warn({ err: error }, 'sign-in with OpenID Connect refused');
    const isCancelled = error instanceof AuthorizationResponseError && error.error === 'access_denied';
    return refuse(ctx, isCancelled ? 'CANCELLED' : 'FAILED');
  }
}

function readFlow(ctx: Context, kept: string): Flow | undefined {
  const opened = unseal(ctx.tokenKeys, flowPurpose, kept);
  const flow = opened === undefined ? undefined : (JSON.parse(opened) as Flow & { endsAtMs: number });
  return flow && flow.endsAtMs > ctx.clock.nowMs() ? flow : undefined;
}

/** By the identity that was linked before; the first time by the e-mail, which then is linked. */
async function findAccount(ctx: Context, identity: Identity): Promise<User | undefined> {
  const { issuer, subject, verifiedEmail } = identity;
  const linkedId = await store.findUserId(ctx.db, issuer, subject);
  if (linkedId !== undefined) return findUser(ctx, linkedId);
  const known = verifiedEmail === null ? undefined : await findUserByEmail(ctx, verifiedEmail);
  if (known?.status !== 'active' || !mayBeLinked(known)) return undefined;
  await inTransaction(ctx, async (ctx) => {
    await store.insertIdentity(ctx.db, { issuer, subject, userId: known.id, createdAt: ctx.now() });
    await dropInvitations(ctx, known.id);
    await recordAudit(ctx, 'oidc.link', known.id);
  });
  return findUser(ctx, known.id);
}

/**
 * Anybody can sign up with an e-mail that is not theirs, and wait for its owner. So an account is linked only if its
 * e-mail was verified, or if it was created for its owner and nobody has used it yet.
 */
function mayBeLinked({ invitationPending, emailVerified }: User): boolean {
  return invitationPending || emailVerified;
}

async function refuse(ctx: Context, problem: OidcProblem, userId: string | null = null) {
  await recordSystemLog(ctx, 'OIDC_REFUSED', { reason: problem }, userId);
  return { problem };
}

function getClient(ctx: Context): OidcClient {
  if (ctx.state.oidc === null) throw notFound('OpenID Connect provider');
  return ctx.state.oidc;
}
