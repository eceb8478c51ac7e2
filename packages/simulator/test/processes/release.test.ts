import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../server/test/processes/process.js';

/** What `npm run release` writes, used as by somebody who has no clone: installed from the tarball and started. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-release-test-'));
const out = join(folder, 'release');
const project = join(folder, 'project');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder };

let running: ChildProcess | undefined;

beforeAll(async () => {
  await run('node', ['scripts/release/release.js', '--out', out], root);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{}');
  await copyDependencies();
  const install = ['install', '--offline', '--ignore-scripts', '--install-links', '--no-audit', '--no-fund'];
  await run('npm', [...install, join(out, `fallwatch-${version}.tgz`)], project);
});

afterAll(() => {
  if (running?.exitCode === null && running.signalCode === null) running.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** What it needs of others, as installed here, with their programs: npm finds all of it, and asks no registry. */
async function copyDependencies(): Promise<void> {
  const workspaces = ['--workspace=@fallwatch/server', '--workspace=@fallwatch/simulator'];
  const listed = await run('npm', ['ls', '--all', '--parseable', '--omit=dev', ...workspaces], root);
  const others = listed.split('\n').filter((path) => path.includes('/node_modules/') && !path.includes('/@fallwatch/'));
  const copy = (path: string): void =>
    cpSync(path, join(project, relative(root, path)), {
      recursive: true,
      verbatimSymlinks: true,
      // Only those that are listed.
      filter: (source) => !relative(path, source).split(sep).includes('node_modules'),
    });
  for (const path of [...others, join(root, 'node_modules/.bin')]) copy(path);
}

async function run(program: string, words: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words, { cwd, maxBuffer: 100_000_000 }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout;
}

test('contains the packages, the API documents and the bill of materials, each with its checksum', () => {
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n');
  const found = readdirSync(out).filter((name) => name !== 'SHA256SUMS');
  expect(sums.map((line) => line.slice(66))).toEqual(found.toSorted());
  for (const name of found) {
    const sum = createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex');
    expect(sums).toContain(`${sum}  ${name}`);
  }
  const packages = ['fallwatch', ...['client', 'detection', 'device', 'simulator'].map((name) => `fallwatch-${name}`)];
  expect(found).toEqual(
    expect.arrayContaining([
      'asyncapi.json',
      'openapi.json',
      'sbom.json',
      ...packages.map((name) => `${name}-${version}.tgz`),
    ]),
  );
});

test('the installed program knows its commands and runs the demo with the console', async () => {
  const program = join(project, 'node_modules/.bin/fallwatch');
  expect(await run(program, ['--version'], project)).toBe(`${version}\n`);
  const port = await freePort();
  running = spawn(program, ['demo'], { cwd: project, env: { ...env, PORT: String(port) } });
  let printed = '';
  for (const stream of [running.stdout, running.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  await expect.poll(() => printed, { timeout: 300_000 }).toContain('The Fallwatch demo is running');
  const page = await fetch(`http://localhost:${port}/`);
  expect({ status: page.status, isPage: (await page.text()).includes('<div id="root">') }).toEqual({
    status: 200,
    isPage: true,
  });
  const ended = once(running, 'exit');
  running.kill('SIGINT');
  await ended;
  expect(printed).toContain('nothing of it is left');
});
