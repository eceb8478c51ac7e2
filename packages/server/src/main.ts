import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { buildApp } from './app.js';
import { type Config, ConfigError, listMisspelt, loadConfig } from './config.js';
import { findSetupUrl } from './features/setup/setup.service.js';
import { startWork } from './features.js';
import { buildOperationsApp } from './operations.js';
import { createContext, type Platform, system } from './platform/context.js';
import { isDatabaseUnavailable } from './platform/db/faults.js';
import type { App } from './platform/http/app.js';
import { drainConnections } from './platform/http/drain.js';
import type { MqttServer } from './platform/mqtt/server.js';
import { closePlatform, openPlatform } from './platform/platform.js';
import { describeTlsFailure } from './platform/tls.js';
import { version } from './platform/version.js';
import { createProcessState } from './process-state.js';
import { ensureAdmin, prepareDatabase } from './setup.js';
import { startMessage } from './start-message.js';
import { drainMs, stopTimeoutMs } from './stop-times.js';

async function start(): Promise<void> {
  const config = loadConfig();
  const platform = await openPlatform(config, createProcessState);
  for (const { name, nearest } of listMisspelt())
    platform.log.warn({ name, nearest }, 'unknown environment variable is ignored, the nearest known one is named');
  await prepareDatabase(platform);
  if (config.adminEmail && config.adminPassword) await ensureAdmin(platform, config.adminEmail, config.adminPassword);
  const api = config.roles.includes('api') ? await listenForRequests(config, platform) : { apps: [], mqtt: null };
  // Last: its /readyz also covers the API.
  const operations = await listenForOperations(config, platform);
  const setupUrl = await findSetupUrl(createContext(platform, system));
  if (config.nodeEnv !== 'production') process.stdout.write(startMessage(config, setupUrl));
  else {
    platform.log.info({ roles: config.roles, version }, 'started');
    if (setupUrl) platform.log.warn('there is no admin yet: the command setup-code prints the link that creates one');
  }
  stopOnSignal(platform, { ...api, apps: [...api.apps, ...operations] }, startWork(platform));
}

interface Listeners {
  readonly apps: readonly App[];
  readonly mqtt: MqttServer | null;
}

async function listenForRequests({ host, port, mqttPort }: Config, platform: Platform): Promise<Listeners> {
  const { app, mqtt } = await buildApp(platform);
  await app.listen({ host, port });
  if (mqttPort !== null) await mqtt?.listen(host, mqttPort);
  platform.log.debug({ host, port, mqttPort }, 'listening');
  return { apps: [app], mqtt };
}

/** In development another process may use the port; missing metrics are no reason not to start. */
async function listenForOperations(config: Config, platform: Platform): Promise<App[]> {
  if (config.operationsPort === null) return [];
  const operations = await buildOperationsApp(platform);
  try {
    await operations.listen({ host: config.operationsHost, port: config.operationsPort });
    return [operations];
  } catch (error) {
    if (config.nodeEnv === 'production') throw error;
    platform.log.warn({ port: config.operationsPort }, 'operations port is taken, no metrics from this process');
    return [];
  }
}

/**
 * Stops in three steps, so that no proxy sends a request on a connection that is closed:
 * 1. `/readyz` answers 503, requests are answered as before: proxies that check it send new requests elsewhere;
 * 2. new connections are refused, which every proxy may retry elsewhere, and open ones close after their next answer;
 * 3. running requests finish, then everything they used is closed.
 */
function stopOnSignal(platform: Platform, { apps, mqtt }: Listeners, stopWork: () => Promise<void>): void {
  const { config, lifecycle, log } = platform;
  const stop = async (signal: string): Promise<void> => {
    if (lifecycle.isStopping) return;
    lifecycle.isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), config.stopDelayMs + drainMs + stopTimeoutMs).unref();
    // Ctrl-C comes from a person who is waiting, and without the API there is no traffic to redirect.
    if (signal === 'SIGTERM' && config.roles.includes('api') && config.stopDelayMs > 0) {
      await setTimeoutAsync(config.stopDelayMs);
      lifecycle.isDraining = true;
      await Promise.all([mqtt?.drain(drainMs), ...apps.map((app) => drainConnections(app, drainMs))]);
    }
    lifecycle.isDraining = true;
    await Promise.all([mqtt?.close(stopTimeoutMs), ...apps.map((app) => app.close())]);
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
      : [describeError(error as NodeJS.ErrnoException & { port?: number })];
  process.stderr.write(`Fallwatch did not start. ${lines.join('\n')}\n`);
  process.exit(1);
}

function describeError(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} is taken: set PORT, MQTT_PORT or OPERATIONS_PORT to another.`;
  if (!isDatabaseUnavailable(error)) return error.message;
  const problem = describeTlsFailure(error, 'sslrootcert in DATABASE_URL');
  if (problem) return `No TLS connection to the database (DATABASE_URL): ${problem}`;
  return `The database does not answer (DATABASE_URL): ${error.message}`;
}

start().catch(fail);
