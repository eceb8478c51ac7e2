import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, send, startServer } from '../../../server/test/processes/process.js';

/** The firmware example, compiled here, against the built server. */
const source = fileURLToPath(new URL('../../../../examples/firmware/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-firmware-'));
const build = join(folder, 'build');
const macAddress = '02:00:00:00:F1:01';

let server: Running | undefined;

beforeAll(async () => {
  // Every warning is an error: see its Makefile.
  await promisify(execFile)('make', ['-C', source, `BUILD=${build}`]);
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the protocol part writes valid JSON, and its own checks pass under the sanitizers', async () => {
  const { stdout } = await promisify(execFile)(join(build, 'protocol-test'));
  const [reading, batch] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(reading).toMatchObject({
    device_id: '02:00:00:00:00:01',
    accel_z: 40.05,
    gyro_x: -12,
    uptime_ms: 61_000,
    boot_id: 4_294_967_295,
    firmware_version: '1.0 "b"\n',
    can_confirm: true,
    battery_level: 80,
  });
  expect(reading).not.toHaveProperty('heart_rate');
  expect(reading.samples.accel).toHaveLength(25);
  expect(reading.samples.gyro).toHaveLength(25);
  expect(batch.readings).toMatchObject([
    { uptime_ms: 61_000, age_ms: 2_500 },
    { uptime_ms: 62_000, age_ms: 1_500 },
  ]);
});

test('pairs, streams, goes offline, and uploads the seconds in which its wearer fell', async () => {
  server = await startServer({ DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', LOG_LEVEL: 'silent' });
  const { base } = server;
  const person = { email: 'rose@example.org', password: 'Battery-staple-8#', firstName: 'Rose', lastName: 'Hill' };
  const { token } = (await send(base, 'POST', '/auth/signup', person)).body;

  const { hostname, port } = new URL(base);
  const wearable = spawn(join(build, 'wearable'), [hostname, port, macAddress]);
  const ended = once(wearable, 'exit');
  const lines: string[] = [];
  wearable.stderr.on('data', (chunk) => lines.push(String(chunk)));
  for await (const line of createInterface(wearable.stdout)) {
    lines.push(line);
    const [, userCode] = /^CODE (.+)$/.exec(line) ?? [];
    if (userCode === undefined) continue;
    const claimed = await send(base, 'POST', '/device/pairings/claim', { userCode }, token);
    expect(claimed).toMatchObject({ status: 200, body: { data: { macAddress } } });
  }
  const [code] = await ended;
  expect(code, lines.join('\n')).toBe(0);

  const printed = lines.join('\n');
  expect(printed).toContain('PAIRED');
  expect(printed).toMatch(/^10 online buffered 0 refused 0 level NO_FALL$/m);
  expect(printed).toMatch(/^26 offline buffered 16 /m);
  expect(printed).toMatch(/^DONE buffered 0 refused 0$/m);
  const { data: falls } = (await send(base, 'GET', '/falls', undefined, token)).body;
  expect(falls).toHaveLength(1);
  expect(falls[0].confidence).toBeGreaterThan(0.5);
  expect(printed).toContain(`FALL ${falls[0].id}`);
});
