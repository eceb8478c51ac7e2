import type { FastifyInstance } from 'fastify';
import { parseJson } from '../json.js';
import { Refusal } from '../refusal.js';

/** Reads a body as JSON whatever the Content-Type says: small devices get the header wrong. */
export function readBodiesAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Both types by name: Fastify caches the parser only for named types, and would otherwise parse each header again.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'string' }, (request, body, done) => {
    if (request.headers['content-encoding']) return done(compressed(request.headers['content-encoding']));
    // An empty body counts as an empty object, so that the answer lists the missing fields.
    if (body === '') return done(null, undefined);
    let value: unknown;
    try {
      value = parseJson(body as string);
    } catch (error) {
      return done(error as Refusal);
    }
    return done(null, value);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.routeOptions.schema?.body) request.body = {};
    done();
  });
}

function compressed(encoding: string): Refusal {
  return new Refusal(415, 'UNSUPPORTED_ENCODING', `Bodies must not be compressed; got Content-Encoding ${encoding}`);
}
