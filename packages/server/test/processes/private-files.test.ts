import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from './process.js';

const folder = mkdtempSync(join(tmpdir(), 'fallwatch-private-'));
const dataDir = join(folder, 'data');
const before = process.umask();
// A shell's usual umask; the server inherits it.
beforeAll(() => void process.umask(0o022));
afterAll(() => {
  process.umask(before);
  rmSync(folder, { recursive: true, force: true });
});

function walk(path: string): string[] {
  return [path, ...(statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => walk(join(path, name))) : [])];
}

const openToOthers = (path: string): string[] => walk(path).filter((entry) => (statSync(entry).mode & 0o077) !== 0);

/** Starts the server, writes something, and checks the files while it runs and after it has ended. */
async function expectPrivate(label: string): Promise<void> {
  const server = await startServer({ DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'silent' });
  try {
    const person = { email: `${label}@example.org`, password: 'Correct-horse-7!', firstName: 'Ann', lastName: 'Lee' };
    const answer = await fetch(`${server.base}/auth/signup`, { method: 'POST', body: JSON.stringify(person) });
    expect(answer.status).toBe(201);
    expect(openToOthers(dataDir)).toEqual([]);
  } finally {
    await server.stop('SIGINT');
  }
  expect(openToOthers(dataDir)).toEqual([]);
  process.stdout.write(`proof: ${label} data folder, ${walk(dataDir).length} files and folders, none open to others\n`);
}

test('no other user can read what the embedded database writes, in a new folder', async () => {
  await expectPrivate('new');
});

test('a folder that an earlier version left readable is tightened at the start', async () => {
  for (const path of walk(dataDir)) chmodSync(path, statSync(path).isDirectory() ? 0o777 : 0o666);
  expect(openToOthers(dataDir).length).toBeGreaterThan(900);
  await expectPrivate('existing');
});
