import { signToken } from '../../access/token.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { unauthorized } from '../../platform/refusal.js';
import { recordSystemLog } from '../logs/logs.service.js';
import type { User } from '../users/users.schema.js';
import { createUser, findCredentials, noteLogin } from '../users/users.service.js';
import type { LogIn, SignUp } from './auth.schema.js';
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
