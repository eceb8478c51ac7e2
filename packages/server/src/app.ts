import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { guardRoutes } from './access/guard.js';
import { probeRoutes } from './features/health/health.routes.js';
import { createIntake } from './features/ingest/intake.service.js';
import { createMqttHandler } from './features/ingest/mqtt.service.js';
import { recordSystemLog } from './features/logs/logs.service.js';
import { type FeatureRoutes, featureRoutes, streamRoutes } from './features.js';
import { createContext, type Platform, system } from './platform/context.js';
import { type App, createApp } from './platform/http/app.js';
import { forbidStoring } from './platform/http/caching.js';
import { serveConsole } from './platform/http/console.js';
import { requireHttps } from './platform/http/https.js';
import { answerUnknownRoutes, type KnownRoute, knownRoute } from './platform/http/not-found.js';
import { describeApi, describeErrors, describePage } from './platform/http/openapi.js';
import { createMqttServer, type MqttServer } from './platform/mqtt/server.js';
import { version } from './platform/version.js';

export interface BuiltApp {
  readonly app: App;
  /** Every route of the API, for the permission matrix test. */
  readonly routes: readonly KnownRoute[];
  /** Null if it is off. */
  readonly mqtt: MqttServer | null;
}

const prefix = '/api';

/** Builds what a process serves over HTTP and MQTT. Does not listen. */
export async function buildApp(platform: Platform): Promise<BuiltApp> {
  const { config } = platform;
  const onFault = (requestId: string, error: Error) => recordFault(platform, requestId, error);
  const app = createApp(platform, onFault);
  const intake = createIntake(platform);
  const routes: KnownRoute[] = [];

  await describeApi(app, version);
  if (config.requireHttps) requireHttps(app);
  const serve = (registered: readonly FeatureRoutes[]) => async (api: FastifyInstance) => {
    guardRoutes(api as App, platform, prefix);
    api.addHook('onRoute', (route) => {
      if (route.method !== 'HEAD') routes.push(knownRoute(route));
    });
    api.addHook('onRoute', describeErrors);
    for (const register of registered) await register(api as App, platform);
  };
  const corsOptions = {
    origin: [...config.allowedOrigins],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID'],
    exposedHeaders: ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    maxAge: 600,
  };
  const serveDevices: FastifyPluginAsync = async (devices) => {
    if (config.allowedOrigins.length > 0) await devices.register(cors, corsOptions);
    await serve(streamRoutes(intake))(devices);
  };
  const servePeople: FastifyPluginAsync = async (people) => {
    // A browser that has seen HSTS insists on HTTPS: send it only if HTTPS is required.
    await people.register(helmet, {
      hsts: config.requireHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': config.requireHttps ? [] : null } },
    });
    await people.register(cors, corsOptions);
    await people.register(cookie);
    await describePage(people as App, config.requireHttps);
    probeRoutes(people as App, platform);
    const serveApi: FastifyPluginAsync = async (api) => {
      forbidStoring(api);
      await serve(featureRoutes)(api);
    };
    await people.register(serveApi, { prefix });
    answerUnknownRoutes(people, routes);
  };
  const servePages: FastifyPluginAsync = async (pages) => serveConsole(pages, config.requireHttps);
  // Separate plugins: hooks for browsers must not add cost to every reading.
  await app.register(serveDevices, { prefix });
  await app.register(servePeople);
  await app.register(servePages);
  app.addHook('preClose', async () => platform.cells?.forwarder.endStreams());
  await app.ready();
  const mqtt =
    config.mqttPort === null ? null : createMqttServer(platform, createMqttHandler(platform, intake, onFault));
  return { app, routes, mqtt };
}

/** Records a fault for the admins without its message, which may contain personal data. */
function recordFault(platform: Platform, requestId: string, error: Error): void {
  const ctx = createContext(platform, system, requestId);
  recordSystemLog(ctx, 'FAULT', { name: error.name, requestId }).catch((failure: unknown) =>
    platform.log.error({ err: failure }, 'fault could not be recorded'),
  );
}
