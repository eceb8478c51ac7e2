import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../../server/test/processes/process.js';
import { expectWithin } from '../../../server/test/times.js';

/** The demo, started and stopped as a new user does. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'fallwatch-demo-test-'));
const env = { PATH: process.env.PATH, HOME: temporary, TMPDIR: temporary };

let demo: ChildProcess | undefined;
afterAll(() => {
  if (demo?.pid && demo.exitCode === null && demo.signalCode === null) process.kill(-demo.pid, 'SIGKILL');
  rmSync(temporary, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('the commands that the demo prints show an alert within two minutes, and Ctrl-C leaves nothing running', async () => {
  const startedAt = Date.now();
  // In its own process group, as in a terminal: Ctrl-C reaches all of it.
  demo = spawn('npm', ['run', 'demo'], { cwd: root, env: { ...env, PORT: String(await freePort()) }, detached: true });
  let printed = '';
  for (const stream of [demo.stdout, demo.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  const shown = () => printed.split('\n').filter((line) => /^ {4}(TOKEN=|curl )/.test(line));
  while (shown().length < 2) {
    expect(demo.exitCode, printed).toBeNull();
    await pause(200);
  }
  const alerts = async () => {
    const { stdout } = await promisify(execFile)('bash', ['-c', shown().join('\n')], { env });
    return JSON.parse(stdout).data;
  };
  let found = await alerts();
  while (found.length === 0) {
    await pause(1_000);
    found = await alerts();
  }
  const readAfterMs = Date.now() - startedAt;
  process.stdout.write(`demo: the first alert could be read after ${Math.round(readAfterMs / 1_000)} s\n`);
  expect(found).toMatchObject([{ patientName: 'Rose Hill', type: 'FALL_DETECTED', acknowledged: false }]);
  expectWithin('the first alert of the demo', readAfterMs, 120_000);
  // A current fall, not a device of the history that became silent.
  expect(found[0].message).not.toContain('no reading');
  await expectHistory(printed);

  expect(readdirSync(temporary).filter((name) => name.startsWith('fallwatch-demo-'))).toHaveLength(1);
  const ended = once(demo, 'exit');
  process.kill(-(demo.pid as number), 'SIGINT');
  await ended;
  expect(printed).toContain('nothing of it is left');
  expect(readdirSync(temporary).filter((name) => name.startsWith('fallwatch-demo-'))).toEqual([]);
  expect(await fetch(originIn(printed)).catch(() => 'gone')).toBe('gone');
});

function originIn(printed: string): string {
  return /http:\/\/localhost:\d+/.exec(printed)?.[0] ?? '';
}

/** Weeks of history: answered falls, messages, scores. */
async function expectHistory(printed: string): Promise<void> {
  const { Fallwatch } = await import('@fallwatch/client');
  const rose = new Fallwatch({ baseUrl: originIn(printed) });
  await rose.logIn({ email: 'rose@demo.example', password: 'Demo-only-1!' });
  const past = (await rose.get('/api/falls')).filter(({ responded }) => responded);
  expect(past.map(({ responseTime }) => responseTime)).toEqual([110 + 7, 240 + 7]);
  const [latest] = past;
  expect(await rose.get('/api/falls/{id}', { path: { id: latest?.id ?? '' } })).toMatchObject({ outcome: 'HELPED' });
  expect((await rose.get('/api/messages')).length).toBe(4);
  const admin = new Fallwatch({ baseUrl: originIn(printed) });
  await admin.logIn({ email: 'admin@demo.example', password: 'Demo-only-1!' });
  const falls = await admin.page('/api/admin/falls', { query: { limit: 100 } });
  expect(falls.pagination.total).toBeGreaterThanOrEqual(11);
  const stats = await admin.get('/api/admin/stats');
  expect(stats).toMatchObject({ totalUsers: 12, activeDevices: 8, caregiverAssignments: 13 });
}

test('refuses to run in production', async () => {
  const refused = promisify(execFile)('npm', ['run', 'demo'], { cwd: root, env: { ...env, NODE_ENV: 'production' } });
  await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('never runs in production') });
  expect(existsSync(temporary)).toBe(true);
});
