/** A complete installation for one test: engines, API processes, a recorder, a worker, people. Nothing is shared. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../processes/process.js';
import { secret } from '../session-token.js';
import { createNats, createPostgres, createRedis, type Engine } from './engines.js';
import { Part } from './part.js';
import { makeWearers, type Wearer } from './wearers.js';

/** The built checkout that this test belongs to. */
const ownCheckout = fileURLToPath(new URL('../../../..', import.meta.url));

export interface SiteOptions {
  /** Small: PostgreSQL only. Cluster: also Redis, NATS, the journal and a recorder. */
  readonly profile: 'small' | 'cluster';
  readonly apis: number;
  readonly wearers: number;
  /** The first one's number: people of several sites at once need different ones. */
  readonly firstWearer?: number;
  readonly env?: Record<string, string>;
  /** Of the first API process; any, if it is left out. */
  readonly port?: number;
  /** The built checkout whose server a process starts next; this one if left out. */
  readonly checkout?: () => string;
  /** The data folder of PostgreSQL, if it is not with the rest. */
  readonly postgresFolder?: string;
  readonly nats?: (folder: string, port: number) => Engine;
  /** Maps the database's address to the one that the processes use. */
  readonly reachDatabase?: (url: string) => Promise<string>;
  /** Parameters appended to the database's address. */
  readonly databaseOptions?: string;
}

export interface Api extends Part {
  readonly port: number;
  readonly mqttPort: number;
  readonly operationsPort: number;
}

export interface Site {
  readonly folder: string;
  readonly postgres: Engine;
  readonly redis: Engine | undefined;
  readonly nats: Engine | undefined;
  readonly recorder: Part | undefined;
  readonly apis: readonly Api[];
  readonly parts: readonly Part[];
  readonly wearers: readonly Wearer[];
  readonly close: () => Promise<void>;
}

export async function openSite(options: SiteOptions): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-faults-'));
  chmodSync(folder, 0o755);
  const isCluster = options.profile === 'cluster';
  const postgres = createPostgres(options.postgresFolder ?? folder, await freePort());
  const redis = isCluster ? createRedis(folder, await freePort()) : undefined;
  const nats = isCluster ? (options.nats ?? createNats)(folder, await freePort()) : undefined;
  const databaseUrl = (await options.reachDatabase?.(postgres.url)) ?? postgres.url;
  const env = {
    DATABASE_URL: `${databaseUrl}${options.databaseOptions ?? ''}`,
    ...(redis ? { REDIS_URL: redis.url } : {}),
    ...(nats ? { NATS_URL: nats.url } : {}),
    JWT_SECRET: secret,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    ...options.env,
  };
  const roles = isCluster ? 'api' : 'api,recorder,alerts,upkeep';
  const { checkout = () => ownCheckout } = options;
  const apis: Api[] = [];
  for (let n = 1; n <= options.apis; n++)
    apis.push(await createApi(`API ${n}`, { ...env, ROLES: roles }, checkout, n === 1 ? options.port : undefined));
  const recorder = isCluster ? await createApi('recorder', { ...env, ROLES: 'recorder' }, checkout) : undefined;
  const worker = isCluster ? await createApi('worker', { ...env, ROLES: 'alerts,upkeep' }, checkout) : undefined;
  const engines = [postgres, redis, nats].filter((engine) => engine !== undefined);
  const parts = [...engines, ...apis, ...[recorder, worker].filter((part) => part !== undefined)];
  const close = async (): Promise<void> => {
    for (const part of [...parts].reverse()) {
      part.thaw();
      await part.kill();
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const part of parts) await part.start();
    const wearers = await makeWearers(postgres.url, options.wearers, options.firstWearer);
    return { folder, postgres, redis, nats, recorder, apis, parts, wearers, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The ports of all API processes, healthy or not: the clients find out. */
export function listPorts({ apis }: Site): () => readonly number[] {
  const ports = apis.map(({ port }) => port);
  return () => ports;
}

/** The MQTT port of each API process, by its HTTP port. */
export function mapMqttPorts({ apis }: Site): ReadonlyMap<number, number> {
  return new Map(apis.map(({ port, mqttPort }) => [port, mqttPort]));
}

/** The value of a counter in this process. */
export async function readCounter({ operationsPort }: Api, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${operationsPort}/metrics`)).text();
  const [, value] = new RegExp(`^${name} (\\d+)$`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`no metric ${name}`);
  return Number(value);
}

/** The built server. Ready once its health check says so; a process without the API reports at its operations port. */
async function createApi(
  name: string,
  env: Record<string, string>,
  checkout: () => string,
  givenPort?: number,
): Promise<Api> {
  const [port, mqttPort, operationsPort] = [givenPort ?? (await freePort()), await freePort(), await freePort()];
  const part = new Part({
    name,
    command: process.execPath,
    get args() {
      return [join(checkout(), 'packages/server/dist/main.js')];
    },
    env: { ...env, PORT: String(port), MQTT_PORT: String(mqttPort), OPERATIONS_PORT: String(operationsPort) },
    isReady: async () => {
      const answer = await fetch(`http://127.0.0.1:${operationsPort}/readyz`).catch(() => undefined);
      return answer?.ok ?? false;
    },
  });
  return Object.assign(part, { port, mqttPort, operationsPort });
}
