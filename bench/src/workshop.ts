/** The resources that a run creates and must remove: processes, databases, Redis keys, streams, files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Redis } from 'ioredis';
import pg from 'pg';

export interface Servers {
  readonly postgres: string;
  readonly redis: string;
  readonly nats: string;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 15_000;

export class Workshop {
  /** Prefix of the name of every database, key and stream of this run. */
  readonly namespace = `fallwatch_bench_${randomBytes(6).toString('hex')}`;
  readonly folder = mkdtempSync(join(tmpdir(), 'fallwatch-bench-'));
  readonly servers: Servers;
  readonly #nodeOptions: string;
  readonly #interrupted = new AbortController();
  readonly #children = new Set<ChildProcess>();

  constructor(servers: Servers, nodeOptions: string) {
    this.servers = servers;
    this.#nodeOptions = nodeOptions;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => this.#interrupted.abort(new Error(`interrupted by ${signal}`)));
  }

  throwIfInterrupted(): void {
    this.#interrupted.signal.throwIfAborted();
  }

  /** Runs a command to its end; resolves with its output. */
  async run(command: string, args: readonly string[], env?: Record<string, string>): Promise<string> {
    this.throwIfInterrupted();
    const { child, output } = this.#spawn(command, args, env);
    const interrupt = (): void => void child.kill();
    this.#interrupted.signal.addEventListener('abort', interrupt);
    const [code] = await once(child, 'exit');
    this.#interrupted.signal.removeEventListener('abort', interrupt);
    this.throwIfInterrupted();
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${output()}`);
    return output();
  }

  /** Starts a server on its own port and waits until it answers. All servers run with the same Node options. */
  async serve(
    argsFor: (port: number) => string[],
    envFor: (port: number) => Record<string, string> = () => ({}),
    healthPath = '/api/health',
  ) {
    const port = await freePort();
    const env = { NODE_ENV: 'production', NODE_OPTIONS: this.#nodeOptions, ...envFor(port) };
    const { child, output } = this.#spawn(process.execPath, argsFor(port), env);
    const deadline = Date.now() + startTimeoutMs;
    while (!(await isHealthy(`http://127.0.0.1:${port}${healthPath}`))) {
      this.throwIfInterrupted();
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`A server did not start: ${output()}`);
      await pause(50);
    }
    return { port, pid: child.pid as number, output, stop: () => this.#stop(child) };
  }

  async createDatabase(name: string): Promise<{ database: string; url: string }> {
    this.throwIfInterrupted();
    const database = `${this.namespace}_${name}`;
    await this.#onPostgres((client) => client.query(`create database ${database}`));
    return { database, url: this.toDatabaseUrl(database) };
  }

  toDatabaseUrl(database: string): string {
    const url = new URL(this.servers.postgres);
    url.pathname = `/${database}`;
    return url.href;
  }

  /** Separate per installation: no other installation uses its keys and its stream. */
  toNamespace(name: string): string {
    return `${this.namespace}_${name}`;
  }

  /** The recorder creates the stream; before that, readings would be written directly to the database. */
  async untilStream(name: string): Promise<void> {
    const stream = `${this.toNamespace(name)}_records`;
    await this.#onNats(async (connection) => {
      const { streams } = await jetstreamManager(connection);
      const deadline = Date.now() + startTimeoutMs;
      while (!(await streams.info(stream).catch(() => undefined))) {
        this.throwIfInterrupted();
        if (Date.now() > deadline) throw new Error(`The recorder did not make ${stream} within ${startTimeoutMs} ms`);
        await pause(50);
      }
    });
  }

  /** Mean size that Redis reports per device of an installation, key included. */
  async redisBytesPerDevice(name: string): Promise<number> {
    return this.#onRedis(async (redis) => {
      const keys = await listKeys(redis, `${this.toNamespace(name)}:device:*`);
      let bytes = 0;
      for (const key of keys) bytes += Number(await redis.memory('USAGE', key));
      return bytes / keys.length;
    });
  }

  /** Removes everything: each step runs even if an earlier one failed. */
  async close(): Promise<void> {
    const steps = [
      () => Promise.all([...this.#children].map((child) => this.#stop(child))),
      () => this.#dropDatabases(),
      () => this.#deleteKeys(),
      () => this.#deleteStreams(),
      async () => rmSync(this.folder, { recursive: true, force: true }),
    ];
    for (const step of steps)
      await step().catch((error: Error) => process.stderr.write(`Not cleaned up: ${error.message}\n`));
  }

  #spawn(command: string, args: readonly string[], env?: Record<string, string>) {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(env ? { env } : {}) });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        // Keep only the end of the output: a server that logs every request must not fill the memory.
        printed = (printed + chunk).slice(-20_000);
      });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return { child, output: () => printed };
  }

  async #stop(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await ended;
    clearTimeout(timer);
  }

  async #dropDatabases(): Promise<void> {
    await this.#onPostgres(async (client) => {
      const ours = 'select datname from pg_database where starts_with(datname, $1)';
      const { rows } = await client.query(ours, [this.namespace]);
      for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    });
  }

  async #deleteKeys(): Promise<void> {
    await this.#onRedis(async (redis) => {
      const keys = await listKeys(redis, `${this.namespace}_*`);
      for (let first = 0; first < keys.length; first += 1_000) await redis.unlink(keys.slice(first, first + 1_000));
    });
  }

  async #deleteStreams(): Promise<void> {
    await this.#onNats(async (connection) => {
      const { streams } = await jetstreamManager(connection);
      const names: string[] = [];
      for await (const name of streams.names()) if (name.startsWith(`${this.namespace}_`)) names.push(name);
      for (const name of names) await streams.delete(name);
    });
  }

  async #onNats<T>(work: (connection: NatsConnection) => Promise<T>): Promise<T> {
    const { username, password, host } = new URL(this.servers.nats);
    const connection = await connect({
      servers: host,
      ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    });
    return work(connection).finally(() => connection.close());
  }

  async #onPostgres<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.servers.postgres });
    await client.connect();
    return work(client).finally(() => client.end());
  }

  async #onRedis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.servers.redis, { lazyConnect: true, retryStrategy: () => null });
    await redis.connect();
    return work(redis).finally(() => redis.disconnect());
  }
}

export type Served = Awaited<ReturnType<Workshop['serve']>>;

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function listKeys(redis: Redis, pattern: string): Promise<string[]> {
  const keys = new Set<string>();
  for await (const page of redis.scanStream({ match: pattern, count: 1_000 })) for (const key of page) keys.add(key);
  return [...keys];
}

async function isHealthy(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined);
  return answer?.ok ?? false;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}
