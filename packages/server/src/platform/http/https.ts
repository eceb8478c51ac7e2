import { Refusal } from '../refusal.js';
import type { App } from './app.js';

/** Health probes come from inside the private network, without TLS. */
const exempt = new Set(['/api/health', '/healthz', '/readyz']);

/** Refused, not redirected: a client that sent its token unencrypted should notice. */
export function requireHttps(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = request.protocol !== 'https' && !exempt.has(request.url.split('?', 1)[0] ?? '');
    done(isRefused ? notHttps() : undefined);
  });
}

function notHttps(): Refusal {
  return new Refusal(403, 'HTTPS_REQUIRED', 'HTTPS is required. If TLS ends at a proxy, name it in TRUST_PROXY.');
}
