/** PostgreSQL, Redis and NATS of our own, on their own ports and in their own folders. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { Part } from './part.js';

export interface Engine extends Part {
  readonly url: string;
  /** Its store is gone, as with a disk that was replaced. Only while it is down. */
  readonly wipe: () => void;
}

/** Nobody but a commit that waits for the disk may bring the WAL there: a commit that does not must be lost with it. */
const lazyWal = ['wal_writer_delay=10s', 'wal_writer_flush_after=1GB', 'bgwriter_lru_maxpages=0'];
const settings = ['listen_addresses=127.0.0.1', 'max_connections=60', ...lazyWal];

/** `folder` may be on a disk of its own. The database `postgres` is used as it is: the whole server is ours. */
export function createPostgres(folder: string, port: number): Engine {
  const data = join(folder, 'postgres');
  const user = postgresUser();
  const bin = postgresFolder();
  mkdirSync(data);
  if (user) chownSync(data, user.uid, user.gid);
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const part = new Part({
    name: 'PostgreSQL',
    command: join(bin, 'postgres'),
    args: ['-D', data, '-p', String(port), '-k', '', ...settings.flatMap((setting) => ['-c', setting])],
    ...(user ? { user } : {}),
    isReady: () => canQuery(url),
  });
  return Object.assign(part, { url, wipe: emptier(data) });
}

/** Keeps what it has over a kill, as far as a second ago. */
export function createRedis(folder: string, port: number): Engine {
  const data = join(folder, 'redis');
  mkdirSync(data);
  const part = new Part({
    name: 'Redis',
    command: 'redis-server',
    args: ['--bind', '127.0.0.1', '--port', String(port), '--dir', data, '--save', '', '--appendonly', 'yes'],
    isReady: () => listens(port),
  });
  return Object.assign(part, { url: `redis://127.0.0.1:${port}`, wipe: emptier(data) });
}

/** `settings`: lines of its configuration's `jetstream` block, beside the folder. */
export function createNats(folder: string, port: number, command = 'nats-server', settings = ''): Engine {
  const data = join(folder, 'nats');
  mkdirSync(data);
  const config = join(folder, 'nats.conf');
  writeFileSync(config, `listen: 127.0.0.1:${port}\njetstream {\n  store_dir: "${data}"\n  ${settings}\n}\n`);
  const part = new Part({ name: 'NATS', command, args: ['-c', config], isReady: () => listens(port) });
  return Object.assign(part, { url: `nats://127.0.0.1:${port}`, wipe: emptier(data) });
}

function emptier(folder: string): () => void {
  return () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  };
}

function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function postgresFolder(): string {
  const versions = readdirSync('/usr/lib/postgresql').toSorted((one, other) => Number(other) - Number(one));
  return `/usr/lib/postgresql/${versions[0]}/bin`;
}

async function canQuery(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const answer = (isOpen: boolean) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', answer(true)).once('error', answer(false));
  });
}
