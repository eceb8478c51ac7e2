import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Actor, actorId, type Context, contextOf, nobody, type Platform } from '../platform/context.js';
import type { Role } from '../platform/db/tables.js';
import type { App } from '../platform/http/app.js';
import { applyLimit } from '../platform/http/limit.js';
import { isUuid } from '../platform/ids.js';
import { macAddressOf } from '../platform/mac.js';
import { forbidden, notFound, unauthorized } from '../platform/refusal.js';
import { recordAudit } from './audit.js';
import { limitsOf } from './limits.js';
import { type AccessName, accessOf, policy, roleMayPass, type Thing } from './policy.js';
import { createSessionReader } from './session.js';
import { findThing } from './things.store.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's row in access/policy.ts. */
    access?: AccessName;
  }
  interface FastifyRequest {
    ctx: Context;
  }
}

/**
 * Guards every route registered on `api`, in the order of the contract: limit (429), token (401), role (403);
 * after path, query and body (400) the thing's existence (404) and the caller's relation to it (403).
 */
export function guardRoutes(api: App, platform: Platform, prefix: string): void {
  const sessionOf = createSessionReader(platform);
  const limitOf = limitsOf(platform.config);
  api.decorateRequest('ctx');
  api.addHook('onRoute', requireAccess);

  api.addHook('onRequest', async (request, reply) => {
    const { method, url, config } = request.routeOptions;
    const route = `${method === 'HEAD' ? 'GET' : method} ${url?.slice(prefix.length)}`;
    const { own, withoutSession } = limitOf(route);
    await applyLimit(platform, own, request, reply);
    const access = accessOf(config.access as AccessName);
    const actor = access.roles === null ? nobody : await sessionOf(request);
    if (!actor) {
      await applyLimit(platform, withoutSession, request, reply);
      throw notSignedIn(request, reply);
    }
    if (!roleMayPass(access, actor.role as Role)) throw forbidden();
    request.ctx = contextOf(platform, actor, request.id);
  });

  // Only where an id names a thing: the other routes have nothing more to check.
  api.addHook('onRoute', (route) => {
    const { thing } = accessOf(route.config?.access as AccessName);
    if (thing) route.preHandler = [(request) => requireRelation(request, thing)];
  });
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
