import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, send, startServer } from './process.js';

/**
 * Every command that the documents show works: a fenced `sh` block is run here or by the tests named below, or begins
 * with `sh norun` because it cannot be run.
 */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fallwatch-commands-'));
const admin = { email: 'ann@example.org', password: 'Reader-of-docs-7!' };

/** Lines that the gate or another test runs, and the file that runs them. */
const runElsewhere: Record<string, string> = {
  'npm ci': '.ci/run',
  'npm run build': 'package.json',
  'npm test': 'package.json',
  'npm run check': '.ci/run',
  // Run as `--check`, with the same programs.
  'npm run generate': 'package.json',
  'npm start': 'packages/server/test/processes/start.test.ts',
  'npm run demo': 'packages/simulator/test/processes/demo.test.ts',
};

interface Block {
  readonly place: string;
  readonly commands: string;
  readonly isRun: boolean;
}

function documents(): string[] {
  const inside = (path: string): string[] =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
      const own = join(path, entry.name);
      if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : inside(own);
      return entry.name.endsWith('.md') ? [own] : [];
    });
  const top = readdirSync(root).filter((name) => name.endsWith('.md'));
  return [...top, ...inside('docs'), ...inside('packages')];
}

/** The blocks of a document, except those of the README's tour: tour.test.ts runs them. */
function readBlocks(path: string): Block[] {
  const text = readFileSync(join(root, path), 'utf8');
  const untoured = path === 'README.md' ? text.replace(/^## .*\btour\b[\s\S]*?(?=^## )/m, '') : text;
  return [...untoured.matchAll(/^ *```(?:sh|bash|shell|console)\b(.*)\n([\s\S]*?)^ *```/gm)].map(
    ([, words = '', commands = ''], index) => ({
      place: `${path}, block ${index + 1}`,
      commands: commands.trim(),
      isRun: words.trim() !== 'norun',
    }),
  );
}

const blocks = documents().flatMap(readBlocks);
const isElsewhere = (line: string): boolean => line in runElsewhere;
const runHere = blocks.filter(({ commands, isRun }) => isRun && !commands.split('\n').every(isElsewhere));

let server: Running;
let token: string;
beforeAll(async () => {
  server = await startServer({
    DATA_DIR: join(folder, 'served'),
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  token = (await send(server.base, 'POST', '/auth/login', admin)).body.token;
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Runs in a shell that stops at the first failure, with the reader's server replaced by the test's and waits shortened.
 */
function run(commands: string): Promise<{ code: number; output: string }> {
  const origin = new URL(server.base).origin;
  const hurried = commands
    .replace(/http:\/\/(localhost|127\.0\.0\.1):3000/g, origin)
    .replace(/(npm run simulate -- .*)/g, `$1 --url ${origin}`)
    .replace(/--devices \d+/g, '--devices 5')
    .replace(/--seconds \d+/g, '--seconds 3');
  // Commands that use the embedded database get their own: the server holds the other.
  const env = { PATH: process.env.PATH, HOME: folder, DATA_DIR: join(folder, 'own'), API: server.base, TOKEN: token };
  return new Promise((resolve) => {
    const shell = execFile('bash', ['-euo', 'pipefail', '-c', hurried], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
    // A command that fails at once does not read its input; its exit code says so.
    shell.stdin?.on('error', () => {}).end(`${admin.password}\n`);
  });
}

describe('commands in the documents', () => {
  test('are found, and those that are not run are marked', () => {
    expect(blocks.length).toBeGreaterThan(10);
    expect(runHere.length).toBeGreaterThan(5);
    for (const place of Object.values(runElsewhere)) expect(existsSync(join(root, place)), place).toBe(true);
  });

  test.each(runHere)('$place runs', async ({ commands }) => {
    const { code, output } = await run(commands);
    expect(code, `${commands}\n${output}`).toBe(0);
    expect(output).not.toContain('"success":false');
  });
});
