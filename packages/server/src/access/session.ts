import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import type { Actor, Platform } from '../platform/context.js';
import { createKnown, type Known } from '../platform/known.js';
import { listLiveSessions, type SignedIn } from './access.store.js';
import { createTokenReader } from './token.js';

declare module '../platform/events/events.js' {
  interface EventTypes {
    'session.ended': { sessionId: string };
    /** Role, state or existence of an account changed, or all its sessions ended. */
    'account.changed': { userId: string };
  }
}

const maxSessions = 150_000;
const cookieName = 'session';

/** Request → who it comes from. */
export interface SessionReader {
  /** Whoever is known already, without a promise: for the sensor stream. */
  peek(request: FastifyRequest): Actor | undefined;
  find(request: FastifyRequest): Promise<Actor | undefined>;
  /** As known last, while the database is away. */
  findOrLast(request: FastifyRequest): Promise<Actor | undefined>;
}

export function createSessionReader(platform: Platform): SessionReader {
  const tokens = createTokenReader(platform);
  const sessions = createKnownSessions(platform);
  const sessionIdOf = async (request: FastifyRequest): Promise<string | undefined> => {
    const token = tokenOf(request);
    return token && tokens.read(token);
  };
  return {
    peek(request) {
      const token = tokenOf(request);
      const sessionId = token && tokens.peek(token);
      return sessionId ? sessions.peek(sessionId) : undefined;
    },
    async find(request) {
      const sessionId = await sessionIdOf(request);
      return sessionId ? sessions.find(sessionId) : undefined;
    },
    async findOrLast(request) {
      const sessionId = await sessionIdOf(request);
      return sessionId ? sessions.findOrLast(sessionId) : undefined;
    },
  };
}

/** Whose these sessions are, now and not as known last. Those that have ended are missing. */
export async function actorsOf(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, SignedIn>> {
  const live = await listLiveSessions(db, sessionIds, new Date(clock.nowMs()).toISOString());
  return new Map(live.map((session) => [session.sessionId, session]));
}

/** Logout, role change, deactivation and deletion act everywhere within a second: platform/known.ts. */
function createKnownSessions(platform: Platform): Known<SignedIn> {
  const sessions = createKnown<SignedIn>({
    changes: platform.changes,
    load: (ids) => actorsOf(platform, ids),
    max: maxSessions,
  });
  platform.events.subscribe((event) => {
    if (event.type === 'session.ended') sessions.forget(event.sessionId);
    // Rare, and asked for again in batches: simpler than an index by account.
    if (event.type === 'account.changed') sessions.forgetAll();
    if (event.type === 'changes.missed') sessions.doubtAll();
  });
  return sessions;
}

function tokenOf(request: FastifyRequest): string | undefined {
  return bearerToken(request) ?? cookieToken(request);
}

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header === undefined ? undefined : (/^Bearer +(\S+)$/i.exec(header)?.[1] ?? '');
}

/** A cookie counts only when the browser itself says that our own page asks: no other site can forge that header. */
function cookieToken(request: FastifyRequest): string | undefined {
  const { cookie, 'sec-fetch-site': site } = request.headers;
  return cookie !== undefined && site === 'same-origin' ? fastifyCookie.parse(cookie)[cookieName] : undefined;
}

const cookieOptions = (config: Config) => ({
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: config.nodeEnv === 'production',
  path: '/',
});

export function setSessionCookie(reply: FastifyReply, config: Config, token: string, expiresAt: string): void {
  reply.setCookie(cookieName, token, { ...cookieOptions(config), expires: new Date(expiresAt) });
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName, cookieOptions(config));
}
