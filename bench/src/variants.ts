import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeWearers, secret, storeWearers, typicalTables, type Wearer } from './people.js';
import type { Served, Workshop } from './workshop.js';

export type VariantName = 'bare' | 'typical' | 'small' | 'cluster';

/** One way to serve `POST /api/device/sensor-stream`, alive on a port of its own. */
export interface Variant {
  readonly name: string;
  readonly served: Served;
  /** The file of its devices, for stream.lua, and their number. */
  readonly deviceFile: string;
  readonly devices: number;
  /** Whose CPU counts as spent by others on its behalf. */
  readonly database: string | null;
  readonly servers: readonly string[];
  /** Processes of ours beside the one that answers: the recorder. */
  readonly helpers: readonly number[];
}

/** The two ways to run Fallwatch: with PostgreSQL alone, or with Redis and NATS and a recorder beside the API. */
export type Profile = 'small' | 'cluster';

export const titles: Record<VariantName, string> = {
  bare: 'bare Fastify 5: same schema and serialiser, no work',
  typical: 'typical app: Express 5, zod, jsonwebtoken, pg, five queries per reading',
  small: 'Fallwatch, small profile: PostgreSQL, synchronous commit',
  cluster: 'Fallwatch, cluster profile: Redis, NATS JetStream, a recorder writing to PostgreSQL',
};

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = here('../../packages/server/dist/main.js');
const cli = here('../../packages/server/dist/cli.js');

/** The same wearers and devices for every variant of a run. */
export interface Crowd {
  readonly wearers: readonly Wearer[];
  readonly deviceFile: string;
}

export async function makeCrowd(workshop: Workshop, count: number): Promise<Crowd> {
  const wearers = await makeWearers(count);
  const deviceFile = join(workshop.folder, `devices-${count}`);
  writeFileSync(deviceFile, wearers.map(({ token, macAddress }) => `${token} ${macAddress}\n`).join(''));
  return { wearers, deviceFile };
}

/** A database that is up to date, and what every process of this installation is told. */
export async function install(workshop: Workshop, name: string, profile: Profile) {
  const { database, url } = await workshop.createDatabase(name);
  const env = {
    NODE_ENV: 'production',
    REQUIRE_HTTPS: 'false',
    HOST: '127.0.0.1',
    OPERATIONS_PORT: 'off',
    LOG_LEVEL: 'warn',
    DATABASE_URL: url,
    JWT_SECRET: secret,
    NAMESPACE: workshop.namespaceOf(name),
    RATE_LIMIT_GLOBAL: 'off',
    // Not off: the turn of each device is part of the work. High enough to refuse nobody.
    RATE_LIMIT_SENSOR: '1000000/1s',
    ...(profile === 'cluster' ? { REDIS_URL: workshop.servers.redis, NATS_URL: workshop.servers.nats } : {}),
  };
  await workshop.run(process.execPath, [cli, 'migrate'], env);
  return { database, url, env };
}

export function startRecorder(workshop: Workshop, env: Record<string, string>): Promise<Served> {
  return workshop.serve(
    () => [server],
    (port) => ({ ...env, ROLES: 'recorder', OPERATIONS_PORT: String(port) }),
    '/healthz',
  );
}

/** `options` of node: for a CPU profile. */
export async function startFallwatch(
  workshop: Workshop,
  name: string,
  crowd: Crowd,
  { profile, options = [] }: { profile: Profile; options?: readonly string[] },
): Promise<Variant> {
  const { database, url, env } = await install(workshop, name, profile);
  await storeWearers(url, crowd.wearers);
  const isCluster = profile === 'cluster';
  // First: it makes the stream, without which readings would be stored another way.
  const helpers = isCluster ? [(await startRecorder(workshop, env)).pid] : [];
  if (isCluster) await workshop.untilStream(name);
  const served = await workshop.serve(
    () => [...options, server],
    (port) => ({ ...env, ...(isCluster ? { ROLES: 'api' } : {}), PORT: String(port) }),
  );
  return variantOf(name, served, crowd, {
    database,
    servers: isCluster ? ['redis-server', 'nats-server'] : [],
    helpers,
  });
}

export async function startTypical(workshop: Workshop, crowd: Crowd, options: readonly string[] = []) {
  const { database, url } = await workshop.createDatabase('typical');
  await storeWearers(url, crowd.wearers, typicalTables);
  const served = await workshop.serve((port) => [...options, here('typical.js'), String(port), url, secret]);
  return variantOf('typical', served, crowd, { database, servers: [], helpers: [] });
}

/** Answers every reading with what Fallwatch answered to one: the same bytes to serialise. */
export async function startBare(workshop: Workshop, crowd: Crowd, answer: unknown, options: readonly string[] = []) {
  const answerFile = join(workshop.folder, 'answer.json');
  writeFileSync(answerFile, JSON.stringify(answer));
  const served = await workshop.serve((port) => [...options, here('bare.js'), String(port), answerFile]);
  return variantOf('bare', served, crowd, { database: null, servers: [], helpers: [] });
}

function variantOf(
  name: string,
  served: Served,
  { deviceFile, wearers }: Crowd,
  others: Pick<Variant, 'database' | 'servers' | 'helpers'>,
): Variant {
  return { name, served, deviceFile, devices: wearers.length, ...others };
}

/** One reading by hand: the variant does the whole job, or there is nothing to measure. */
export async function sendReading({ name, served }: Variant, { token, macAddress }: Wearer): Promise<unknown> {
  const axes = { accel_x: 0.1, accel_y: 0.2, accel_z: 9.81, gyro_x: 0.5, gyro_y: -0.3, gyro_z: 0.1 };
  const response = await fetch(`http://127.0.0.1:${served.port}/api/device/sensor-stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ device_id: macAddress, ...axes, uptime_ms: 1_000, heart_rate: 72, spo2: 97 }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${name} answers ${response.status}: ${text}`);
  return JSON.parse(text);
}
