import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preparePrivateFolder } from './private-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'fallwatch-folder-'));
const umaskBefore = process.umask();
beforeAll(() => void process.umask(0o022));
afterAll(() => {
  process.umask(umaskBefore);
  rmSync(folder, { recursive: true, force: true });
});

const readMode = (...names: string[]): number => statSync(join(folder, ...names)).mode & 0o777;

function makeOpenFolder(name: string): void {
  mkdirSync(join(folder, name, 'database', 'base'), { recursive: true, mode: 0o755 });
  for (const file of ['database/base/1234', 'jwt-secret', 'lock'])
    writeFileSync(join(folder, name, file), 'x', { mode: 0o644 });
}

test('a new folder and all files created later are accessible to the owner only', () => {
  preparePrivateFolder(join(folder, 'new', 'data'));
  expect(readMode('new', 'data')).toBe(0o700);
  writeFileSync(join(folder, 'new', 'data', 'lock'), '1');
  expect(readMode('new', 'data', 'lock')).toBe(0o600);
  process.umask(0o022);
});

test('tightens an existing folder and everything in it', () => {
  makeOpenFolder('old');
  preparePrivateFolder(join(folder, 'old'));
  expect(readMode('old')).toBe(0o700);
  expect(readMode('old', 'database', 'base')).toBe(0o700);
  expect(readMode('old', 'database', 'base', '1234')).toBe(0o600);
  expect([readMode('old', 'jwt-secret'), readMode('old', 'lock')]).toEqual([0o600, 0o600]);
  process.umask(0o022);
});

test('a folder that contains other files keeps its mode and theirs; only our files are tightened', () => {
  makeOpenFolder('shared');
  writeFileSync(join(folder, 'shared', 'notes.txt'), 'of somebody else', { mode: 0o644 });
  preparePrivateFolder(join(folder, 'shared'));
  expect([readMode('shared'), readMode('shared', 'notes.txt')]).toEqual([0o755, 0o644]);
  expect([readMode('shared', 'database'), readMode('shared', 'jwt-secret')]).toEqual([0o700, 0o600]);
  process.umask(0o022);
});
