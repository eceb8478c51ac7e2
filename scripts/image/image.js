/**
 * `npm run image`: builds the image with buildah and tries it. Needs Linux, root, buildah, debootstrap and PostgreSQL.
 * `-- --base <image>` takes another base than one made here; `-- --try` tries the image that is there.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ensureBase } from './base.js';
import { checkSbom, checkSize, checkUser, checkWritable } from './checks.js';
import { openImage, run, start } from './container.js';

const name = 'localhost/fallwatch';
const postgres = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const healthyWithinSeconds = 120;
const stopWithinSeconds = 4;

const say = (what, line) => process.stdout.write(`image: ${what}: ${line}\n`);

async function measureSeconds(work) {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

function build(base) {
  const options = ['--isolation', 'chroot', '--network', 'host', '--format', 'docker', '--build-arg', `BASE=${base}`];
  execFileSync('buildah', ['bud', ...options, '--tag', name, '.'], { stdio: ['ignore', 2, 2] });
}

async function withDatabase(work) {
  const database = `fallwatch_image_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  await client.query(`create database ${database}`);
  try {
    const url = new URL(postgres);
    url.pathname = database;
    await work(url.href);
  } finally {
    await client.query(`drop database ${database} with (force)`);
    await client.end();
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
}

/** The image's own health check. */
async function untilHealthy(image, { ended, output }, env) {
  const [kind, ...command] = image.config.Healthcheck.Test;
  assert.equal(kind, 'CMD');
  let code;
  ended.then((value) => {
    code = value;
  });
  const deadline = performance.now() + healthyWithinSeconds * 1_000;
  while (performance.now() < deadline) {
    assert.equal(code, undefined, `the container ended: ${output()}`);
    const isHealthy = await run(image, command, { env }).then(
      () => true,
      () => false,
    );
    if (isHealthy) return;
    await pause(100);
  }
  throw new Error(`not healthy: ${output()}`);
}

/** Connections that a proxy keeps: the process waits for them when it stops. */
async function keepConnections(port, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const ask = () =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/readyz', agent }, (answer) => answer.resume().once('end', resolve)).once(
        'error',
        reject,
      );
    });
  await Promise.all(Array.from({ length: count }, ask));
  return agent;
}

/** One life of the container, from its start to its end by SIGTERM. */
async function live(image, env, connections, look) {
  const container = start(image, image.config.Cmd, { env });
  try {
    const healthySeconds = await measureSeconds(() => untilHealthy(image, container, env));
    await look?.(container.pid());
    const agent = await keepConnections(env.PORT, connections);
    let code;
    const stopSeconds = await measureSeconds(async () => {
      process.kill(container.pid(), 'SIGTERM');
      code = await container.ended;
    });
    agent.destroy();
    assert.equal(code, 0, container.output());
    assert(stopSeconds <= stopWithinSeconds, `it stopped after ${stopSeconds} s`);
    return { healthySeconds, stopSeconds };
  } finally {
    container.kill();
  }
}

async function tryToRun(image) {
  await withDatabase(async (databaseUrl) => {
    const env = {
      DATABASE_URL: databaseUrl,
      JWT_SECRET: randomBytes(48).toString('base64'),
      HOST: '127.0.0.1',
      PORT: await freePort(),
      OPERATIONS_PORT: await freePort(),
    };
    const migrated = await run(image, ['node', 'packages/server/dist/cli.js', 'migrate'], { env });
    assert.match(migrated, /^Applied 0001_/);
    const idle = await live(image, env, 0, (pid) => say('user', checkUser(image, pid)));
    say('healthy', `${idle.healthySeconds.toFixed(1)} s after its start, by its own health check, read-only root`);
    const busy = await live(image, env, 10);
    const seconds = [idle, busy].map(({ stopSeconds }) => stopSeconds.toFixed(1));
    say(
      'stop',
      `${seconds[0]} s after SIGTERM, ${seconds[1]} s with 10 open connections (at most ${stopWithinSeconds})`,
    );
  });
}

const { values } = parseArgs({ options: { base: { type: 'string' }, try: { type: 'boolean' } } });
const baseName = values.base ?? ensureBase();
if (!values.try) say('build', `${Math.round(await measureSeconds(() => build(baseName)))} s`);
const [image, base] = [openImage(name), openImage(baseName)];
try {
  say('size', checkSize(image, base));
  say('SBOM', checkSbom(image));
  say('can be written', await checkWritable(image));
  await tryToRun(image);
} finally {
  image.remove();
  base.remove();
}
