import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { Config } from '../config.js';
import { type Cache, createCache } from '../platform/cache.js';
import type { Actor, Platform } from '../platform/context.js';
import { listLiveSessions, type SignedIn } from './access.store.js';
import { createCredentialReader } from './credential.js';
import { isCredential, parseCredential } from './credential-token.js';
import { toCredentialKey, toPersonKey } from './place-keys.js';
import { createTokenReader } from './token.js';

declare module '../platform/events/events.js' {
  interface EventTypes {
    'session.ended': { sessionId: string };
    /** Role, state or existence of an account changed, or all its sessions ended. */
    'account.changed': { userId: string };
  }
}

declare module '../platform/context.js' {
  interface ProcessState {
    /** Uses of sessions that are not written yet, by session. */
    readonly sessionUses: Map<string, { readonly usedAtMs: number; readonly userAgent: string | undefined }>;
  }
}

const maxSessions = 150_000;
/** A use is noted every five minutes, so that a request costs no write. */
const noteEveryMs = 300_000;

interface KnownSession extends SignedIn {
  notedAtMs: number;
}

/** A literal: V8 stores a copy of a database row as a hash table, with a hidden class of its own. */
export function createKnownSession({ sessionId, id, role, hasSecondFactor }: SignedIn): KnownSession {
  return { sessionId, id, role, hasSecondFactor, notedAtMs: Number.NEGATIVE_INFINITY };
}

/**
 * With the prefix `__Host-` a browser accepts the cookie only over HTTPS and from exactly this host: no other host of
 * the domain can set it. Over plain HTTP, in development, browsers refuse such a name.
 */
const cookieName = ({ nodeEnv }: Config) => (nodeEnv === 'production' ? '__Host-session' : plainCookieName);
const plainCookieName = 'session';

/** Finds the caller of a request: a person by a session token, or a device by its credential. */
export interface SessionReader {
  /** The cached caller, without a promise: for the sensor stream. */
  peek(request: FastifyRequest): Actor | undefined;
  find(request: FastifyRequest): Promise<Actor | undefined>;
  /** Uses the last known session or credential while the database is away. */
  findOrLast(request: FastifyRequest): Promise<Actor | undefined>;
  /** Under which the directory of the cells knows the caller; undefined if the token is none of ours. */
  findPlaceKey(request: FastifyRequest): Promise<string | undefined>;
}

export function createSessionReader(platform: Platform): SessionReader {
  const tokens = createTokenReader(platform);
  const sessions = createSessionCache(platform);
  platform.state.callerCaches.sessions.push(sessions.find);
  const credentials = createCredentialReader(platform);
  const name = cookieName(platform.config);

  function use(request: FastifyRequest, known: KnownSession | undefined): Actor | undefined {
    const nowMs = platform.clock.nowMs();
    if (known && nowMs - known.notedAtMs >= noteEveryMs) {
      known.notedAtMs = nowMs;
      platform.state.sessionUses.set(known.sessionId, { usedAtMs: nowMs, userAgent: request.headers['user-agent'] });
    }
    return known;
  }

  async function findBy(how: 'find' | 'findOrLast', request: FastifyRequest): Promise<Actor | undefined> {
    const token = readToken(request, name);
    if (!token) return undefined;
    if (isCredential(token)) return credentials[how](token);
    const sessionId = await tokens.read(token);
    return sessionId ? use(request, await sessions[how](sessionId)) : undefined;
  }

  return {
    peek(request) {
      const token = readToken(request, name);
      if (!token) return undefined;
      if (isCredential(token)) return credentials.peek(token);
      const sessionId = tokens.peek(token);
      return sessionId ? use(request, sessions.peek(sessionId)) : undefined;
    },
    find: (request) => findBy('find', request),
    findOrLast: (request) => findBy('findOrLast', request),
    async findPlaceKey(request) {
      const token = readToken(request, name);
      if (!token) return undefined;
      const credential = parseCredential(token);
      if (credential) return toCredentialKey(credential.id);
      return (await tokens.read(token)) ? toPersonKey(decodeJwt(token).sub as string) : undefined;
    },
  };
}

/** The people of these sessions, read from the database, not from the cache. Ended sessions are missing. */
export async function listSignedIn(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, SignedIn>> {
  const live = await listLiveSessions(db, sessionIds, new Date(clock.nowMs()).toISOString());
  return new Map(live.map((session) => [session.sessionId, session]));
}

/** Logout, role change, deactivation and deletion take effect in all processes within a second: platform/cache.ts. */
function createSessionCache(platform: Platform): Cache<KnownSession> {
  const sessions = createCache<KnownSession>({
    changes: platform.changes,
    load: async (ids) => {
      const live = await listSignedIn(platform, ids);
      return new Map([...live].map(([id, session]) => [id, createKnownSession(session)]));
    },
    max: maxSessions,
  });
  platform.events.subscribe((event) => {
    if (event.type === 'session.ended') sessions.forget(event.sessionId);
    // Only that account's: a session that is not cached cannot send readings while the database is away.
    if (event.type === 'account.changed') sessions.forgetWhere(({ id }) => id === event.userId);
    if (event.type === 'changes.missed') sessions.markAllStale();
  });
  return sessions;
}

function readToken(request: FastifyRequest, name: string): string | undefined {
  return bearerToken(request) ?? cookieToken(request, name);
}

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header === undefined ? undefined : (/^Bearer +(\S+)$/i.exec(header)?.[1] ?? '');
}

/**
 * A cookie counts only if the browser states that our own page sends the request: other sites cannot forge that header.
 */
function cookieToken(request: FastifyRequest, name: string): string | undefined {
  const { cookie, 'sec-fetch-site': site } = request.headers;
  return cookie !== undefined && site === 'same-origin' ? fastifyCookie.parse(cookie)[name] : undefined;
}

const cookieOptions = (config: Config) => ({
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: config.nodeEnv === 'production',
  path: '/',
});

/**
 * Not set for a request from another site: the visitor would then continue in the account of that site's author. That
 * site cannot read the token in the answer, and clients other than browsers do not send this header.
 */
export function setSessionCookie(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  token: string,
  expiresAt: string,
): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return;
  writeSessionCookie(reply, config, { token, expiresAt });
}

/** Whoever calls it knows that the visitor wants to sign in: setSessionCookie, and the return from a provider. */
export function writeSessionCookie(
  reply: FastifyReply,
  config: Config,
  { token, expiresAt }: { readonly token: string; readonly expiresAt: string },
): void {
  reply.setCookie(cookieName(config), token, { ...cookieOptions(config), expires: new Date(expiresAt) });
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config), cookieOptions(config));
  // Set by versions without the prefix.
  if (cookieName(config) !== plainCookieName) reply.clearCookie(plainCookieName, cookieOptions(config));
}
