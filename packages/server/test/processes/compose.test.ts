import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { say } from '../faults/say.js';
import { layOutImage, repository } from '../image.js';
import { expectWithin } from '../times.js';
import { orderServices, readCompose, type Services } from './compose-file.js';
import { Stack } from './stack.js';

/** Without a container engine: every service of the compose files as a process, see stack.ts. */
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-image-'));
const certificate = join(folder, 'certificate.pem');
const origin = 'https://localhost';
const variables = {
  PUBLIC_URL: origin,
  TLS_CERTIFICATE: certificate,
  POSTGRES_PASSWORD: 'p1a2',
  REDIS_PASSWORD: 'p3b4',
  NATS_PASSWORD: 'p5c6',
  JWT_SECRET: 'x'.repeat(48),
};
const read = (name: string): Services => readCompose(join(repository, name), variables);
/** The promise of the image, with what a stop under no load takes. */
const stopMs = 4_000;

beforeAll(() => {
  chmodSync(folder, 0o755);
  layOutImage(join(folder, 'app'));
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', join(folder, 'key')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', ...key, ...name, '-out', certificate], { stdio: 'ignore' });
  execFileSync('sh', ['-c', 'cat "$1" >>"$2"', 'sh', join(folder, 'key'), certificate]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let stack: Stack | undefined;
afterEach(async () => {
  await stack?.close();
  stack = undefined;
});

interface Answer {
  readonly status: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any answer; tests look into it freely.
  readonly body: any;
}

/** Over TLS, with our certificate as the only one that is trusted. */
function send(port: number, method: string, path: string, body?: object, token?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', servername: 'localhost', port, method, path, headers };
    const sent = request({ ...options, ca: readFileSync(certificate) }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.once('end', () =>
        resolve({ status: answer.statusCode, body: text === '' ? undefined : JSON.parse(text) }),
      );
    });
    sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const ann = { email: 'ann@example.org', password: 'Correct-horse-7!', firstName: 'Ann', lastName: 'Lee' };
const reading = {
  device_id: '02:00:00:00:00:01',
  accel_x: 0.1,
  accel_y: 0.2,
  accel_z: 9.8,
  gyro_x: 0,
  gyro_y: 0,
  gyro_z: 0,
  uptime_ms: 1_000,
};

async function expectService(running: Stack): Promise<void> {
  const [plain, tls] = [running.port('proxy', 80), running.port('proxy', 443)];
  const refused = await fetch(`http://127.0.0.1:${plain}/api/auth/login`, { method: 'POST' });
  expect(refused.status).toBe(403);
  const redirected = await fetch(`http://127.0.0.1:${plain}/`, { redirect: 'manual' });
  expect(redirected.headers.get('location')).toMatch(/^https:/);

  const health = await send(tls, 'GET', '/api/health');
  expect(health.body.data.status).toBe('HEALTHY');
  const signup = await send(tls, 'POST', '/api/auth/signup', ann);
  expect(signup).toMatchObject({ status: 201 });
  const sent = await send(tls, 'POST', '/api/device/sensor-stream', reading, signup.body.token);
  expect(sent).toMatchObject({ status: 200 });

  const setup = await running.run('migrate', ['node', 'packages/server/dist/cli.js', 'setup-code']);
  expect(setup).toContain(`${origin}/`);
  const url = `postgres://fallwatch:${variables.POSTGRES_PASSWORD}@127.0.0.1:${running.port('postgres', 5432)}/fallwatch`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const count = async () => (await client.query('select count(*)::int as count from readings')).rows[0].count;
    await expect.poll(count).toBe(1);
  } finally {
    await client.end();
  }
}

/** Everything ends with 0, the last one first, and nothing had ended by itself. */
async function expectStop(running: Stack): Promise<number> {
  let longestMs = 0;
  for (const [name, part] of [...running.parts].reverse()) {
    const isOwn = !['proxy', 'postgres', 'redis', 'nats'].includes(name);
    expect(`${name} ended by itself ${part.crashes} times`).toBe(`${name} ended by itself 0 times`);
    const { code, ms } = await part.stop();
    if (!isOwn) continue;
    expect(`${name} ended with ${code}`).toBe(`${name} ended with 0`);
    expectWithin(`${name} of a compose file stops`, ms, stopMs);
    longestMs = Math.max(longestMs, ms);
  }
  return longestMs;
}

test.each(['compose.small.yaml', 'compose.yaml'])(
  '%s: its services start in order and answer over TLS',
  async (name) => {
    const startedAt = Date.now();
    stack = new Stack(read(name), join(folder, 'app'));
    await stack.start();
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    expect(stack.outputs.get('migrate')).toContain('Applied 0001_accounts.sql');
    await expectService(stack);
    const stopSeconds = ((await expectStop(stack)) / 1_000).toFixed(1);
    say(
      name,
      `${stack.parts.size} services as processes answer over TLS after ${seconds} s, stop within ${stopSeconds} s`,
    );
  },
);

test('the compose files agree on what they share', () => {
  const [small, cluster] = [read('compose.small.yaml'), read('compose.yaml')];
  expect(small.postgres).toEqual(cluster.postgres);
  for (const service of ['migrate', 'proxy'])
    expect({ ...small[service], environment: {}, depends_on: {} }).toEqual({
      ...cluster[service],
      environment: {},
      depends_on: {},
    });
  const own = [...Object.values(small), ...Object.values(cluster)].filter(({ image }) => image === 'fallwatch');
  expect(own.length).toBe(7);
  for (const service of own)
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
});

test('a service starts after those it depends on, and circles are refused', () => {
  const order = orderServices(read('compose.yaml'));
  for (const [first, then] of [
    ['postgres', 'migrate'],
    ['migrate', 'api1'],
    ['nats', 'recorder'],
    ['api2', 'proxy'],
  ] as const)
    expect(order.indexOf(first)).toBeLessThan(order.indexOf(then));
  const waiting = (name: string) => ({
    image: 'fallwatch',
    networks: [],
    depends_on: { [name]: { condition: 'service_healthy' } },
  });
  expect(() => orderServices({ a: waiting('b'), b: waiting('a') })).toThrow('wait for each other');
});

test('a variable that .env.example names must be set', () => {
  const named = [...readFileSync(join(repository, '.env.example'), 'utf8').matchAll(/^(\w+)=/gm)].map(
    ([, name]) => name,
  );
  expect(named.toSorted()).toEqual(Object.keys(variables).toSorted());
  for (const variable of Object.keys(variables))
    expect(() => readCompose(join(repository, 'compose.yaml'), { ...variables, [variable]: '' })).toThrow(variable);
});
