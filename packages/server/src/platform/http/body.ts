import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.js';

/**
 * Reads a body as JSON whatever the Content-Type says: small devices get the header wrong. A body that is not JSON is
 * refused with a message. Keys such as `__proto__` are dropped, like unknown keys: they must not keep a reading from
 * being assessed.
 */
export function readBodiesAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('remove', 'remove');
  // Both types by name: Fastify caches the parser only for named types, and would otherwise parse each header again.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'string' }, (request, body, done) => {
    if (request.headers['content-encoding']) return done(compressed(request.headers['content-encoding']));
    // An empty body counts as an empty object, so that the answer lists the missing fields.
    if (body === '') return done(null, undefined);
    return parse(request, body as string, (error, value) => done(error && notJson(), value));
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.routeOptions.schema?.body) request.body = {};
    done();
  });
}

function notJson(): Refusal {
  return new Refusal(
    400,
    'MALFORMED_JSON',
    'The body is not valid JSON. Send a JSON object with Content-Type: application/json',
  );
}

function compressed(encoding: string): Refusal {
  return new Refusal(415, 'UNSUPPORTED_ENCODING', `Bodies must not be compressed; got Content-Encoding ${encoding}`);
}
