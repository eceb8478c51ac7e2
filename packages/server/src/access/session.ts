import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.js';
import { createBatcher } from '../platform/batch.js';
import type { Actor, Platform } from '../platform/context.js';
import { type LiveSession, listLiveSessions } from './access.store.js';
import { createTokenReader } from './token.js';

declare module '../platform/events/events.js' {
  interface EventTypes {
    'session.ended': { sessionId: string };
    /** Role, state or existence of an account changed, or all its sessions ended. */
    'account.changed': { userId: string };
  }
}

/**
 * The oldest answer that may still be used. Under a second, so that logout, role change, deactivation and
 * deletion act everywhere within one, even when no event arrives.
 */
const maxAgeMs = 700;
const maxSessions = 100_000;
const cookieName = 'session';

export type SessionReader = (request: FastifyRequest) => Promise<Actor | undefined>;

/** Request → who it comes from. */
export function createSessionReader(platform: Platform): SessionReader {
  const readToken = createTokenReader(platform);
  const findSession = createSessionCache(platform);
  return async (request) => {
    const token = bearerToken(request) ?? cookieToken(request);
    const sessionId = token && (await readToken(token));
    const session = sessionId && (await findSession(sessionId));
    return session ? { id: session.userId, role: session.role, sessionId: session.sessionId } : undefined;
  };
}

/**
 * The look-ups of one turn of the event loop are one query: a thousand devices cost the database no more questions
 * than one. The answer that there is no such session is kept too: ended sessions never come back.
 */
function createSessionCache({ db, clock, events }: Platform) {
  const find = createBatcher<string, LiveSession | undefined>({
    run: async (ids) => {
      const live = await listLiveSessions(db, ids, new Date(clock.nowMs()).toISOString());
      const byId = new Map(live.map((session) => [session.sessionId, session]));
      return ids.map((id) => ({ status: 'fulfilled', value: byId.get(id) }));
    },
    maxItems: 1_000,
    maxInFlight: 2,
    maxWaiting: 20_000,
  });
  const cache = new LRUCache<string, Promise<LiveSession | undefined>>({ max: maxSessions, ttl: maxAgeMs });
  events.subscribe((event) => {
    if (event.type === 'session.ended') cache.delete(event.sessionId);
    // Rare, and refilled at the rate of a second's expiry anyway: simpler than an index by account.
    if (event.type === 'account.changed') cache.clear();
  });
  return (sessionId: string): Promise<LiveSession | undefined> => {
    const cached = cache.get(sessionId);
    if (cached) return cached;
    const asked = find(sessionId);
    cache.set(sessionId, asked);
    // A failed look-up is nobody's answer: the next request asks again.
    asked.catch(() => cache.delete(sessionId));
    return asked;
  };
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
