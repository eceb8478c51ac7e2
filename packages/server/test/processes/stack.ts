/**
 * Runs the services of a compose file as processes of this machine: the same commands, settings, order and health
 * checks. Replaced are names, fixed addresses and ports (by free ports on 127.0.0.1), and paths of volumes.
 */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresFolder, postgresUser } from '../faults/engines.js';
import { Part, pause } from '../faults/part.js';
import { imageCommand, imageEnv, imageHealthCheck, repository } from '../image.js';
import { listAddresses, orderServices, type Service, type Services } from './compose-file.js';
import { freePort } from './process.js';

/** The ports on which services listen in their containers. */
const containerPorts = [80, 443, 3000, 9464, 4222, 5432, 6379, 8222];
/** nobody: a user without rights, as in the image. */
const user = process.getuid?.() === 0 ? { user: { uid: 65_534, gid: 65_534 } } : {};
/** Debian 12 has 2.9, which refuses this option of 2.10. */
const nats = process.env.TEST_NATS_SERVER ?? 'nats-server';

type Env = Record<string, string>;

interface Program {
  readonly command: readonly string[];
  readonly env: Env;
  readonly healthCheck: readonly string[];
  readonly user?: { readonly uid: number; readonly gid: number };
}

export class Stack {
  readonly parts = new Map<string, Part>();
  /** What services printed that run to their end. */
  readonly outputs = new Map<string, string>();
  readonly #services: Services;
  readonly #app: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'fallwatch-compose-'));
  readonly #ports = new Map<string, number>();

  /** `app`: the folder with the files of the image. */
  constructor(services: Services, app: string) {
    this.#services = services;
    this.#app = app;
    chmodSync(this.#folder, 0o755);
  }

  port(service: string, containerPort: number): number {
    return this.#ports.get(`${service}:${containerPort}`) as number;
  }

  /** Starts all services in order. A service that others wait for to complete must end with 0. */
  async start(): Promise<void> {
    for (const name of Object.keys(this.#services))
      for (const port of containerPorts) this.#ports.set(`${name}:${port}`, await freePort());
    const waits = Object.values(this.#services).flatMap(({ depends_on }) => Object.entries(depends_on ?? {}));
    for (const name of orderServices(this.#services)) {
      const conditions = waits.filter(([awaited]) => awaited === name).map(([, { condition }]) => condition);
      if (conditions.includes('service_completed_successfully')) this.outputs.set(name, await this.run(name));
      else await this.#startPart(name);
    }
  }

  /** Runs the service's command, or another one with its settings, to its end. */
  async run(name: string, command?: readonly string[]): Promise<string> {
    const program = this.#describe(name);
    const [file = '', ...args] = command ? this.#inApp(command) : program.command;
    const options = { env: { PATH: process.env.PATH, ...program.env }, ...program.user };
    const { stdout } = await promisify(execFile)(file, args, options);
    return stdout;
  }

  async #startPart(name: string): Promise<void> {
    const program = this.#describe(name);
    const [command = '', ...args] = program.command;
    const [checker = '', ...checkArgs] = program.healthCheck;
    const env = { PATH: process.env.PATH as string, ...program.env };
    const isReady = async () =>
      promisify(execFile)(checker, checkArgs, { env }).then(
        () => true,
        // Each check of ours starts Node.js, which takes CPU from the start it waits for.
        () => pause(500).then(() => false),
      );
    const part = new Part({ name, command, args, env, isReady, ...(program.user ? { user: program.user } : {}) });
    this.parts.set(name, part);
    await part.start();
  }

  #describe(name: string): Program {
    const service = this.#services[name] as Service;
    const mounts = this.#mount(name, service);
    const move = (text: string): string => this.#relocate(name, replacePaths(text, mounts));
    const env = Object.fromEntries(
      Object.entries(service.environment ?? {}).map(([variable, value]) => [variable, move(value)]),
    );
    const command = service.command?.map(move) ?? [];
    const healthCheck = service.healthcheck?.test?.slice(1).map(move) ?? [];
    const [image = ''] = service.image.split(':');
    if (image === 'fallwatch') return this.#describeOwn(name, command, env);
    if (image === 'postgres') return { ...this.#preparePostgres(name, mounts, env), healthCheck };
    if (image === 'redis') return { command, env: { ...env, PATH: this.#shiftRedis(name) }, healthCheck };
    if (image === 'nats') return { command: [nats, ...command], env, healthCheck };
    // The proxy has none. It is up when it answers on port 80.
    const isUp = ['curl', '-s', '-o', '/dev/null', `http://127.0.0.1:${this.port(name, 80)}`];
    return { command, env, healthCheck: isUp };
  }

  #describeOwn(name: string, command: readonly string[], env: Env): Program {
    const [port, operationsPort] = [this.port(name, 3000), this.port(name, 9464)].map(String) as [string, string];
    return {
      command: this.#inApp(command.length > 0 ? command : imageCommand),
      env: { ...imageEnv, ...env, HOST: '127.0.0.1', PORT: port, OPERATIONS_PORT: operationsPort },
      healthCheck: imageHealthCheck,
      ...user,
    };
  }

  #inApp(command: readonly string[]): string[] {
    return ['env', `--chdir=${this.#app}`, ...command];
  }

  /** Returns the local path of each mounted one. Files of the repository are copied with addresses of this run. */
  #mount(name: string, { volumes = [] }: Service): Map<string, string> {
    const pairs = volumes.map((volume) => {
      const [source = '', target = ''] = volume.split(':');
      const local = join(this.#folder, `${name}-${target.slice(target.lastIndexOf('/') + 1)}`);
      return { source, target, local };
    });
    const mounts = new Map(pairs.map(({ target, local }) => [target, local]));
    for (const { source, local } of pairs) {
      const file = source.startsWith('./') ? join(repository, source) : source;
      if (!source.includes('/')) mkdirSync(local, { recursive: true });
      else if (statSync(file).isFile())
        writeFileSync(local, this.#relocate(name, replacePaths(readFileSync(file, 'utf8'), mounts)));
    }
    return mounts;
  }

  #relocate(own: string, text: string): string {
    const owners = new Map([
      ...Object.entries(this.#services).flatMap(([name, service]) =>
        [name, ...listAddresses(service)].map((host) => [host, name] as const),
      ),
      ['127.0.0.1', own] as const,
      ['0.0.0.0', own] as const,
      ['', own] as const,
    ]);
    const moved = text.replace(/(?<=^|[\s"@/])([\w.]*):(\d+)\b/g, (whole, host: string, port: string) => {
      const name = owners.get(host);
      const free = name === undefined ? undefined : this.port(name, Number(port));
      return free === undefined ? whole : `127.0.0.1:${free}`;
    });
    return owners.has(moved) && /^[\d.]+$/.test(moved) && moved !== '0.0.0.0' ? '127.0.0.1' : this.#forNats(moved);
  }

  #forNats(text: string): string {
    const isOld =
      text.includes('jetstream {') && / v2\.\d\./.test(execFileSync(nats, ['--version'], { encoding: 'utf8' }));
    return isOld ? text.replace('sync_interval: always', '') : text;
  }

  /** What the image of PostgreSQL does at its first start. */
  #preparePostgres(name: string, mounts: Map<string, string>, env: Env): Pick<Program, 'command' | 'env' | 'user'> {
    const [data = ''] = [...mounts.values()];
    const owner = postgresUser();
    const passwordFile = join(this.#folder, 'postgres-password');
    writeFileSync(passwordFile, env.POSTGRES_PASSWORD as string);
    if (owner) for (const path of [data, passwordFile]) chownSync(path, owner.uid, owner.gid);
    const bin = postgresFolder();
    const options = { ...owner, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] as ('pipe' | 'ignore')[] };
    const admin = ['-U', env.POSTGRES_USER as string, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    execFileSync(join(bin, 'initdb'), ['-D', data, ...admin, '-E', 'UTF8', '--no-sync'], options);
    const input = `create database ${env.POSTGRES_DB};\n`;
    execFileSync(join(bin, 'postgres'), ['--single', '-D', data, 'postgres'], { ...options, input });
    const port = String(this.port(name, 5432));
    return {
      command: [join(bin, 'postgres'), '-D', data, '-p', port, '-k', '', '-c', 'listen_addresses=127.0.0.1'],
      env: { ...env, PGPORT: port },
      ...(owner ? { user: owner } : {}),
    };
  }

  /** Its commands name no port: two programs that add one come first in the path. */
  #shiftRedis(name: string): string {
    const bin = join(this.#folder, 'redis-bin');
    mkdirSync(bin, { recursive: true });
    const port = this.port(name, 6379);
    const write = (program: string, args: string) =>
      writeFileSync(join(bin, program), `#!/bin/sh\nexec /usr/bin/${program} ${args}\n`, { mode: 0o755 });
    write('redis-server', `"$@" --port ${port} --bind 127.0.0.1 --dir ${bin}`);
    write('redis-cli', `-p ${port} "$@"`);
    return `${bin}:${process.env.PATH}`;
  }

  async close(): Promise<void> {
    for (const part of [...this.parts.values()].reverse()) await part.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function replacePaths(text: string, mounts: ReadonlyMap<string, string>): string {
  let replaced = text;
  for (const [target, local] of mounts) replaced = replaced.replaceAll(target, local);
  return replaced;
}
