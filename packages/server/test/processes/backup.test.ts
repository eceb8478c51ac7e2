/** The commands of a backup as an operator types them. The rehearsal under load is faults/restore.test.ts. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { send, startServer } from './process.js';

const folder = mkdtempSync(join(tmpdir(), 'fallwatch-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const command = (env: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, [cli, ...args], { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' });
const person = { email: 'ann@example.org', password: 'Correct-horse-7!', firstName: 'Ann', lastName: 'Lee' };

describe('the embedded database', () => {
  const [data, target, restored] = [join(folder, 'data'), join(folder, 'backups'), join(folder, 'restored')];

  test('is copied while no process uses it, and a person signs in after the restore', async () => {
    const server = await startServer({ DATA_DIR: data });
    expect((await send(server.base, 'POST', '/auth/signup', person)).status).toBe(201);
    const early = command({ DATA_DIR: data }, 'backup', '--to', target);
    expect([early.status, early.stderr]).toEqual([1, expect.stringContaining('is in use by process')]);
    await server.stop();

    const { status, stdout } = command({ DATA_DIR: data }, 'backup', '--to', target);
    expect([status, stdout]).toEqual([0, expect.stringContaining('embedded database')]);
    const [backup = ''] = stdout.split('\n');
    expect(readdirSync(backup).toSorted()).toEqual(['embedded', 'manifest.json']);
    expect(existsSync(join(backup, 'embedded', 'lock'))).toBe(false);
    expect(command({}, 'backup', '--check', backup).stdout).toMatch(/^Sound: /);

    expect(command({}, 'restore', '--from', backup, '--data', restored).status).toBe(0);
    const again = await startServer({ DATA_DIR: restored });
    const login = await send(again.base, 'POST', '/auth/login', person).finally(() => again.stop('SIGKILL'));
    expect(login.status).toBe(200);
  });

  test('is not restored over anything, nor from a damaged backup', () => {
    const backup = join(target, readdirSync(target).find((name) => !name.endsWith('.unfinished')) ?? '');
    const over = command({}, 'restore', '--from', backup, '--data', restored);
    expect([over.status, over.stderr]).toEqual([1, expect.stringContaining('is not empty')]);

    appendFileSync(join(backup, 'embedded', 'jwt-secret'), 'x');
    const elsewhere = join(folder, 'elsewhere');
    for (const args of [
      ['backup', '--check', backup],
      ['restore', '--from', backup, '--data', elsewhere],
    ]) {
      const { status, stderr } = command({}, ...args);
      expect([status, stderr]).toEqual([1, expect.stringContaining('jwt-secret has')]);
    }
    expect(existsSync(elsewhere)).toBe(false);
  });

  test('an unfinished backup is none', () => {
    const { status, stderr } = command({}, 'backup', '--check', folder);
    expect([status, stderr]).toEqual([1, expect.stringContaining('is not a backup')]);
  });
});
