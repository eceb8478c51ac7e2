import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const built = fileURLToPath(new URL('../../../../console/dist/', import.meta.url));

/**
 * No content from other origins, no inline scripts. Inline styles are allowed: widgets use them for size and position.
 */
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
 * Serves the web app at `/`. The app has its own router: every page outside the API gets the app, which shows its own
 * page for unknown addresses.
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
    // One route per file, so no other path can be requested.
    wildcard: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => reply.header('Cache-Control', cacheRule(path)),
  });
  for (const address of ['/', '/*'])
    app.get(address, { schema: { hide: true } }, (request, reply) => {
      if (isForPeople(request.url, request.headers.accept ?? '*/*'))
        reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(page);
      else reply.callNotFound();
    });
}

/** Asset names contain a hash of their content; all other files are revalidated each time. */
function cacheRule(path: string): string {
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/**
 * Every client but one that asks for something else, such as JSON or a picture. A missing file is not replaced by the
 * page, unless a person typed its name. Metrics are on the operations port only: who asks for them here must not take
 * the page for them.
 */
function isForPeople(url: string, accept: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (/^\/api(?:\/|$)/.test(path) || path === '/metrics') return false;
  return accept.includes('text/html') || (accept.trim() === '*/*' && !/\.[^/]*$/.test(path));
}
