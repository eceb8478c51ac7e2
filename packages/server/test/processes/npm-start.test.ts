import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, inject, test } from 'vitest';
import { createDatabase } from '../servers.js';
import { freePort } from './process.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-npm-'));
const left = new Set<number>();

afterAll(() => {
  // Kills processes that did not end with npm.
  for (const pid of left) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

test('SIGTERM to npm start ends the server gracefully, and leaves no process behind', async () => {
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      OPERATIONS_PORT: 'off',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: await createDatabase(inject('namespace'), 'npm_start'),
    },
  });
  const output = collect(npm);
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  for (const pid of listChildren(npm.pid as number)) left.add(pid);
  expect(left.size).toBeGreaterThan(0);

  const ended = once(npm, 'exit');
  npm.kill('SIGTERM');
  await ended;
  // Two seconds in which proxies switch to other processes, then the running requests.
  await expect.poll(() => [...left].filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  expect(output()).toContain('"msg":"stopping"');
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});

function collect({ stdout, stderr }: ChildProcess): () => string {
  let output = '';
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk) => (output += chunk));
  return () => output;
}

/** All descendants of the process. */
function listChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...listChildren(child)]);
}
