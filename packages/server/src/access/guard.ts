import type { FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify';
import { type Actor, actorId, type Context, contextOf, nobody, type Platform } from '../platform/context.js';
import type { Role } from '../platform/db/tables.js';
import type { App } from '../platform/http/app.js';
import { applyLimit } from '../platform/http/limit.js';
import { isUuid } from '../platform/ids.js';
import { macAddressOf } from '../platform/mac.js';
import { forbidden, notFound, unauthorized } from '../platform/refusal.js';
import { recordAudit } from './audit.js';
import { limitsOf, type RouteLimits } from './limits.js';
import { type Access, type AccessName, accessOf, policy, roleMayPass, type Thing } from './policy.js';
import { createSessionReader, type SessionReader } from './session.js';
import { findThing } from './things.store.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's row in access/policy.ts. */
    access?: AccessName;
  }
  interface FastifyRequest {
    actor: Actor;
    /** Made when first asked for: the sensor stream mostly does without. */
    readonly ctx: Context;
  }
}

/**
 * Guards every route registered on `api`, in the order of the contract: limit (429), token (401), role (403);
 * after path, query and body (400) the thing's existence (404) and the caller's relation to it (403).
 */
export function guardRoutes(api: App, platform: Platform, prefix: string): void {
  const sessions = createSessionReader(platform);
  const limitOf = limitsOf(platform.config);
  api.decorateRequest('actor');
  decorateContext(api, platform);
  api.addHook('onRoute', requireAccess);
  // What a route asks for is found once, when it is registered.
  api.addHook('onRoute', (route) => {
    const access = accessOf(route.config?.access as AccessName);
    const limits = limitOf(`${route.method === 'HEAD' ? 'GET' : route.method} ${route.url.slice(prefix.length)}`);
    route.onRequest = [createGuard(platform, sessions, access, limits)];
    const { thing } = access;
    // Only where an id names a thing: the other routes have nothing more to check.
    if (thing) route.preHandler = [(request) => requireRelation(request, thing)];
  });
}

function decorateContext(api: App, platform: Platform): void {
  const made = Symbol('context');
  api.decorateRequest('ctx', {
    getter(this: FastifyRequest & { [made]?: Context }) {
      this[made] ??= contextOf(platform, this.actor, this.id);
      return this[made];
    },
  });
}

/** A caller who is known passes without a promise: on the sensor stream that is nearly everybody. */
function createGuard(
  platform: Platform,
  sessions: SessionReader,
  access: Access,
  { own, withoutSession }: RouteLimits,
): onRequestHookHandler {
  const isQuick = own.limit === null && access.roles !== null;

  function pass(request: FastifyRequest, actor: Actor, done: (refusal?: Error) => void): void {
    request.actor = actor;
    done(roleMayPass(access, actor.role as Role) ? undefined : forbidden());
  }

  async function find(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    await applyLimit(platform, own, request, reply);
    if (access.roles === null) return nobody;
    const actor = await (access.survivesOutage ? sessions.findOrLast(request) : sessions.find(request));
    if (actor) return actor;
    await applyLimit(platform, withoutSession, request, reply);
    throw notSignedIn(request, reply);
  }

  return (request, reply, done) => {
    const known = isQuick ? sessions.peek(request) : undefined;
    if (known) pass(request, known, done);
    else find(request, reply).then((actor) => pass(request, actor, done), done);
  };
}

async function requireRelation(request: FastifyRequest, thing: Thing): Promise<void> {
  const { ctx } = request;
  const params = request.params as { id: string };
  const access = request.routeOptions.config.access as AccessName;
  const { roles, relations = [] } = accessOf(access);
  const id = thing === 'Device' ? (macAddressOf(params.id) ?? params.id) : params.id;
  const isPossible = isUuid(id) || (thing === 'Device' && id.includes(':'));
  const found = isPossible ? await findThing[thing](ctx.db, id, actorId(ctx)) : undefined;
  if (!found) throw notFound(thing === 'AdminAlert' ? 'Alert' : thing);
  if (!mayPass(ctx.actor, roles, relations, found.relations)) throw forbidden();
  params.id = found.id;
  // Whoever looks at somebody else's data leaves a trace. Changes leave theirs with the change itself.
  if (request.method === 'GET' && found.subjectId && found.subjectId !== ctx.actor.id)
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
  return request.headers.authorization === undefined
    ? unauthorized('Log in first, and send the token as header Authorization: Bearer <token>')
    : unauthorized('Invalid or expired token. Log in again.');
}
