import type { FastifyInstance } from 'fastify';

/** Browsers and proxies must not store answers about people. A route can set its own Cache-Control instead. */
export function forbidStoring(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}
