import type { Platform } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import { ErrorBody, ok, reply } from '../../platform/http/shapes.js';
import { HealthReport } from './health.schema.js';
import { readHealth, readReadiness } from './health.service.js';

const unhealthy = {
  success: false as const,
  status: 'UNHEALTHY',
  code: 'UNHEALTHY',
  error: 'The database connection has failed',
};

export async function healthRoutes(app: App): Promise<void> {
  app.get(
    '/health',
    {
      config: { access: 'health.read', logLevel: 'debug' },
      schema: {
        tags: ['Health'],
        summary: 'Is the service well?',
        response: { 200: ok(HealthReport), 503: ErrorBody },
      },
    },
    async ({ ctx }, response) => {
      const report = await readHealth(ctx);
      return report.status === 'UNHEALTHY' ? response.code(503).send(unhealthy) : reply(report);
    },
  );
}

/** For orchestrators: whether the process runs, and whether it accepts readings. Not part of the API. */
export function probeRoutes(app: App, platform: Platform): void {
  const config = { logLevel: 'debug' as const };
  app.get('/healthz', { config, schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config, schema: { hide: true } }, async (_request, response) => {
    const readiness = await readReadiness(platform);
    return response.code(readiness.accepts === 'NOTHING' ? 503 : 200).send(readiness);
  });
}
