/** Three NATS servers on loopback, a journal with three replicas, and the leader killed under load. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager, type StreamInfo } from '@nats-io/jetstream';
import { connect as connectNats } from '@nats-io/transport-node';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freshMac, reading } from '../people.js';
import { careEnvironment, connect, type Someone, signUp } from '../processes/care.js';
import { freePort, type Running, send, startServer } from '../processes/process.js';
import { createDatabase } from '../servers.js';
import { listens } from './engines.js';
import { Part, pause } from './part.js';
import { say } from './say.js';
import { isFull } from './size.js';

const deviceCount = 10;
const seconds = isFull ? 60 : 10;
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-nats-cluster-'));
const namespace = 'three';
let nodes: (Part & { readonly url: string })[];
let database: pg.Client;
let server: Running | undefined;
let env: Record<string, string>;

beforeAll(async () => {
  nodes = await createNodes();
  await Promise.all(nodes.map((node) => node.start()));
  const url = await createDatabase(inject('namespace'), 'nats_cluster');
  database = await connect(url);
  env = { ...careEnvironment(url), NAMESPACE: namespace, NATS_URL: nodes.map((node) => node.url).join(',') };
});

afterAll(async () => {
  await server?.stop('SIGKILL');
  await database?.end();
  for (const node of nodes ?? []) await node.kill();
  rmSync(folder, { recursive: true, force: true });
});

test('JOURNAL_REPLICAS raises an existing journal from one replica to three, and killing its leader loses nothing', async () => {
  await expect.poll(hasMetaLeader, { interval: 250 }).toBe(true);
  server = await startServer(env);
  await expect.poll(async () => (await journal())?.config.num_replicas).toBe(1);
  await server.stop();

  server = await startServer({ ...env, JOURNAL_REPLICAS: '3' });
  await expect.poll(async () => (await journal())?.cluster?.replicas?.filter(({ current }) => current).length).toBe(2);
  expect((await journal())?.config.num_replicas).toBe(3);

  const wearer = await signUp(server.base, 'PATIENT');
  const macs = Array.from({ length: deviceCount }, freshMac);
  const accepted = new Set<string>();
  const refused = new Map<number, number>();
  for (let second = 1; second <= seconds; second++) {
    const nextAtMs = performance.now() + 1_000;
    const sent = macs.map(async (mac) => {
      const status = await stream(wearer, mac, second);
      if (status === 200) accepted.add(`${mac} ${second * 1_000}`);
      else refused.set(status, (refused.get(status) ?? 0) + 1);
    });
    await Promise.all(sent);
    if (second === Math.floor(seconds / 3)) await killLeader();
    await pause(Math.max(0, nextAtMs - performance.now()));
  }
  expect([...refused.keys()].filter((status) => status !== 503)).toEqual([]);
  const missing = async () => {
    const stored = await storedReadings();
    return [...accepted].filter((name) => !stored.has(name));
  };
  await expect.poll(missing).toEqual([]);
  await expect.poll(async () => (await journal())?.cluster?.leader).toBeDefined();
  const before = (await journal())?.state.last_seq ?? Number.POSITIVE_INFINITY;
  // Until the service has found the new leader it writes to the database, past the journal: readings go on until then.
  let second = seconds;
  const sendAndCount = async () => {
    second += 1;
    await stream(wearer, macs[0] as string, second);
    return (await journal())?.state.last_seq;
  };
  const startedAtMs = performance.now();
  await expect.poll(sendAndCount, { interval: 1_000 }).toBeGreaterThan(before);
  const waitedMs = Math.round(performance.now() - startedAtMs);
  say(
    'leader of a NATS cluster of three killed, three replicas',
    `${accepted.size} of ${deviceCount * seconds} accepted, lost 0; another one leads, the journal is used again after ${waitedMs} ms more`,
  );
});

async function stream({ token }: Someone, mac: string, second: number): Promise<number> {
  const body = reading(mac, { uptime_ms: second * 1_000 });
  return (await send(server?.base ?? '', 'POST', '/device/sensor-stream', body, token)).status;
}

async function storedReadings(): Promise<Set<string>> {
  const { rows } = await database.query(
    `select mac_address || ' ' || readings.uptime_ms as name from readings join devices on devices.key = device_key`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function killLeader(): Promise<void> {
  const leader = (await journal())?.cluster?.leader;
  const node = nodes.find(({ name }) => name === leader);
  expect(node, `leader ${leader}`).toBeDefined();
  await node?.kill();
}

/** The stream's info, from whichever server of the cluster answers. */
async function journal(): Promise<StreamInfo | undefined> {
  return ask(async (manager) => manager.streams.info(`${namespace}_records`));
}

async function hasMetaLeader(): Promise<boolean> {
  return (await ask(async (manager) => manager.getAccountInfo())) !== undefined;
}

async function ask<T>(
  question: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<T>,
): Promise<T | undefined> {
  const connection = await connectNats({ servers: nodes.map(({ url }) => new URL(url).host), timeout: 1_000 });
  try {
    return await question(await jetstreamManager(connection, { checkAPI: false, timeout: 1_000 }));
  } catch {
    return undefined;
  } finally {
    await connection.close();
  }
}

async function createNodes() {
  const names = ['one', 'two', 'three'];
  const ports = await Promise.all(names.map(async () => ({ client: await freePort(), route: await freePort() })));
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`).join(', ');
  return names.map((name, index) => {
    const { client = 0, route = 0 } = ports[index] ?? {};
    const config = join(folder, `${name}.conf`);
    writeFileSync(
      config,
      `server_name: ${name}\nlisten: 127.0.0.1:${client}\njetstream { store_dir: "${join(folder, name)}" }\n` +
        `cluster { name: loopback, listen: 127.0.0.1:${route}, routes: [${routes}] }\n`,
    );
    const part = new Part({ name, command: 'nats-server', args: ['-c', config], isReady: () => listens(client) });
    return Object.assign(part, { url: `nats://127.0.0.1:${client}` });
  });
}
