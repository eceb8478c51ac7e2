import { randomBytes } from 'node:crypto';
import { signToken } from '../../access/token.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { Refusal, unauthorized } from '../../platform/refusal.js';
import { hashToken } from '../../platform/tokens.js';
import { recordSystemLog } from '../logs/logs.service.js';
import type { User } from '../users/users.schema.js';
import {
  createUser,
  findCredentials,
  getUser,
  hashNewPassword,
  noteLogin,
  setPasswordHash,
} from '../users/users.service.js';
import { lastSessionEnd, sessionEnd } from './auth.rules.js';
import type { ExtendedSession, Invitation, InvitationAcceptance, LogIn, SignUp } from './auth.schema.js';
import * as store from './auth.store.js';
import { checkTry, clearStrangers, loginLane, rememberClient } from './guessing.service.js';
import { clearExpiredLinks, dropPasswordLinks } from './links.service.js';
import { passSecondStep, refuseSecondFactor } from './second-step.service.js';

export interface OpenedSession {
  readonly user: User;
  readonly token: string;
  readonly expiresAt: string;
}

export async function signUp(
  ctx: Context,
  { password, role = 'PATIENT', ...draft }: SignUp,
  client: string,
): Promise<OpenedSession> {
  if (!ctx.config.signupRoles.includes(role)) throw signUpClosed(role);
  // Hash before the transaction: hashing must not hold a database connection.
  const passwordHash = await hashNewPassword(ctx, password);
  return inTransaction(ctx, async (ctx) => {
    const user = await createUser(ctx, { ...draft, passwordHash, role });
    return openSession(ctx, user, client);
  });
}

/** An unknown e-mail, a wrong password and a deactivated account get the same answer after the same work. */
export async function logIn(ctx: Context, { email, password, code }: LogIn, client: string): Promise<OpenedSession> {
  const { passwordHash = null, ...user } = (await findCredentials(ctx, email)) ?? {};
  const userId = 'id' in user ? user.id : null;
  const lane = await loginLane(ctx, email, userId, client);
  const isActive = 'id' in user && user.status === 'active';
  const isRight = await checkTry(
    ctx,
    lane,
    async () => (await ctx.passwords.verify(password, passwordHash)) && isActive,
  );
  if (!isRight || !('id' in user)) {
    await recordSystemLog(ctx, 'LOGIN_FAILED', {}, userId);
    throw unauthorized('Invalid e-mail or password');
  }
  const hasSecondFactor = await passSecondStep(ctx, user.id, { code, lane });
  return inTransaction(ctx, (ctx) => openSession(ctx, user, client, hasSecondFactor));
}

/** Sets the first password of an invited account and opens a session, as a login does. */
export async function acceptInvitation(
  ctx: Context,
  { token, password }: InvitationAcceptance,
  client: string,
): Promise<OpenedSession> {
  // Check first: guessing tokens must not cost a password hash.
  if (!(await store.hasInvitation(ctx.db, hashToken(token), ctx.now()))) throw noInvitation();
  const passwordHash = await hashNewPassword(ctx, password);
  return inTransaction(ctx, async (ctx) => {
    const userId = await store.takeInvitation(ctx.db, hashToken(token), ctx.now());
    const user = userId === undefined ? undefined : await getUser(ctx, userId);
    if (user?.status !== 'active') throw noInvitation();
    await refuseSecondFactor(ctx, user.id);
    await replacePassword(ctx, user.id, passwordHash);
    return openSession(ctx, user, client);
  });
}

/** A new password ends the links that were to set one. Ending sessions is left to the caller. */
export async function replacePassword(ctx: Context, userId: string, passwordHash: string): Promise<void> {
  await setPasswordHash(ctx, userId, passwordHash);
  await dropPasswordLinks(ctx, userId);
  await store.deleteInvitations(ctx.db, userId);
}

export type NewInvitation = Omit<Invitation, 'mailed'>;

/** Only the hash of the token is stored. After the commit, `mailInvitation` sends the link. */
export async function inviteUser(ctx: Context, userId: string): Promise<NewInvitation> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(ctx.clock.nowMs() + ctx.config.invitationDurationMs).toISOString();
  const invitation = { tokenHash: hashToken(token), userId, invitedBy: ctx.actor.id, createdAt: ctx.now(), expiresAt };
  await store.insertInvitation(ctx.db, invitation);
  return { token, url: '/api/auth/invitations/accept', expiresAt };
}

/** The person has arrived in another way: whoever still holds an invitation must not get in with it. */
export function dropInvitations(ctx: Context, userId: string): Promise<void> {
  return store.deleteInvitations(ctx.db, userId);
}

/** Deletes expired sessions and invitations. */
export async function clearExpired(
  ctx: Context,
  isDryRun: boolean,
): Promise<{ sessions: number; invitations: number }> {
  const expired = await store.countExpired(ctx.db, ctx.now());
  if (isDryRun) return expired;
  await store.deleteExpired(ctx.db, ctx.now());
  await clearExpiredLinks(ctx);
  await clearStrangers(ctx);
  return expired;
}

function signUpClosed(role: string): Refusal {
  const who = role === 'CAREGIVER' ? 'caregiver' : 'patient';
  return new Refusal(
    403,
    'SIGNUP_CLOSED',
    `Sign-up as a ${who} is closed here. Ask a caregiver or an admin of this service for an account.`,
  );
}

export function noInvitation() {
  return unauthorized('This invitation is unknown, used or expired');
}

export async function logOut(ctx: Context): Promise<void> {
  const { sessionId } = ctx.actor;
  if (sessionId === null) return;
  await store.deleteSession(ctx.db, sessionId);
  ctx.events.publish({ type: 'session.ended', sessionId });
}

/** The session keeps its row, so that ending it (logout, new password, deactivation) ends every token issued for it. */
export async function extendSession(ctx: Context): Promise<{ session: ExtendedSession; token: string }> {
  const [userId, { sessionId }, nowMs] = [actorId(ctx), ctx.actor, ctx.clock.nowMs()];
  const openedAt = sessionId && (await store.findLiveSession(ctx.db, sessionId, ctx.now()))?.createdAt;
  if (!openedAt) throw sessionEnded();
  const openedAtMs = Date.parse(openedAt);
  const wanted = new Date(sessionEnd(openedAtMs, nowMs, ctx.config)).toISOString();
  const expiresAt = await store.extendSession(ctx.db, sessionId, { now: ctx.now(), until: wanted });
  // The session was ended meanwhile.
  if (expiresAt === undefined) throw sessionEnded();
  const session = {
    expiresAt,
    expiresInSeconds: Math.floor((Date.parse(expiresAt) - nowMs) / 1_000),
    extendableUntil: new Date(lastSessionEnd(openedAtMs, ctx.config)).toISOString(),
  };
  return { session, token: await signToken(ctx, { id: sessionId, userId, expiresAt }) };
}

/** The person has just proved a second factor in this session. */
export async function noteSecondFactor(ctx: Context): Promise<void> {
  const { sessionId } = ctx.actor;
  if (sessionId === null) return;
  await store.updateSecondFactor(ctx.db, sessionId, true);
  ctx.events.publish({ type: 'account.changed', userId: actorId(ctx) });
}

/** When this session was opened. Undefined if it has ended. */
export async function findSignInTime(ctx: Context): Promise<string | undefined> {
  const { sessionId } = ctx.actor;
  return sessionId === null ? undefined : (await store.findLiveSession(ctx.db, sessionId, ctx.now()))?.createdAt;
}

function sessionEnded() {
  return unauthorized('This session has ended. Log in again.');
}

/** Ends all sessions of an account, except the one the caller keeps. */
export async function endSessions(ctx: Context, userId: string, keptId: string | null = null): Promise<void> {
  await store.deleteSessionsOfUser(ctx.db, userId, keptId);
  ctx.events.publish({ type: 'account.changed', userId });
}

/** For somebody who has just proved who they are. `hasSecondFactor`: with more than a password. */
export async function openSession(
  ctx: Context,
  user: User,
  client: string,
  hasSecondFactor = false,
): Promise<OpenedSession> {
  const nowMs = ctx.clock.nowMs();
  const expiresAt = new Date(sessionEnd(nowMs, nowMs, ctx.config)).toISOString();
  const session = { id: ctx.newId(), userId: user.id, createdAt: ctx.now(), expiresAt, hasSecondFactor };
  await store.insertSession(ctx.db, session);
  await noteLogin(ctx, user.id);
  await rememberClient(ctx, user.id, client);
  return { user, token: await signToken(ctx, session), expiresAt };
}
