import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { createDatabase } from '../servers.js';
import { expectWithin } from '../times.js';
import { freePort, send, startProbed, startServer } from './process.js';

const dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-start-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const person = { email: 'ann@example.org', password: 'Correct-horse-7!', firstName: 'Ann', lastName: 'Lee' };
const run = (file: string, args: string[], env: Record<string, string>, input = '') =>
  spawnSync(process.execPath, [join(dist, file), ...args], {
    env: { PATH: process.env.PATH, ...env },
    input,
    encoding: 'utf8',
  });

describe('zero to running, on the embedded database', () => {
  test('answers a signup within 60 s, and a login after kill -9 and a restart', async () => {
    const startedAt = Date.now();
    const first = await startServer({
      DATA_DIR: dataDir,
      ADMIN_EMAIL: 'boss@example.org',
      ADMIN_PASSWORD: 'First-admin-7!',
    });
    const signup = await send(first.base, 'POST', '/auth/signup', person);
    expect(signup.status).toBe(201);
    expectWithin('from an empty folder to a first account', Date.now() - startedAt, 60_000);
    expect(first.output()).toMatch(/is running[\s\S]*\/api\/docs[\s\S]*embedded[\s\S]*For production set/);

    const second = run('main.js', [], { DATA_DIR: dataDir });
    expect(second.status).toBe(1);
    expect(second.stderr).toContain('is in use by process');

    await first.stop('SIGKILL');
    const again = await startServer({ DATA_DIR: dataDir });
    const login = await send(again.base, 'POST', '/auth/login', person);
    expect(login.status).toBe(200);
    const me = await send(again.base, 'GET', '/me', undefined, signup.body.token);
    expect(me.body.data.email).toBe(person.email);
    const boss = await send(again.base, 'POST', '/auth/login', {
      email: 'boss@example.org',
      password: 'First-admin-7!',
    });
    expect(boss.body.data.role).toBe('ADMIN');
    const stoppedAt = Date.now();
    await again.stop();
    expect(again.child.exitCode).toBe(0);
    expectWithin('a process stops', Date.now() - stoppedAt, 10_000);
  });

  test('reports at the operations port that it is ready only once it accepts requests', async () => {
    const server = await startProbed({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    const health = await send(server.base, 'GET', '/health').finally(() => server.stop('SIGKILL'));
    expect(health.status).toBe(200);
  });

  test('the command line creates an admin, once, with a strong password', () => {
    const create = (password: string) =>
      run(
        'cli.js',
        ['create-admin', '--email', 'cli@example.org'],
        { DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
        `${password}\n`,
      );
    expect(create('weak').stderr).toContain("The admin's password must have an uppercase letter");
    expect(create('Second-admin-7!').stdout).toBe('Admin cli@example.org created\n');
    expect(create('Second-admin-7!').stdout).toContain('already');
  });
});

test('the operations port listens on this machine only unless configured otherwise', async () => {
  const database = {
    DATABASE_URL: await createDatabase(inject('namespace'), 'operations'),
    JWT_SECRET: 'x'.repeat(32),
  };
  const asked = async (env: Record<string, string>) => {
    const server = await startProbed({ ...database, HOST: '0.0.0.0', PORT: String(await freePort()), ...env });
    const portShown = () => Number(/:(\d+)\/metrics/.exec(server.output())?.[1]);
    await expect.poll(portShown).toBeGreaterThan(0);
    // Another address of this machine: what listens on 127.0.0.1 does not answer it, what listens everywhere does.
    const answer = await fetch(`http://127.0.0.2:${portShown()}/metrics`).catch(() => undefined);
    await server.stop('SIGKILL');
    return answer?.status;
  };
  expect(await asked({})).toBeUndefined();
  expect(await asked({ OPERATIONS_HOST: '0.0.0.0' })).toBe(200);
});

describe('production', () => {
  test('refuses to start with missing settings, and names all of them at once', () => {
    const refused = run('main.js', [], { NODE_ENV: 'production', RATE_LIMIT_LOGIN: 'many', TRUST_PROXY: 'true' });
    expect(refused.status).toBe(1);
    for (const name of ['DATABASE_URL', 'JWT_SECRET', 'RATE_LIMIT_LOGIN', 'TRUST_PROXY'])
      expect(refused.stderr).toContain(name);
  });

  test('migrates only when asked to; several at once are safe', async () => {
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: await createDatabase(inject('namespace'), 'production'),
      JWT_SECRET: 'x'.repeat(32),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    };
    const refused = run('main.js', [], env);
    expect(refused.stderr).toContain('Run `npm run cli -- migrate` first');
    expect(run('cli.js', ['migrate'], env).stdout).toContain('Applied 0001_accounts.sql');
    expect(run('cli.js', ['migrate'], env).stdout).toBe('The database is up to date\n');
    const server = await startServer(env);
    expect((await send(server.base, 'GET', '/me')).body.code).toBe('HTTPS_REQUIRED');
    await server.stop();
  });

  test('three processes starting at once on an empty database all become ready', async () => {
    const env = {
      DATABASE_URL: await createDatabase(inject('namespace'), 'together'),
      JWT_SECRET: 'x'.repeat(32),
      HOST: '127.0.0.1',
    };
    const running = await Promise.all([startServer(env), startServer(env), startServer(env)]);
    for (const server of running) await server.stop();
  });
});
