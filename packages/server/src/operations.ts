import { probeRoutes } from './features/health/health.routes.js';
import { measureService } from './features/health/health-metrics.js';
import type { Platform } from './platform/context.js';
import { type App, createApp } from './platform/http/app.js';
import { answerUnknownRoutes } from './platform/http/not-found.js';

/** The private listener: metrics and health probes for the operator's tools. */
export async function buildOperationsApp(platform: Platform): Promise<App> {
  const app = createApp(platform, () => {});
  probeRoutes(app, platform);
  app.get('/metrics', { config: { logLevel: 'debug' } }, async (_request, reply) => {
    await measureService(platform);
    const { registry, scrape } = platform.metrics;
    return reply.type(registry.contentType).send(await scrape());
  });
  answerUnknownRoutes(app, []);
  return app;
}
