import { buildApp } from './app.js';
import { type Config, ConfigError, loadConfig } from './config.js';
import { featureJobs } from './features.js';
import { buildOperationsApp } from './operations.js';
import type { Platform } from './platform/context.js';
import { isDatabaseUnavailable } from './platform/db/faults.js';
import type { App } from './platform/http/app.js';
import { closePlatform, openPlatform } from './platform/platform.js';
import { startJobs } from './platform/schedule.js';
import { ensureAdmin, prepareDatabase } from './setup.js';
import { startMessage } from './start-message.js';
import { version } from './version.js';

/** How long running requests may take to end once a stop was asked for. */
const stopTimeoutMs = 10_000;

async function start(): Promise<void> {
  const config = loadConfig();
  const platform = await openPlatform(config);
  await prepareDatabase(platform);
  if (config.adminEmail && config.adminPassword) await ensureAdmin(platform, config.adminEmail, config.adminPassword);
  const { app } = await buildApp(platform);
  const operations = await listenForOperations(config, platform);
  await app.listen({ host: config.host, port: config.port });
  if (config.nodeEnv === 'production')
    platform.log.info({ host: config.host, port: config.port, version }, 'listening');
  else process.stdout.write(startMessage(config));
  stopOnSignal(platform, [app, ...operations], startJobs(featureJobs(platform), platform.log));
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

/** Takes no new connections, lets running requests end, then closes what they used. */
function stopOnSignal(platform: Platform, apps: readonly App[], stopJobs: () => void): void {
  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    platform.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    stopJobs();
    await Promise.all(apps.map((app) => app.close()));
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
