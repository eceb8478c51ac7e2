import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type Running, send, startServer } from '../processes/process.js';
import { type Certificates, copyKeyForPostgres, makeCertificates } from './certificates.js';
import { createNats, createPostgres, type Engine, listens } from './engines.js';
import { Part, pause } from './part.js';

/** TLS to PostgreSQL, Redis and NATS: real servers with certificates of a test CA, and the whole server in front. */
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-tls-'));
chmodSync(folder, 0o755);
const secret = 'x'.repeat(32);
const ports = { redis: 0, plainRedis: 0, nats: 0, wrongNats: 0 };
let certificates: Certificates;
let postgres: Engine;
let plainNats: Engine;
const parts: Part[] = [];

const createRedis = (port: number, plainPort: number, { certificate, key, ca }: Certificates): Part => {
  const tls = ['--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', key];
  const others = ['--tls-ca-cert-file', ca, '--tls-auth-clients', 'no', '--save', '', '--dir', folder];
  const args = ['--bind', '127.0.0.1', '--port', String(plainPort), ...tls, ...others];
  return new Part({ name: 'Redis with TLS', command: 'redis-server', args, isReady: () => listens(port) });
};

const createTlsNats = (port: number, files: { certificate: string; key: string }): Part => {
  const config = join(folder, `nats-${port}.conf`);
  const tls = `tls { cert_file: "${files.certificate}", key_file: "${files.key}" }`;
  writeFileSync(config, `listen: 127.0.0.1:${port}\njetstream { store_dir: "${folder}/nats-${port}" }\n${tls}\n`);
  return new Part({
    name: 'NATS with TLS',
    command: 'nats-server',
    args: ['-c', config],
    isReady: () => listens(port),
  });
};

beforeAll(async () => {
  certificates = makeCertificates(folder);
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await freePort();
  postgres = createPostgres(folder, await freePort());
  plainNats = createNats(folder, await freePort());
  const redis = createRedis(ports.redis, ports.plainRedis, certificates);
  const secured = [createTlsNats(ports.nats, certificates), createTlsNats(ports.wrongNats, certificates.elsewhere)];
  parts.push(postgres, plainNats, redis, ...secured);
  for (const part of parts) await part.start();
});
afterAll(async () => {
  for (const part of parts) await part.kill();
  rmSync(folder, { recursive: true, force: true });
});

const databaseUrl = (ca: string): string => `${postgres.url}?sslmode=verify-full&sslrootcert=${ca}`;

async function securePostgres(): Promise<void> {
  await postgres.stop();
  copyKeyForPostgres(certificates.key, join(folder, 'postgres', 'server.key'));
  const files = `ssl_cert_file = '${certificates.certificate}'\nssl_key_file = 'server.key'\n`;
  appendFileSync(join(folder, 'postgres', 'postgresql.conf'), `\nssl = on\n${files}`);
  await postgres.start();
}

/** Starts the server; `look` sees it running. Returns what it printed. */
async function run(env: Record<string, string>, look: (running: Running) => Promise<void> = async () => {}) {
  try {
    const running = await startServer({ JWT_SECRET: secret, LOG_LEVEL: 'warn', HOST: '127.0.0.1', ...env });
    await look(running).finally(() => running.stop('SIGKILL'));
    return running.output();
  } catch (error) {
    return (error as Error).message;
  }
}

async function untilChecks({ base }: Running, wanted: Record<string, unknown>): Promise<void> {
  await expect.poll(async () => (await send(base, 'GET', '/health')).body.data.checks).toMatchObject(wanted);
}

/** Runs until the process log has the problem of both servers. */
async function findProblems(env: Record<string, string>): Promise<Record<'redis' | 'nats', string>> {
  const find = (output: string, server: string): string =>
    new RegExp(`"problem":"([^"]+)","msg":"${server} cannot be reached`).exec(output)?.[1] ?? '';
  const problems = { redis: '', nats: '' };
  await run({ DATABASE_URL: postgres.url, ...env }, async ({ output }) => {
    for (let tries = 0; tries < 600 && !(problems.redis && problems.nats); tries++) {
      problems.redis = find(output(), 'redis');
      problems.nats = find(output(), 'nats');
      await pause(50);
    }
  });
  return problems;
}

describe('PostgreSQL', () => {
  test('a server without TLS is refused, with what to do', async () => {
    const output = await run({ DATABASE_URL: databaseUrl(certificates.ca) });
    expect(output).toContain('No TLS connection to the database (DATABASE_URL): the server does not offer TLS');
  });

  test('a server of another CA is refused, with what to do', async () => {
    await securePostgres();
    const output = await run({ DATABASE_URL: databaseUrl(certificates.otherCa) });
    expect(output).toMatch(/No TLS connection.*no trusted CA has signed.*set sslrootcert in DATABASE_URL to its CA/);
  });

  test('a certificate for another name is refused', async () => {
    const output = await run({ DATABASE_URL: databaseUrl(certificates.ca).replace('127.0.0.1', 'localhost') });
    expect(output).toContain("the server's certificate is for another name");
  });

  test('a CA file that does not exist is named before the first connection', async () => {
    const output = await run({ DATABASE_URL: databaseUrl('/nowhere/ca.pem') });
    expect(output).toContain('DATABASE_URL names /nowhere/ca.pem as its sslrootcert, which cannot be read (ENOENT)');
  });
});

describe('all three', () => {
  test('with the right CA, everything is up', async () => {
    const env = {
      DATABASE_URL: databaseUrl(certificates.ca),
      REDIS_URL: `rediss://127.0.0.1:${ports.redis}`,
      REDIS_CA_FILE: certificates.ca,
      NATS_URL: `tls://127.0.0.1:${ports.nats}`,
      NATS_CA_FILE: certificates.ca,
    };
    const up = { status: 'UP' };
    const output = await run(env, (running) =>
      untilChecks(running, { database: up, redis: up, nats: up, journal: up }),
    );
    expect(output).not.toContain('the server ended');
    process.stdout.write('proof: TLS with verified certificates to PostgreSQL, Redis and NATS: everything is up\n');
  });
});

describe('Redis and NATS', () => {
  const addresses = (redisPort: number, natsPort: number, ca: string) => ({
    REDIS_URL: `rediss://127.0.0.1:${redisPort}`,
    REDIS_CA_FILE: ca,
    NATS_URL: `tls://127.0.0.1:${natsPort}`,
    NATS_CA_FILE: ca,
  });

  test('servers of another CA are refused, with what to do', async () => {
    const { redis, nats } = await findProblems(addresses(ports.redis, ports.nats, certificates.otherCa));
    expect(redis).toMatch(/no trusted CA has signed.*set REDIS_CA_FILE to its CA/);
    expect(nats).toMatch(/no trusted CA has signed.*set NATS_CA_FILE to its CA/);
  });

  test('servers without TLS are refused, with what to do', async () => {
    const natsPort = Number(new URL(plainNats.url).port);
    const { redis, nats } = await findProblems(addresses(ports.plainRedis, natsPort, certificates.ca));
    expect(redis).toContain('does the server offer TLS at this port?');
    expect(nats).toContain('the server does not offer TLS');
  });

  test('a certificate for another address is refused; so is an address without TLS of a server with TLS', async () => {
    const env = addresses(ports.redis, ports.wrongNats, certificates.ca);
    const { REDIS_CA_FILE: _, ...others } = { ...env, REDIS_URL: `redis://127.0.0.1:${ports.redis}` };
    const { redis, nats } = await findProblems(others);
    expect(redis).toContain('with TLS the address begins with rediss://');
    expect(nats).toContain("the server's certificate is for another name: IP: 127.0.0.1");
  });
});
