/**
 * R21 of docs/reliability.md: two cells with a directory. People move from one to the other while their devices send;
 * then one cell dies, and the directory.
 */

import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../processes/process.js';
import { secret } from '../session-token.js';
import { check, flawless, formatCounts, onDatabase, summarizeCounts } from './checker.js';
import { wear } from './client.js';
import { createPostgres, type Engine } from './engines.js';
import { Journal } from './journal.js';
import { pause } from './part.js';
import { say } from './say.js';
import { listPorts, openSite, type Site } from './site.js';
import { isFull } from './size.js';
import { caregiversEach } from './wearers.js';

const run = promisify(execFile);
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const peoplePerGroup = 4;
const groups = isFull ? 25 : 4;
const staying = 10;
const residents = 10;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openDirectory(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-directory-'));
  chmodSync(folder, 0o755);
  closers.push(async () => rmSync(folder, { recursive: true, force: true }));
  const engine = createPostgres(folder, await freePort());
  closers.push(() => engine.kill());
  await engine.start();
  return engine;
}

async function openCell(
  cell: string,
  directory: Engine,
  profile: 'small' | 'cluster',
  wearers: number,
  firstWearer = 0,
) {
  const port = await freePort();
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  const env = {
    PUBLIC_URL,
    CELL: cell,
    DIRECTORY_URL: directory.url,
    RATE_LIMIT_SENSOR: '50/1s',
    TRUST_PROXY: '127.0.0.1,::1',
  };
  const site = await openSite({ profile, apis: 1, wearers, firstWearer, env, port });
  closers.push(site.close);
  return { site, env };
}

/** Four people with caregivers of their own each; the last ones stay together. */
async function splitIntoGroups({ postgres, wearers }: Site): Promise<string[]> {
  const moving = wearers.slice(0, groups * peoplePerGroup);
  await onDatabase(postgres.url, async (client) => {
    const ids = moving.map(({ userId }) => userId);
    await client.query('delete from assignments where patient_id = any($1::uuid[])', [ids]);
    await client.query(
      `with patients as (select id, (n - 1) / $2::integer as home from unnest($1::uuid[]) with ordinality as p (id, n)),
        carers as (
          insert into users (id, email, email_key, first_name, last_name, role, created_at, updated_at)
          select gen_random_uuid(), e, e, 'Bob', 'Kay', 'CAREGIVER', now(), now()
          from (select distinct 'home' || home || '.' || n || '@example.org' as e from patients, generate_series(1, $3::integer) n) t
          returning id, email)
      insert into assignments (caregiver_id, patient_id, assigned_at)
      select carers.id, patients.id, now() from carers join patients on email like 'home' || home || '.%'`,
      [ids, peoplePerGroup, caregiversEach],
    );
  });
  return moving.filter((_, index) => index % peoplePerGroup === 0).map(({ mac }) => `${mac}@example.org`);
}

async function movePeople(from: { site: Site; env: object }, to: Site, emails: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-move-'));
  closers.push(async () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'database');
  writeFileSync(file, to.postgres.url);
  const env = {
    ...process.env,
    ...from.env,
    DATABASE_URL: from.site.postgres.url,
    JWT_SECRET: secret,
    ...(from.site.nats ? { NATS_URL: from.site.nats.url } : {}),
  };
  const { stdout } = await run(
    process.execPath,
    [cli, 'move', '--to', 'b', '--database-file', file, '--person', ...emails],
    { env },
  );
  return stdout;
}

async function countLeft(
  { postgres }: Site,
  userIds: readonly string[],
  deviceKeys: readonly number[],
): Promise<number> {
  return onDatabase(postgres.url, async (client) => {
    const { rows } = await client.query(
      `select (select count(*) from users where id = any($1::uuid[]))
        + (select count(*) from readings where device_key = any($2::integer[])) as left`,
      [userIds, deviceKeys],
    );
    return Number(rows[0].left);
  });
}

test.each(isFull ? (['small', 'cluster'] as const) : (['small'] as const))(
  `${groups * peoplePerGroup} people move under load, and a cell that is down does not affect the other: %s profile`,
  async (profile) => {
    const directory = await openDirectory();
    const a = await openCell('a', directory, profile, groups * peoplePerGroup + staying);
    const b = await openCell('b', directory, profile, residents, 1_000);
    const emails = await splitIntoGroups(a.site);
    const moving = a.site.wearers.slice(0, groups * peoplePerGroup);
    const [moved, stayed, resident] = [new Journal(), new Journal(), new Journal()];
    let [isMoved, isOver] = [false, false];
    const load = { everyMs: 1_000, keepsAddress: true };
    const isImpact = (device: number, reading: number) => reading === 3 + (device % 12);
    const moves = wear(moving, moved, { ...load, ports: listPorts(a.site), isImpact, isOver: () => isMoved });
    const others = [
      wear(a.site.wearers.slice(moving.length), stayed, {
        ...load,
        ports: listPorts(a.site),
        isImpact: () => false,
        isOver: () => isOver,
      }),
      wear(b.site.wearers, resident, {
        ...load,
        ports: listPorts(b.site),
        isImpact: () => false,
        isOver: () => isOver,
      }),
    ];
    await pause(5_000);
    const keys = await onDatabase(a.site.postgres.url, async (client) =>
      (
        await client.query('select key from devices where user_id = any($1::uuid[])', [
          moving.map(({ userId }) => userId),
        ])
      ).rows.map(({ key }) => key as number),
    );
    await movePeople(a, b.site, emails);
    await pause(5_000);
    isMoved = true;
    await moves;
    const verdict = await check(b.site.postgres.url, Journal.join([moved, resident]));
    await expect
      .poll(
        () =>
          countLeft(
            a.site,
            moving.map(({ userId }) => userId),
            keys,
          ),
        { timeout: 60_000 },
      )
      .toBe(0);

    // The directory dies: people who are where they are asked for do not need it.
    await directory.kill();
    const [beforeA, beforeB] = [stayed.attempts, resident.attempts];
    await pause(3_000);
    expect(stayed.attempts).toBeGreaterThan(beforeA + staying);
    expect(resident.attempts).toBeGreaterThan(beforeB + residents);
    await directory.start();
    // The other cell dies.
    for (const part of b.site.parts) await part.kill();
    const beforeDeath = stayed.attempts;
    await pause(5_000);
    const token = moving[0]?.token as string;
    const refusal = await fetch(`http://127.0.0.1:${a.site.apis[0]?.port}/api/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    for (const part of b.site.parts) await part.start();
    await pause(2_000);
    isOver = true;
    await Promise.all(others);

    say(
      `people move between cells, ${profile} profile`,
      `${moving.length} people in ${groups} groups: ${summarizeCounts(moved, verdict)}; interrupted: ${formatCounts(moved.broken)}; ` +
        `people who stayed, while the other cell and the directory were down: interrupted ${formatCounts(stayed.broken)}, ` +
        `refused ${stayed.refused.length}, slowest ${Math.round(stayed.slowestMs)} ms`,
    );
    // People of the other cell went on sending while this was compared.
    expect({ ...verdict, invented: [] }).toMatchObject(flawless);
    expect(verdict.falls).toBe(moving.length);
    expect(moved.refused).toEqual([]);
    const printed = [...a.site.apis, ...b.site.apis].map(({ output }) => output).join('\n');
    expect(moved.faults, printed).toEqual([]);
    expect(stayed.attempts).toBeGreaterThan(beforeDeath + 3 * staying);
    expect(stayed.refused).toEqual([]);
    expect(Object.fromEntries(stayed.broken)).toEqual({});
    expect([...stayed.answers.keys()]).toEqual([200]);
    expect(refusal.status).toBe(503);
    expect(refusal.headers.get('retry-after')).toBe('2');
    expect(await refusal.json()).toMatchObject({ code: 'UNAVAILABLE', error: expect.stringContaining('cell b') });
  },
);
