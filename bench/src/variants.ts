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
}

export const titles: Record<VariantName, string> = {
  bare: 'bare Fastify 5: same schema and serialiser, no work',
  typical: 'typical app: Express 5, zod, jsonwebtoken, pg, five queries per reading',
  small: 'Fallwatch, small profile: PostgreSQL, synchronous commit',
  cluster: 'Fallwatch with Redis: PostgreSQL, synchronous commit',
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

/** `nodeOptions`: for a profile. */
export async function startFallwatch(
  workshop: Workshop,
  name: string,
  crowd: Crowd,
  { withRedis, nodeOptions = [] }: { withRedis: boolean; nodeOptions?: readonly string[] },
): Promise<Variant> {
  const { database, url } = await workshop.createDatabase(name);
  const env = {
    NODE_ENV: 'production',
    REQUIRE_HTTPS: 'false',
    HOST: '127.0.0.1',
    OPERATIONS_PORT: 'off',
    LOG_LEVEL: 'warn',
    DATABASE_URL: url,
    JWT_SECRET: secret,
    NAMESPACE: workshop.namespace,
    RATE_LIMIT_GLOBAL: 'off',
    // Not off: the turn of each device is part of the work. High enough to refuse nobody.
    RATE_LIMIT_SENSOR: '1000000/1s',
    ...(withRedis ? { REDIS_URL: workshop.servers.redis } : {}),
  };
  await workshop.run(process.execPath, [cli, 'migrate'], env);
  await storeWearers(url, crowd.wearers);
  const served = await workshop.serve(
    () => [...nodeOptions, server],
    (port) => ({ ...env, PORT: String(port) }),
  );
  return variantOf(name, served, crowd, database, withRedis ? ['redis-server'] : []);
}

export async function startTypical(workshop: Workshop, crowd: Crowd, nodeOptions: readonly string[] = []) {
  const { database, url } = await workshop.createDatabase('typical');
  await storeWearers(url, crowd.wearers, typicalTables);
  const served = await workshop.serve((port) => [...nodeOptions, here('typical.js'), String(port), url, secret]);
  return variantOf('typical', served, crowd, database, []);
}

/** Answers every reading with what Fallwatch answered to one: the same bytes to serialise. */
export async function startBare(
  workshop: Workshop,
  crowd: Crowd,
  answer: unknown,
  nodeOptions: readonly string[] = [],
) {
  const answerFile = join(workshop.folder, 'answer.json');
  writeFileSync(answerFile, JSON.stringify(answer));
  const served = await workshop.serve((port) => [...nodeOptions, here('bare.js'), String(port), answerFile]);
  return variantOf('bare', served, crowd, null, []);
}

function variantOf(name: string, served: Served, crowd: Crowd, database: string | null, servers: readonly string[]) {
  const { deviceFile, wearers } = crowd;
  return { name, served, deviceFile, devices: wearers.length, database, servers } satisfies Variant;
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
