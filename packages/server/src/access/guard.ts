import type { FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify';
import { type Actor, actorId, type Context, createContext, nobody, type Platform } from '../platform/context.js';
import type { Role } from '../platform/db/tables/accounts.js';
import type { App } from '../platform/http/app.js';
import { applyLimit } from '../platform/http/limit.js';
import { isUuid } from '../platform/ids.js';
import { parseMacAddress } from '../platform/mac.js';
import { forbidden, notFound, unauthorized } from '../platform/refusal.js';
import { recordAudit } from './audit.js';
import { findRefusal, requireOwnFall, unknownCredential } from './callers.js';
import { isCredential } from './credential-token.js';
import { createLimitLookup, type RouteLimits } from './limits.js';
import { auditList } from './list-audit.js';
import { passOn, passOnByEmail } from './other-cells.js';
import { type AccessName, findAccess, policy } from './policy.js';
import type { Access, Thing } from './rights.js';
import { createSessionReader, type SessionReader } from './session.js';
import { findThing } from './things.store.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's row in access/policy.ts. */
    access?: AccessName;
    /** Its body names a person by e-mail, who may be in another cell. */
    namesPersonByEmail?: boolean;
  }
  interface FastifyRequest {
    /** Created on first use: the sensor stream rarely needs it. */
    readonly ctx: Context;
  }
}

/**
 * Guards every route registered on `api`, in this order (docs/decisions/0008-order-of-checks.md): limit (429), token
 * (401), role (403); after path, query and body (400) the existence of the resource (404) and the caller's relation to
 * it (403).
 */
export function guardRoutes(api: App, platform: Platform, prefix: string): void {
  const sessions = createSessionReader(platform);
  const findLimits = createLimitLookup(platform.config);
  api.decorateRequest('actor');
  decorateContext(api, platform);
  api.addHook('onRoute', requireAccess);
  // The access and limits of a route are looked up once, when it is registered.
  api.addHook('onRoute', (route) => {
    const access = findAccess(route.config?.access as AccessName);
    const limits = findLimits(`${route.method === 'HEAD' ? 'GET' : route.method} ${route.url.slice(prefix.length)}`);
    route.onRequest = [createGuard(platform, sessions, access, limits)];
    // In the API document: this route needs no token.
    if (access.roles === null) route.schema = { ...route.schema, security: [] };
    if (access.listsPeople) route.preSerialization = [auditList(route)];
    const { thing } = access;
    // Only if an id names a resource: other routes need no further check.
    if (thing) route.preHandler = [(request) => requireRelation(request, thing)];
    if (platform.cells && route.config?.namesPersonByEmail) route.preHandler = [passOnByEmail(platform)];
  });
}

function decorateContext(api: App, platform: Platform): void {
  const made = Symbol('context');
  api.decorateRequest('ctx', {
    getter(this: FastifyRequest & { [made]?: Context }) {
      this[made] ??= createContext(platform, this.actor, this.id);
      return this[made];
    },
  });
}

/** A caller with a cached session passes without a promise: on the sensor stream that is nearly every request. */
function createGuard(
  platform: Platform,
  sessions: SessionReader,
  access: Access,
  { own, withoutSession }: RouteLimits,
): onRequestHookHandler {
  const isQuick = own.limit === null && access.roles !== null;

  function pass(request: FastifyRequest, actor: Actor, done: (refusal?: Error) => void): void {
    request.actor = actor;
    done(findRefusal(access, actor, platform.config));
  }

  /** Undefined if another cell has answered. */
  async function find(request: FastifyRequest, reply: FastifyReply): Promise<Actor | undefined> {
    // Set before the limit, so that its refusal is logged with the caller if the session is cached.
    request.actor = sessions.peek(request) ?? nobody;
    await applyLimit(platform, own, request, reply);
    if (access.roles === null) return nobody;
    const actor = await (access.survivesOutage ? sessions.findOrLast(request) : sessions.find(request));
    if (actor) return actor;
    if (platform.cells && (await passOn(platform, request, reply, await sessions.findPlaceKey(request))))
      return undefined;
    await applyLimit(platform, withoutSession, request, reply);
    throw notSignedIn(request, reply);
  }

  return (request, reply, done) => {
    const known = isQuick ? sessions.peek(request) : undefined;
    if (known) pass(request, known, done);
    else find(request, reply).then((actor) => actor && pass(request, actor, done), done);
  };
}

async function requireRelation(request: FastifyRequest, thing: Thing): Promise<void> {
  const { ctx } = request;
  const params = request.params as { id: string };
  const access = request.routeOptions.config.access as AccessName;
  const { roles, relations = [], listsPeople } = findAccess(access);
  const id = thing === 'Device' ? (parseMacAddress(params.id) ?? params.id) : params.id;
  const isPossible = isUuid(id) || (thing === 'Device' && id.includes(':'));
  const found = isPossible ? await findThing[thing](ctx.db, id, actorId(ctx)) : undefined;
  if (!found) throw notFound(thing === 'AdminAlert' || thing === 'Incident' ? 'Alert' : thing);
  if (!mayPass(ctx.actor, roles, relations, found.relations)) throw forbidden();
  requireOwnFall(ctx.actor, found.deviceId);
  params.id = found.id;
  // Reading another person's data is audited here. Changes and lists record their own entries.
  if (request.method === 'GET' && !listsPeople && found.subjectId && found.subjectId !== ctx.actor.id)
    await recordAudit(ctx, access, found.subjectId);
}

function mayPass(
  actor: Actor,
  roles: readonly Role[] | null,
  allowed: readonly string[],
  found: readonly string[],
): boolean {
  return roles?.some((role) => role === actor.role) || found.some((relation) => allowed.includes(relation));
}

function requireAccess(route: RouteOptions): void {
  if (!route.config?.access || !(route.config.access in policy))
    throw new Error(`${route.method} ${route.url} declares no access: name a row of access/policy.ts in config.access`);
}

function notSignedIn(request: FastifyRequest, reply: FastifyReply): Error {
  reply.header('WWW-Authenticate', 'Bearer');
  const { authorization } = request.headers;
  if (authorization === undefined)
    return unauthorized('Log in first, and send the token as header Authorization: Bearer <token>');
  return isCredential(authorization.replace(/^Bearer +/i, ''))
    ? unknownCredential()
    : unauthorized('Invalid or expired token. Log in again.');
}
