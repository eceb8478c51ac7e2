/**
 * R18 of docs/reliability.md: a backup while the service runs, more load, then the loss of every data folder, a restore
 * with the commands that an operator uses, and the devices go on.
 */

import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { secret } from '../session-token.js';
import { check, flawless, summarizeCounts } from './checker.js';
import { wear } from './client.js';
import { postgresUser } from './engines.js';
import { Journal } from './journal.js';
import { Part, pause } from './part.js';
import { say } from './say.js';
import { listPorts, openSite, type Site } from './site.js';
import { isFull } from './size.js';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const run = promisify(execFile);
/** Readings in each of the three phases: before the backup, until the loss, after the restore. */
const [wearers, everyMs, readingsEach] = isFull ? [60, 200, 6_000] : [24, 250, 300];

let site: Site | undefined;
let receiver: Part | undefined;
/** On another machine, in a real installation: it survives. */
let vault = '';
afterEach(async () => {
  await site?.close();
  await receiver?.kill();
  rmSync(vault, { recursive: true, force: true });
});

interface Choice {
  readonly profile: 'small' | 'cluster';
  readonly wal: 'synchronous' | 'received' | 'none';
}

const choices: readonly Choice[] = isFull
  ? [
      { profile: 'small', wal: 'synchronous' },
      { profile: 'small', wal: 'received' },
      { profile: 'small', wal: 'none' },
      { profile: 'cluster', wal: 'synchronous' },
    ]
  : [{ profile: 'small', wal: 'synchronous' }];

test.each(choices)('everything is lost and restored: $profile profile, WAL $wal', async ({ profile, wal }) => {
  vault = mkdtempSync(join(tmpdir(), 'fallwatch-vault-'));
  chmodSync(vault, 0o755);
  const opened = await openSite({ profile, apis: 1, wearers, env: { RATE_LIMIT_SENSOR: '20/1s' } });
  site = opened;
  const { postgres, nats } = opened;
  const env = { DATABASE_URL: postgres.url, ...(nats ? { NATS_URL: nats.url } : {}), JWT_SECRET: secret };
  const command = async (...args: string[]) =>
    (await run(process.execPath, [cli, ...args], { env: { PATH: process.env.PATH, ...env } })).stdout;
  if (wal !== 'none') receiver = await startReceiver(postgres.url, env, wal === 'synchronous');

  const journal = new Journal();
  let [isOver, isLost] = [false, false];
  // One fall for each device, a third of them in each phase.
  let phase = 0;
  const fallen = new Set<number>();
  const load = wear(opened.wearers, journal, {
    ports: () => (isLost ? [] : listPorts(opened)()),
    everyMs,
    isImpact: (device, reading) => {
      const falls = reading > 2 && device % 3 === phase && !fallen.has(device);
      if (falls) fallen.add(device);
      return falls;
    },
    isOver: () => isOver,
  });
  await untilAccepted(journal, readingsEach);
  await query(postgres.url, insertErased);
  const backupStartedAt = performance.now();
  const backup = (await command('backup', '--to', vault)).split('\n')[0] as string;
  const backupMs = performance.now() - backupStartedAt;
  await query(postgres.url, `delete from users where email = '${erased}'`);
  phase = 1;
  await untilAccepted(journal, journal.accepted.length + readingsEach);

  expectManifest(backup, profile);
  const before = await listIds(postgres.url);
  for (const part of [postgres, ...opened.parts.filter((each) => each !== postgres)]) await part.kill();
  const lostAt = performance.now();
  isLost = true;
  await receiver?.kill();
  const accepted = journal.accepted.length;
  for (const engine of [postgres, opened.redis, nats]) engine?.wipe();

  const walFolder = join(vault, 'wal');
  const data = join(opened.folder, 'postgres');
  await command('backup', '--check', backup);
  await command('restore', '--from', backup, '--data', data, ...(wal === 'none' ? [] : ['--wal', walFolder]));
  giveToPostgres(data);
  if (wal !== 'none') giveToPostgres(walFolder);
  for (const part of [postgres, opened.redis, nats]) await part?.start();
  await untilWritable(postgres.url);
  if (nats) expect(await command('restore-journal', '--from', backup)).toContain('Put back: ');
  for (const part of opened.parts) await part.start();
  [isLost, phase] = [false, 2];
  await untilAccepted(journal, accepted + 1);
  const gapMs = performance.now() - lostAt;
  const after = await listIds(postgres.url);
  await untilAccepted(journal, accepted + readingsEach);
  isOver = true;
  await load;

  const verdict = await check(postgres.url, journal, profile === 'cluster' ? { timeoutMs: 15_000 } : {});
  const missing = Object.entries(before).map(
    ([table, ids]) => `${table} ${ids.filter((id) => !after[table]?.includes(id)).length} of ${ids.length}`,
  );
  say(
    `everything lost and restored, ${profile} profile, WAL ${wal}`,
    `${(gapMs / 1_000).toFixed(1)} s from the loss to the first accepted reading; ${summarizeCounts(journal, verdict)}; ` +
      `missing: ${missing.join(', ')}; backup in ${(backupMs / 1_000).toFixed(1)} s`,
  );
  appendFileSync(join(backup, 'postgres', 'global', 'pg_control'), 'x');
  await expect(command('backup', '--check', backup)).rejects.toThrow('pg_control');
  expect(journal.faults).toEqual([]);
  // Only a state from before the deletion has the account.
  const found = await query(postgres.url, `select id from users where email = '${erased}'`);
  expect(found).toHaveLength(wal === 'none' ? 1 : 0);
  if (wal === 'synchronous') expect(missing.filter((line) => !/ 0 of [1-9]/.test(line))).toEqual([]);
  if (wal === 'synchronous' && profile === 'small') expect(verdict).toMatchObject(flawless);
  else if (wal === 'none') expect(verdict.lost.length).toBeGreaterThan(0);
});

function expectManifest(backup: string, profile: Choice['profile']): void {
  const own = [{ path: 'postgres/backup_manifest', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }];
  const records = { path: 'journal.records' };
  expect(JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'))).toMatchObject({
    database: {
      kind: 'postgresql',
      lastMigration: expect.stringMatching(/^\d{4}_/),
      firstWal: expect.stringMatching(/^[0-9A-F]{24}$/),
    },
    journal: profile === 'cluster' ? { file: records.path, records: expect.any(Number) } : null,
    files: profile === 'cluster' ? [...own, records] : own,
  });
}

const erased = 'erased@example.org';
const insertErased = `
  insert into users (id, email, email_key, first_name, last_name, role, created_at, updated_at)
  values (gen_random_uuid(), '${erased}', '${erased}', 'Eve', 'Lee', 'PATIENT', now(), now())`;

async function startReceiver(url: string, env: Record<string, string>, isSynchronous: boolean): Promise<Part> {
  const args = [cli, 'receive-wal', '--to', vault, ...(isSynchronous ? ['--synchronous'] : [])];
  const isReady = async (): Promise<boolean> =>
    (await query(url, "select 1 from pg_stat_replication where state = 'streaming'")).length > 0;
  const part = new Part({ name: 'receiver of WAL', command: process.execPath, args, env, isReady });
  await part.start();
  if (!isSynchronous) return part;
  await query(url, "alter system set synchronous_standby_names = 'fallwatch_wal'");
  await query(url, 'select pg_reload_conf()');
  const isSynced = async () => (await query(url, "select 1 from pg_stat_replication where sync_state = 'sync'")).length;
  await expect.poll(isSynced).toBe(1);
  return part;
}

const untilAccepted = async (journal: Journal, count: number): Promise<void> => {
  while (journal.accepted.length < count) await pause(20);
};

/** A server that recovers answers queries before it takes writes. */
async function untilWritable(url: string): Promise<void> {
  const isRecovering = async () => (await query(url, 'select pg_is_in_recovery() as id'))[0]?.id;
  await expect.poll(isRecovering).toBe(false);
}

/** What must be there again, by id. */
async function listIds(url: string): Promise<Record<string, string[]>> {
  const tables = ['users', 'assignments', 'devices', 'falls', 'alerts'];
  const ids: Record<string, string[]> = {};
  for (const table of tables) {
    const id = table === 'assignments' ? 'caregiver_id || patient_id::text' : 'id::text';
    ids[table] = (await query(url, `select ${id} as id from ${table}`)).map((row) => String(row.id));
  }
  return ids;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The commands of this test run as root, PostgreSQL does not. */
function giveToPostgres(folder: string): void {
  const user = postgresUser();
  if (!user) return;
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, entry), user.uid, user.gid);
}
