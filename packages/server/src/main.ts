import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { buildApp } from './app.js';
import { type Config, ConfigError, loadConfig } from './config.js';
import { startWork } from './features.js';
import { buildOperationsApp } from './operations.js';
import type { Platform } from './platform/context.js';
import { isDatabaseUnavailable } from './platform/db/faults.js';
import type { App } from './platform/http/app.js';
import { closePlatform, openPlatform } from './platform/platform.js';
import { ensureAdmin, prepareDatabase } from './setup.js';
import { startMessage } from './start-message.js';
import { version } from './version.js';

/** Two looks of a proxy that asks /readyz every second, or one that comes late. */
const leaveMs = 2_000;
/** How long running requests may take to end after that. */
const stopTimeoutMs = 10_000;

async function start(): Promise<void> {
  const config = loadConfig();
  const platform = await openPlatform(config);
  await prepareDatabase(platform);
  if (config.adminEmail && config.adminPassword) await ensureAdmin(platform, config.adminEmail, config.adminPassword);
  const api = config.roles.includes('api') ? await listenForRequests(config, platform) : [];
  // Last: its /readyz speaks for the API too.
  const operations = await listenForOperations(config, platform);
  if (config.nodeEnv === 'production') platform.log.info({ roles: config.roles, version }, 'started');
  else process.stdout.write(startMessage(config));
  stopOnSignal(platform, [...api, ...operations], startWork(platform));
}

async function listenForRequests({ host, port }: Config, platform: Platform): Promise<App[]> {
  const { app } = await buildApp(platform);
  await app.listen({ host, port });
  platform.log.debug({ host, port }, 'listening');
  return [app];
}

/** In development a second process may hold the port; metrics are not worth refusing to start for. */
async function listenForOperations(config: Config, platform: Platform): Promise<App[]> {
  if (config.operationsPort === null) return [];
  const operations = await buildOperationsApp(platform);
  try {
    await operations.listen({ host: config.host, port: config.operationsPort });
    return [operations];
  } catch (error) {
    if (config.nodeEnv === 'production') throw error;
    platform.log.warn({ port: config.operationsPort }, 'operations port is taken, no metrics from this process');
    return [];
  }
}

/**
 * Says for a while that it is leaving and still answers, so that proxies send their requests elsewhere before any
 * connection is closed. Then takes no new connections, lets running requests end, and closes what they used.
 */
function stopOnSignal(platform: Platform, apps: readonly App[], stopWork: () => Promise<void>): void {
  const { config, lifecycle, log } = platform;
  const stop = async (signal: string): Promise<void> => {
    if (lifecycle.isStopping) return;
    lifecycle.isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), leaveMs + stopTimeoutMs).unref();
    // Ctrl-C comes from a person who waits, and without the API there is no traffic to send elsewhere.
    if (signal === 'SIGTERM' && config.roles.includes('api')) await setTimeoutAsync(leaveMs);
    await Promise.all(apps.map((app) => app.close()));
    await stopWork();
    await closePlatform(platform);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stop(signal).catch(fail);
    });
}

function fail(error: unknown): never {
  const lines =
    error instanceof ConfigError
      ? [`${error.message}:`, ...error.problems.map((problem) => `  - ${problem}`), 'See docs/operations.md.']
      : [reasonOf(error as NodeJS.ErrnoException & { port?: number })];
  process.stderr.write(`Fallwatch did not start. ${lines.join('\n')}\n`);
  process.exit(1);
}

function reasonOf(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code === 'EADDRINUSE') return `Port ${error.port} is taken: set PORT or OPERATIONS_PORT to another.`;
  return isDatabaseUnavailable(error) ? `The database does not answer (DATABASE_URL): ${error.message}` : error.message;
}

start().catch(fail);
