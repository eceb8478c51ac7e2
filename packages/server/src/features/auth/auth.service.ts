import { createHash, randomBytes } from 'node:crypto';
import { signToken } from '../../access/token.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { unauthorized } from '../../platform/refusal.js';
import { recordSystemLog } from '../logs/logs.service.js';
import type { User } from '../users/users.schema.js';
import { createUser, findCredentials, getUser, noteLogin, setPasswordHash } from '../users/users.service.js';
import type { Invitation, InvitationAcceptance, LogIn, SignUp } from './auth.schema.js';
import * as store from './auth.store.js';

export interface OpenedSession {
  readonly user: User;
  readonly token: string;
  readonly expiresAt: string;
}

export async function signUp(ctx: Context, { password, ...draft }: SignUp): Promise<OpenedSession> {
  // Before the transaction: nobody's connection waits while a password is hashed.
  const passwordHash = await ctx.passwords.hash(password);
  return inTransaction(ctx, async (ctx) => {
    const user = await createUser(ctx, { ...draft, passwordHash, role: draft.role ?? 'PATIENT' });
    return openSession(ctx, user);
  });
}

/** An unknown e-mail, a wrong password and a deactivated account get one answer, after the same work. */
export async function logIn(ctx: Context, { email, password }: LogIn): Promise<OpenedSession> {
  const { passwordHash = null, ...user } = (await findCredentials(ctx, email)) ?? {};
  const isRight = await ctx.passwords.verify(password, passwordHash);
  if (!isRight || !('id' in user) || user.status !== 'active') {
    await recordSystemLog(ctx, 'warning', 'auth', 'Login failed', 'id' in user ? user.id : null);
    throw unauthorized('Invalid e-mail or password');
  }
  return inTransaction(ctx, (ctx) => openSession(ctx, user));
}

/** An account without a password gets one by accepting its invitation; the answer is a login's. */
export async function acceptInvitation(
  ctx: Context,
  { token, password }: InvitationAcceptance,
): Promise<OpenedSession> {
  // Guessing must not cost us a password's hash.
  if (!(await store.hasInvitation(ctx.db, hashOf(token), ctx.now()))) throw noInvitation();
  const passwordHash = await ctx.passwords.hash(password);
  return inTransaction(ctx, async (ctx) => {
    const userId = await store.takeInvitation(ctx.db, hashOf(token), ctx.now());
    const user = userId === undefined ? undefined : await getUser(ctx, userId);
    if (user?.status !== 'active') throw noInvitation();
    await setPasswordHash(ctx, user.id, passwordHash);
    return openSession(ctx, user);
  });
}

/** While no mail is set up, whoever created the account passes the invitation on. Only its hash is kept. */
export async function inviteUser(ctx: Context, userId: string): Promise<Invitation> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(ctx.clock.nowMs() + ctx.config.invitationDurationMs).toISOString();
  await store.insertInvitation(ctx.db, { tokenHash: hashOf(token), userId, createdAt: ctx.now(), expiresAt });
  return { token, url: '/api/auth/invitations/accept', expiresAt };
}

/** Sessions and invitations that are over. */
export async function clearExpired(
  ctx: Context,
  isDryRun: boolean,
): Promise<{ sessions: number; invitations: number }> {
  const expired = await store.countExpired(ctx.db, ctx.now());
  if (!isDryRun) await store.deleteExpired(ctx.db, ctx.now());
  return expired;
}

function noInvitation() {
  return unauthorized('This invitation is unknown, used or expired');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export async function logOut(ctx: Context): Promise<void> {
  const { sessionId } = ctx.actor;
  if (sessionId === null) return;
  await store.deleteSession(ctx.db, sessionId);
  ctx.events.publish({ type: 'session.ended', sessionId });
}

/** Ends all sessions of an account, but for the one the caller keeps. */
export async function endSessions(ctx: Context, userId: string, keptId: string | null = null): Promise<void> {
  await store.deleteSessionsOfUser(ctx.db, userId, keptId);
  ctx.events.publish({ type: 'account.changed', userId });
}

async function openSession(ctx: Context, user: User): Promise<OpenedSession> {
  const expiresAt = new Date(ctx.clock.nowMs() + ctx.config.sessionDurationMs).toISOString();
  const session = { id: ctx.newId(), userId: user.id, createdAt: ctx.now(), expiresAt };
  await store.insertSession(ctx.db, session);
  await noteLogin(ctx, user.id);
  return { user, token: await signToken(ctx, session), expiresAt };
}
