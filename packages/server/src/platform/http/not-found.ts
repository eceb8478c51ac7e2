import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Refusal } from '../refusal.js';
import { toEnvelope } from './errors.js';

/** 404 for an unknown path; 405 with `Allow` for a known path and another method. */
export function answerUnknownRoutes(app: FastifyInstance, known: readonly KnownRoute[]): void {
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = known.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods);
    const refusal = methods.length > 0 ? wrongMethod(request.method, methods) : noSuchRoute(request.method, path);
    if (methods.length > 0) reply.header('Allow', methods.join(', '));
    reply.code(refusal.status).send(toEnvelope(refusal));
  });
}

export interface KnownRoute {
  readonly methods: readonly string[];
  readonly url: string;
  readonly pattern: RegExp;
}

export function knownRoute(route: RouteOptions): KnownRoute {
  const escaped = route.url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+');
  return { methods: [route.method].flat(), url: route.url, pattern: new RegExp(`^${escaped}$`) };
}

function wrongMethod(method: string, allowed: readonly string[]): Refusal {
  return new Refusal(405, 'METHOD_NOT_ALLOWED', `${method} is not allowed here; use ${allowed.join(' or ')}`);
}

function noSuchRoute(method: string, path: string): Refusal {
  const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  return new Refusal(404, 'NO_SUCH_ROUTE', `There is no ${method} ${shown}. The API is described at /api/docs`);
}
