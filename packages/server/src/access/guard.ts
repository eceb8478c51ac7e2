import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Actor, type Context, contextOf, nobody, type Platform } from '../platform/context.js';
import type { App } from '../platform/http/app.js';
import { applyLimit } from '../platform/http/limit.js';
import { isUuid } from '../platform/ids.js';
import { forbidden, notFound, unauthorized } from '../platform/refusal.js';
import { limitsOf } from './limits.js';
import { type AccessName, accessOf, policy } from './policy.js';
import { createSessionReader } from './session.js';

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
 * Guards every route registered on `api`, in the order of the contract: limit (429), token (401), role (403).
 * Path, query and body (400) come after, and a thing's existence (404) and relation (403) last.
 */
export function guardRoutes(api: App, platform: Platform, prefix: string): void {
  const sessionOf = createSessionReader(platform);
  const limitOf = limitsOf(platform.config);
  api.decorateRequest('ctx');
  api.addHook('onRoute', requireAccess);

  api.addHook('onRequest', async (request, reply) => {
    const { method, url, config } = request.routeOptions;
    const route = `${method === 'HEAD' ? 'GET' : method} ${url?.slice(prefix.length)}`;
    await applyLimit(platform, limitOf(route), request, reply);
    const actor = await admit(config.access as AccessName, request, reply);
    request.ctx = contextOf(platform, actor, request.id);
  });

  api.addHook('preHandler', async ({ routeOptions, params }) => {
    const { thing } = accessOf(routeOptions.config.access as AccessName);
    if (thing && !isUuid((params as { id: string }).id)) throw notFound(thing);
  });

  async function admit(access: AccessName, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    const { roles } = accessOf(access);
    if (roles === null) return nobody;
    const actor = await sessionOf(request);
    if (!actor) throw notSignedIn(request, reply);
    if (!roles.some((role) => role === actor.role)) throw forbidden();
    return actor;
  }
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
