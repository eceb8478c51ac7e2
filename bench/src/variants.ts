import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeWearers, secret, storeWearers, typicalTables, type Wearer } from './people.js';
import type { Served, Workshop } from './workshop.js';

export type VariantName = 'bare' | 'typical' | 'small' | 'cluster';

/** One server for `POST /api/device/sensor-stream`, running on its own port. */
export interface Variant {
  readonly name: string;
  readonly served: Served;
  /** The file with its devices, for stream.lua, and their number. */
  readonly deviceFile: string;
  readonly devices: number;
  /** The database and servers whose CPU time counts as work for this variant. */
  readonly database: string | null;
  readonly servers: readonly string[];
  /** Our processes besides the one that answers: the recorder. */
  readonly helpers: readonly Served[];
  /** Set when its devices send this many readings in a request. */
  readonly readingsPerRequest?: number;
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
/** The checkout that this benchmark belongs to; must be built. */
const ownCheckout = here('../..');
const serverIn = (checkout: string): string => join(checkout, 'packages/server/dist/main.js');
const cliIn = (checkout: string): string => join(checkout, 'packages/server/dist/cli.js');

/** The same wearers and devices for every variant of a run. */
export interface Crowd {
  readonly wearers: readonly Wearer[];
  readonly deviceFile: string;
}

/** `skipped`: MAC addresses that other crowds of the same server have. */
export async function makeCrowd(workshop: Workshop, count: number, skipped = 0): Promise<Crowd> {
  return toCrowd(workshop, `devices-${skipped}-${count}`, await makeWearers(count, skipped));
}

/** Writes their device file. */
export function toCrowd(workshop: Workshop, fileName: string, wearers: readonly Wearer[]): Crowd {
  const deviceFile = join(workshop.folder, fileName);
  writeFileSync(deviceFile, wearers.map(({ token, macAddress }) => `${token} ${macAddress}\n`).join(''));
  return { wearers, deviceFile };
}

/** Creates a migrated database, and the environment for every process of this installation. */
export async function install(workshop: Workshop, name: string, profile: Profile, checkout = ownCheckout) {
  const { database, url } = await workshop.createDatabase(name);
  const env = {
    NODE_ENV: 'production',
    REQUIRE_HTTPS: 'false',
    HOST: '127.0.0.1',
    OPERATIONS_PORT: 'off',
    LOG_LEVEL: 'warn',
    DATABASE_URL: url,
    JWT_SECRET: secret,
    NAMESPACE: workshop.toNamespace(name),
    RATE_LIMIT_GLOBAL: 'off',
    // No proxy to wait for: a CPU profile ends with the load.
    STOP_DELAY: '0',
    // Not off: the pace check of each device is part of the work. High enough to refuse no reading.
    RATE_LIMIT_SENSOR: '1000000/1s',
    ...(profile === 'cluster' ? { REDIS_URL: workshop.servers.redis, NATS_URL: workshop.servers.nats } : {}),
  };
  await workshop.run(process.execPath, [cliIn(checkout), 'migrate'], env);
  return { database, url, env };
}

export function startRecorder(
  workshop: Workshop,
  env: Record<string, string>,
  checkout = ownCheckout,
): Promise<Served> {
  return workshop.serve(
    () => [serverIn(checkout)],
    (port) => ({ ...env, ROLES: 'recorder', OPERATIONS_PORT: String(port) }),
    '/healthz',
  );
}

/** Below the range from which the system takes ports for outgoing connections. */
export function toMqttPort(port: number): number {
  return 20_000 + (port % 10_000);
}

/** `options`: for Node, such as a CPU profile. `checkout`: another build of the product. */
export async function startFallwatch(
  workshop: Workshop,
  name: string,
  crowd: Crowd,
  {
    profile,
    options = [],
    checkout = ownCheckout,
  }: { profile: Profile; options?: readonly string[]; checkout?: string | undefined },
): Promise<Variant> {
  const { database, url, env } = await install(workshop, name, profile, checkout);
  await storeWearers(url, crowd.wearers);
  const isCluster = profile === 'cluster';
  // Start the recorder first: it creates the stream. Without it, readings would be written directly to the database.
  const helpers = isCluster ? [await startRecorder(workshop, env, checkout)] : [];
  if (isCluster) await workshop.untilStream(name);
  const served = await workshop.serve(
    () => [...options, serverIn(checkout)],
    (port) => ({
      ...env,
      ...(isCluster ? { ROLES: 'api' } : {}),
      PORT: String(port),
      MQTT_PORT: String(toMqttPort(port)),
    }),
  );
  return createVariant(name, served, crowd, {
    database,
    servers: isCluster ? ['redis-server', 'nats-server'] : [],
    helpers,
  });
}

/** The same processes, with other devices. */
export async function addCrowd(workshop: Workshop, server: Variant, name: string, crowd: Crowd): Promise<Variant> {
  await storeWearers(workshop.toDatabaseUrl(server.database as string), crowd.wearers);
  return { ...server, name, deviceFile: crowd.deviceFile, devices: crowd.wearers.length };
}

export async function startTypical(workshop: Workshop, crowd: Crowd, options: readonly string[] = []) {
  const { database, url } = await workshop.createDatabase('typical');
  await storeWearers(url, crowd.wearers, typicalTables);
  const served = await workshop.serve((port) => [...options, here('typical.js'), String(port), url, secret]);
  return createVariant('typical', served, crowd, { database, servers: [], helpers: [] });
}

/** Answers every reading with the answer that Fallwatch gave to one: the same bytes to serialise. */
export async function startBare(workshop: Workshop, crowd: Crowd, answer: unknown, options: readonly string[] = []) {
  const answerFile = join(workshop.folder, 'answer.json');
  writeFileSync(answerFile, JSON.stringify(answer));
  const served = await workshop.serve((port) => [...options, here('bare.js'), String(port), answerFile]);
  return createVariant('bare', served, crowd, { database: null, servers: [], helpers: [] });
}

function createVariant(
  name: string,
  served: Served,
  { deviceFile, wearers }: Crowd,
  others: Pick<Variant, 'database' | 'servers' | 'helpers'>,
): Variant {
  return { name, served, deviceFile, devices: wearers.length, ...others };
}

/** Sends one reading and checks the answer: a variant must do the whole work before it is measured. */
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
