/** One of three hosts: all of its processes end together, and its disk can lose its power. */

import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../processes/process.js';
import { secret } from '../session-token.js';
import { makeDisk } from './disk.js';
import { listens, postgresUser } from './engines.js';
import { type HostPlace, password, readEnvironment, readHostFile } from './host-files.js';
import { Part, pause } from './part.js';

export interface Host {
  readonly name: string;
  readonly address: string;
  /** Where devices reach it, through its HAProxy. */
  readonly httpPort: number;
  readonly mqttPort: number;
  /** etcd, PostgreSQL with Patroni, NATS, Redis, HAProxy. */
  readonly servers: readonly Part[];
  readonly service: Part;
  isUp: boolean;
  readonly start: () => Promise<void>;
  /** kill -9 of everything at once. */
  readonly kill: () => Promise<void>;
  /** Nothing answers any more, no connection is closed, and what was not synced is gone. */
  readonly cutPower: (darkMs: number) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const serviceSettings = { JWT_SECRET: secret, LOG_LEVEL: 'error', ROLES: 'api,recorder,alerts,upkeep' };

export async function createHosts(nats: string, addresses: readonly string[]): Promise<Host[]> {
  const names = ['one', 'two', 'three'];
  return Promise.all(addresses.map((address, index) => createHost(names[index] ?? '', address, addresses, nats)));
}

async function createHost(name: string, address: string, addresses: readonly string[], nats: string): Promise<Host> {
  const home = mkdtempSync(join(tmpdir(), `fallwatch-host-${name}-`));
  const disk = makeDisk(2_048);
  for (const folder of [home, disk.folder]) chmodSync(folder, 0o755);
  const place: HostPlace = { name, address, addresses, folder: disk.folder, runFolder: join(home, 'run') };
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const servers = [
    createEtcd(place),
    createPatroni(home, place),
    createClusteredNats(home, nats, place),
    createOwnRedis(home, place),
    createFront(home, place, { httpPort, mqttPort }),
  ];
  const service = createService(place);
  disk.sync();
  const parts = [...servers, service];
  // A host ends as a whole: nothing of it sees the end of something else.
  const freezeAll = (): void => {
    for (const part of parts) part.freeze();
  };
  const killAll = (): Promise<unknown> => Promise.all(parts.map((part) => part.kill()));
  const host: Host = {
    name,
    address,
    httpPort,
    mqttPort,
    servers,
    service,
    isUp: false,
    async start() {
      await Promise.all(parts.map((part) => part.start()));
      host.isUp = true;
    },
    async kill() {
      host.isUp = false;
      freezeAll();
      await killAll();
    },
    async cutPower(darkMs) {
      host.isUp = false;
      freezeAll();
      await disk.cutPower();
      await pause(darkMs);
      await killAll();
      await disk.powerUp();
    },
    async remove() {
      await killAll();
      await disk.remove();
      rmSync(home, { recursive: true, force: true });
    },
  };
  return host;
}

/** Several listen at one address, each at its usual port. */
const listensAt = (address: string, port: number) => () => listens(port, address);

const answersAt = (url: string) => async (): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined))?.ok ?? false;

function createEtcd(place: HostPlace): Part {
  const env = readEnvironment(readHostFile('high-availability/etcd.env', place));
  mkdirSync(env.ETCD_DATA_DIR ?? '', { recursive: true, mode: 0o700 });
  return new Part({
    name: 'etcd',
    command: 'etcd',
    args: ['--logger', 'zap'],
    env,
    isReady: listensAt(place.address, 2379),
  });
}

function createPatroni(home: string, place: HostPlace): Part {
  const config = writeFile(home, 'patroni.yml', readHostFile('high-availability/patroni.yml', place));
  const user = postgresUser();
  const data = join(place.folder, 'postgresql');
  for (const folder of [data, place.runFolder]) {
    mkdirSync(folder, { recursive: true });
    if (user) chownSync(folder, user.uid, user.gid);
  }
  return new Part({
    name: 'PostgreSQL',
    command: 'patroni',
    args: [config],
    ...(user ? { user } : {}),
    isReady: answersAt(`http://${place.address}:8008/health`),
    findDetached: () => findPostmaster(join(data, '15/fallwatch')),
  });
}

/** Patroni starts PostgreSQL as a process that survives it. */
function findPostmaster(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : undefined;
  } catch {
    // It does not run, or its disk has no power.
    return undefined;
  }
}

function createClusteredNats(home: string, command: string, place: HostPlace): Part {
  const config = writeFile(home, 'nats.conf', readHostFile('high-availability/nats.conf', place));
  const env = { NATS_PASSWORD: password };
  return new Part({ name: 'NATS', command, args: ['-c', config], env, isReady: listensAt(place.address, 4222) });
}

function createOwnRedis(home: string, place: HostPlace): Part {
  const config = writeFile(home, 'redis.conf', readHostFile('high-availability/redis.conf', place));
  mkdirSync(join(place.folder, 'redis'));
  return new Part({ name: 'Redis', command: 'redis-server', args: [config], isReady: listensAt(place.address, 6379) });
}

function createFront(home: string, place: HostPlace, ports: { httpPort: number; mqttPort: number }): Part {
  const open = (text: string) =>
    text
      .replace('bind :80', `bind 127.0.0.1:${ports.httpPort}`)
      .replace('bind :1883', `bind 127.0.0.1:${ports.mqttPort}`);
  const files = ['haproxy.cfg', 'high-availability/haproxy.cfg'].map((name, index) =>
    writeFile(home, `haproxy-${index}.cfg`, open(readHostFile(name, place))),
  );
  const [API1 = '', API2 = '', API3 = ''] = place.addresses.map((address) => `${address}:3000`);
  return new Part({
    name: 'HAProxy',
    command: '/usr/sbin/haproxy',
    args: ['-db', ...files.flatMap((file) => ['-f', file])],
    env: { API1, API2, API3, REDIS_PASSWORD: password },
    isReady: listensAt('127.0.0.1', ports.httpPort),
  });
}

function createService(place: HostPlace): Part {
  const env = { ...readEnvironment(readHostFile('high-availability/fallwatch.env', place)), ...serviceSettings };
  return new Part({
    name: 'Fallwatch',
    command: process.execPath,
    args: [main],
    env,
    isReady: answersAt(`http://${place.address}:9464/readyz`),
  });
}

function writeFile(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o644 });
  return path;
}
