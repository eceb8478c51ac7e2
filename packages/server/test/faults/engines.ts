/** PostgreSQL, Redis and NATS for one test, on their own ports and in their own folders. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { Part } from './part.js';

export interface Engine extends Part {
  readonly url: string;
  /** Deletes its store, as if the disk was replaced. Only while it is stopped. */
  readonly wipe: () => void;
}

/** Only a commit that waits for the disk may flush the WAL: a commit that does not wait must be lost in a power cut. */
const lazyWal = ['wal_writer_delay=10s', 'wal_writer_flush_after=1GB', 'bgwriter_lru_maxpages=0'];
const settings = ['listen_addresses=127.0.0.1', 'max_connections=60', ...lazyWal];

/**
 * `folder` may be on its own disk. The database `postgres` is used: the test owns the whole server. `env` is read at
 * every start.
 */
export function createPostgres(folder: string, port: number, env: Record<string, string> = {}): Engine {
  const data = join(folder, 'postgres');
  fillData(data, 'initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  return runPostgres('PostgreSQL', data, port, env);
}

/** A replica of a running server; it is read-only until it is promoted. */
export function createStandby(folder: string, port: number, primary: Engine): Engine {
  const data = join(folder, 'standby');
  const source = ['-d', primary.url, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  fillData(data, 'pg_basebackup', ['-D', data, ...source]);
  return runPostgres('standby', data, port);
}

function fillData(data: string, program: string, args: readonly string[]): void {
  const user = postgresUser();
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  execFileSync(join(postgresFolder(), program), args, { ...user, cwd: '/', stdio: 'ignore' });
}

function runPostgres(name: string, data: string, port: number, env: Record<string, string> = {}): Engine {
  const user = postgresUser();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const part = new Part({
    name,
    command: join(postgresFolder(), 'postgres'),
    args: ['-D', data, '-p', String(port), '-k', '', ...settings.flatMap((setting) => ['-c', setting])],
    env,
    ...(user ? { user } : {}),
    isReady: () => canQuery(url),
  });
  return Object.assign(part, { url, wipe: emptier(data) });
}

/** Survives a kill with everything but the last second. */
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

/** `settings`: further lines of the `jetstream` block of its configuration. */
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

export function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const readId = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
}

export function postgresFolder(): string {
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

export function listens(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const answer = (isOpen: boolean) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', answer(true)).once('error', answer(false));
  });
}
