/**
 * An outage of two hours, and a restored backup from before it: the test's own PostgreSQL is started again with its
 * clock two hours ahead. Here a device is silent after 20 s without a reading, which is enough to test it.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reading } from '../people.js';
import { assign, careEnvironment, connect, logInAsAdmin, type Someone, signUp } from '../processes/care.js';
import { freePort, type Running, send, startServer } from '../processes/process.js';
import { createPostgres, type Engine, postgresFolder } from './engines.js';
import { wrongBy } from './faketime.js';
import { pause } from './part.js';
import { say } from './say.js';
import { isFull } from './size.js';

const deviceCount = isFull ? 111 : 10;
const silentAfterMs = 20_000;
/** Device updates are written every 2 s, troubles are searched every 5 s; the rest is reserve for a busy machine. */
const roundMs = 8_000;
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-listening-'));
// PostgreSQL runs as its own user, who must be able to read the folder.
chmodSync(folder, 0o755);
const clock: Record<string, string> = {};
const macs = Array.from({ length: deviceCount }, (_, index) => `AA:00:00:00:00:${hex(index)}`);
let postgres: Engine;
let server: Running | undefined;
let wearers: Someone[];

beforeAll(async () => {
  postgres = createPostgres(folder, await freePort(), clock);
  await postgres.start();
  server = await startServer(environment('postgres'));
  const { base } = server;
  const [admin, carer] = [await logInAsAdmin(base), await signUp(base, 'CAREGIVER')];
  wearers = [];
  // Each wearer has ten devices.
  for (let first = 0; first < deviceCount; first += 10) wearers.push(await signUp(base, 'PATIENT'));
  for (const wearer of wearers) await assign(base, admin, carer, wearer);
});

afterAll(async () => {
  await server?.stop('SIGKILL');
  await postgres?.kill();
  rmSync(folder, { recursive: true, force: true });
});

test('neither an outage of two hours nor a restored backup alerts by itself; devices that stay silent afterwards do', async () => {
  await speak(macs);
  await expect.poll(() => countSeen('postgres')).toBe(deviceCount);
  await server?.stop('SIGKILL');
  const backup = join(folder, 'backup');
  tool('pg_dump', ['-Fc', '-f', backup, postgres.url]);
  await postgres.stop();

  Object.assign(clock, wrongBy('+2h'));
  await postgres.start();
  const afterOutage = await comeBack('postgres');
  await server?.stop('SIGKILL');

  tool('createdb', ['--maintenance-db', postgres.url, 'restored']);
  tool('pg_restore', ['-d', databaseUrl('restored'), backup]);
  const afterRestore = await comeBack('restored');

  // One device continues to send; the others do not.
  const [first = ''] = macs;
  const deadline = performance.now() + 4 * silentAfterMs;
  while ((await countSilent('restored')) < deviceCount - 1 && performance.now() < deadline) {
    await speak([first]);
    await pause(1_000);
  }
  expect(await countSilent('restored')).toBe(deviceCount - 1);
  say(
    'silence alerts of our own making',
    `${deviceCount} devices, two hours away: ${afterOutage} after the outage, ${afterRestore} after the restore; ` +
      `${deviceCount - 1} of ${deviceCount - 1} that stayed silent were told after it`,
  );
});

/** Starts the server again and returns how many devices were reported silent before any device had time to send. */
async function comeBack(database: string): Promise<number> {
  server = await startServer(environment(database));
  await pause(roundMs);
  const silent = await countSilent(database);
  expect(silent).toBe(0);
  return silent;
}

function environment(database: string): Record<string, string> {
  return {
    ...careEnvironment(databaseUrl(database)),
    DEVICE_INACTIVE_AFTER: `${silentAfterMs / 1_000}s`,
    DEVICE_OFFLINE_AFTER: '24h',
  };
}

async function speak(those: readonly string[]): Promise<void> {
  for (const [index, mac] of those.entries()) {
    const { token } = wearers[Math.floor(index / 10)] as Someone;
    const sent = await send(server?.base ?? '', 'POST', '/device/sensor-stream', reading(mac), token);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  }
}

const countSeen = (database: string) => count(database, 'devices where last_seen is not null');
const countSilent = (database: string) => count(database, `alerts where type = 'DEVICE_SILENT'`);

async function count(database: string, what: string): Promise<number> {
  const client = await connect(databaseUrl(database));
  try {
    return (await client.query(`select count(*)::int as count from ${what}`)).rows[0].count;
  } finally {
    await client.end();
  }
}

function databaseUrl(database: string): string {
  return Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;
}

function tool(name: string, args: readonly string[]): void {
  execFileSync(join(postgresFolder(), name), args, { stdio: 'pipe' });
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(2, '0');
}
