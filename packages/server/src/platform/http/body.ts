import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.js';

/**
 * Whatever the Content-Type says, a body is read as JSON: small devices get the header wrong. What is not JSON
 * is refused with a sentence; so are keys that reach for an object's prototype.
 */
export function readBodiesAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  // Both by name: Fastify remembers who reads a type only for those that have one, and would take each header apart.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'string' }, (request, body, done) => {
    if (request.headers['content-encoding']) return done(compressed(request.headers['content-encoding']));
    // Nothing sent counts as an empty object, so that the answer names the fields that are missing.
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
