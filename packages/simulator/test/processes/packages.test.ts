import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, startServer } from '../../../server/test/processes/process.js';

/** The packages as their users get them: packed, installed in an empty folder without a network, and used there. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-packages-'));
const tarballs = join(folder, 'tarballs');
const project = join(folder, 'project');
const packages = ['client', 'detection', 'device', 'simulator'].map((name) => `@fallwatch/${name}`);

const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'];

let server: Running;
const origin = () => new URL(server.base).origin;

beforeAll(async () => {
  mkdirSync(tarballs);
  mkdirSync(project);
  await runIn(root, 'npm', ['pack', '--pack-destination', tarballs, ...packages.map((name) => `--workspace=${name}`)]);
  const packed = readdirSync(tarballs).map((name) => join(tarballs, name));
  expect(packed).toHaveLength(packages.length);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  const install = ['install', '--offline', '--ignore-scripts', '--install-links', '--no-audit', '--no-fund'];
  await runIn(project, 'npm', [...install, ...packed, ...(await listOthers())]);
  server = await startServer({ DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', LOG_LEVEL: 'silent' });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function runIn(cwd: string, command: string, words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, words, { cwd }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout;
}

/** What our packages need of others, as installed here: no registry is asked. */
async function listOthers(): Promise<string[]> {
  const simulator = '--workspace=@fallwatch/simulator';
  const listed = await runIn(root, 'npm', ['ls', '--all', '--parseable', '--omit=dev', simulator]);
  const installed = listed.split('\n').filter((path) => path.includes('/node_modules/'));
  return installed.filter((path) => !packages.some((name) => path.endsWith(`/${name}`)));
}

test('the client type-checks a program, which signs up and sends a reading', async () => {
  writeFileSync(
    join(project, 'wearable.ts'),
    `import { Fallwatch } from '@fallwatch/client';
import { isCommonPassword } from '@fallwatch/client/passwords';

const password = 'Battery-staple-8#';
const fallwatch = new Fallwatch({ baseUrl: '${origin()}' });
await fallwatch.signUp({ email: 'rose@example.org', password, firstName: 'Rose', lastName: 'Hill' });
const motion = { accel_x: 0.1, accel_y: 0.2, accel_z: 9.8, gyro_x: 0, gyro_y: 0, gyro_z: 0 };
const body = { device_id: '02:00:00:00:00:01', uptime_ms: 0, ...motion };
const { fallLevel } = await fallwatch.post('/api/device/sensor-stream', { body });
// @ts-expect-error no such level
if (fallLevel === 'MAYBE') throw new Error();
console.log(fallLevel, isCommonPassword(password));
`,
  );
  await runIn(project, join(root, 'node_modules/.bin/tsc'), [...options, 'wearable.ts']);
  expect(await runIn(project, process.execPath, ['wearable.js'])).toBe('NO_FALL false\n');
});

test('the device library type-checks a program, with and without edge mode', async () => {
  writeFileSync(
    join(project, 'device.ts'),
    `import { FallwatchDevice, MemoryBuffer, type StoredCredential } from '@fallwatch/device';
import { edgeMode } from '@fallwatch/device/edge';

const credentials = { load: async () => undefined, save: async (_: StoredCredential) => undefined };
const settings = { baseUrl: '${origin()}', deviceId: '02:00:00:00:00:02', credentials, buffer: new MemoryBuffer(10) };
for (const mode of [undefined, edgeMode()]) {
  const device = new FallwatchDevice({ ...settings, ...(mode ? { mode } : {}) });
  console.log(await device.start(), device.state.connection);
}
// @ts-expect-error no such mode
new FallwatchDevice({ ...settings, mode: 'edge' });
`,
  );
  await runIn(project, join(root, 'node_modules/.bin/tsc'), [...options, 'device.ts']);
  expect(await runIn(project, process.execPath, ['device.js'])).toBe('false starting\nfalse starting\n');
});

test('the simulator runs as a command', async () => {
  const words = ['--devices', '2', '--seconds', '4', '--url', origin()];
  const printed = await runIn(project, join(project, 'node_modules/.bin/fallwatch-simulator'), words);
  expect(printed).toMatch(/2 devices: accepted [1-9]/);
});

test('the packages hold their licence, no tests and nothing that needs the repository', () => {
  const installed = join(project, 'node_modules/@fallwatch');
  const held = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  for (const name of packages) expect(held).toContain(join(name.replace('@fallwatch/', ''), 'LICENSE'));
  expect(held.filter((path) => /\.test\.|tsbuildinfo|demo|scenarioTable/.test(path))).toEqual([]);
});
