import type { FastifyInstance } from 'fastify';
import type { OpenSpan } from './spans.js';
import type { Tracing } from './tracing.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the request is not traced. */
    span: OpenSpan | null;
  }
}

/** A trace for each request. Its id is the request id without hyphens, so that an answer leads to its trace. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = tracing.beginTrace(request.id.replaceAll('-', ''));
    if (request.span === null) done();
    else tracing.within(request.span, done);
  });
  // Reading the body leaves the span: its events belong to the connection.
  app.addHook('preValidation', ({ span }, _reply, done) => {
    if (span === null) done();
    else tracing.within(span, done);
  });
  app.addHook('onResponse', ({ span, method, routeOptions }, { statusCode }, done) => {
    const route = routeOptions.config.url ?? 'unknown';
    const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': statusCode };
    if (span) tracing.endTrace(span, `${method} ${route}`, 'SERVER', { attributes, hasFailed: statusCode >= 500 });
    done();
  });
}
