import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Browsers and proxies must not store answers about people. A route can set its own Cache-Control instead. */
export function forbidStoring(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}

interface StoredFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly updatedAt: string;
}

/** Kept by the caller's own browser for an hour, so that a list with many pictures does not load them each time. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { bytes, type, updatedAt }: StoredFile) {
  const etag = `"${Date.parse(updatedAt)}"`;
  reply.header('cache-control', 'private, max-age=3600').header('etag', etag);
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.type(type).send(bytes);
}
