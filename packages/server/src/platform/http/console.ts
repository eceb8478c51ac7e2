import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const built = fileURLToPath(new URL('../../../../console/dist/', import.meta.url));

/** Nothing from elsewhere, no script in the page itself. Styles may be: the widgets set sizes and positions that way. */
const contentPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * The web app at `/`. Its addresses are its own: whatever page a browser asks for outside the API is the app, which
 * says itself when there is nothing there.
 */
export async function serveConsole(app: FastifyInstance, isHttps: boolean): Promise<void> {
  if (!existsSync(`${built}index.html`)) return app.log.warn('the console is not built: only the API is served');
  const page = readFileSync(`${built}index.html`);
  await app.register(helmet, {
    hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...contentPolicy, ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}) },
    },
  });
  await app.register(fastifyStatic, {
    root: built,
    index: false,
    // One route per file: there is no path to try others with.
    wildcard: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => reply.header('Cache-Control', cacheRule(path)),
  });
  for (const address of ['/', '/*'])
    app.get(address, { schema: { hide: true } }, (request, reply) => {
      if (isForPeople(request.url, request.headers.accept))
        reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(page);
      else reply.callNotFound();
    });
}

/** Assets carry a hash of their content in their name; everything else is asked for again each time. */
function cacheRule(path: string): string {
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

function isForPeople(url: string, accept: string | undefined): boolean {
  return (accept ?? '').includes('text/html') && !/^\/api(?:[/?]|$)/.test(url);
}
