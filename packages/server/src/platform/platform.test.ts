import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../test/harness.js';
import { createContext, inTransaction, nobody } from './context.js';
import { isDatabaseUnavailable } from './db/faults.js';
import { lockFolder } from './db/folder-lock.js';
import { compareMigrations, migrate } from './db/migrate.js';
import type { Event } from './events/events.js';
import { clientKey } from './http/address.js';
import { replyPage, toPage, toSort } from './http/pagination.js';
import { isUuid, newId } from './ids.js';
import { createPasswords } from './passwords.js';
import { Refusal } from './refusal.js';
import { startJobs } from './schedule.js';

describe('ids', () => {
  test('are version 7 UUIDs that sort by time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 - 2 }), (ms) => {
        const [earlier, later] = [newId(ms), newId(ms + 1)];
        return isUuid(earlier) && /^.{14}7.{4}[89ab]/.test(earlier) && earlier < later;
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('client addresses', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, key) => expect(clientKey(address)).toBe(key));
});

describe('pages', () => {
  test('contain every row once, for any page size', () => {
    const sizes = fc.record({ total: fc.nat(500), limit: fc.integer({ min: 1, max: 300 }) });
    fc.assert(
      fc.property(sizes, ({ total, limit }) => {
        const rows = Array.from({ length: total }, (_, index) => index);
        const seen: number[] = [];
        const { totalPages } = replyPage({ page: 1, limit }, { rows, total }).pagination;
        for (let page = 1; page <= totalPages; page++) {
          const { offset, limit: size } = toPage({ page, limit });
          seen.push(...rows.slice(offset, offset + size));
        }
        expect(seen).toEqual(rows);
      }),
      { numRuns: 10_000 },
    );
  });

  test('sort fields work in both spellings', () => {
    expect(toSort({ sort: 'created_at', order: 'DESC' })).toEqual({ field: 'createdAt', direction: 'desc' });
    expect(toSort({ sort: 'createdAt', order: 'asc' })).toEqual({ field: 'createdAt', direction: 'asc' });
  });
});

describe('transactions', () => {
  const event: Event = { type: 'session.ended', sessionId: 'x' };

  test('hold events until the commit, and drop them on a rollback', async () => {
    const { platform } = await testServer();
    const ctx = createContext(platform, nobody);
    const heard: Event[] = [];
    const leave = platform.events.subscribe((heardEvent) => heard.push(heardEvent));
    await inTransaction(ctx, async (ctx) => {
      ctx.events.publish(event);
      expect(heard).toEqual([]);
      // Joins the open transaction; a new one would wait for the outer one forever.
      await inTransaction(ctx, async (inner) => inner.events.publish(event));
    });
    expect(heard).toEqual([event, event]);
    const failed = inTransaction(ctx, async (ctx) => {
      ctx.events.publish(event);
      throw new Refusal(409, 'X', 'no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(heard).toHaveLength(2);
    leave();
  });
});

describe('migrations', () => {
  test('run once, also when several processes start at the same time', async () => {
    const { platform } = await testServer();
    expect(await compareMigrations(platform.db)).toEqual({ pending: [], unknown: [] });
    expect(await Promise.all([migrate(platform.db), migrate(platform.db)])).toEqual([[], []]);
  });

  test('refuse a file that was changed after it was applied', async () => {
    const { platform } = await testServer();
    const applied = await platform.db.selectFrom('migrations').selectAll().execute();
    await platform.db.updateTable('migrations').set({ checksum: 'other' }).execute();
    try {
      await expect(migrate(platform.db)).rejects.toThrow('was changed after it was applied');
    } finally {
      for (const { name, checksum } of applied)
        await platform.db.updateTable('migrations').set({ checksum }).where('name', '=', name).execute();
    }
  });

  test('a failed migration is reported with file, line and reason; one from a newer version is detected', async () => {
    const { platform } = await testServer();
    const folder = mkdtempSync(join(tmpdir(), 'fallwatch-migrations-'));
    writeFileSync(join(folder, '9001_good.sql'), '-- Why.\nselect 1;\n');
    writeFileSync(join(folder, '9002_bad.sql'), '-- Why.\nselect 1;\nalter table nobody_has_this add column x text;\n');
    try {
      await expect(migrate(platform.db, pathToFileURL(`${folder}/`))).rejects.toThrow(
        /^Migration 9002_bad\.sql failed.*: relation "nobody_has_this" does not exist \(SQLSTATE 42P01\)\./,
      );
      expect(await compareMigrations(platform.db)).toEqual({ pending: [], unknown: ['9001_good.sql'] });
    } finally {
      await platform.db.deleteFrom('migrations').where('name', '=', '9001_good.sql').execute();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the data folder', () => {
  test('is locked by one process; the lock of a dead process is taken over', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fallwatch-'));
    const unlock = lockFolder(folder);
    writeFileSync(join(folder, 'lock'), String(process.ppid));
    expect(() => lockFolder(folder)).toThrow(`is in use by process ${process.ppid}`);
    writeFileSync(join(folder, 'lock'), '4194303');
    lockFolder(folder)();
    unlock();
    rmSync(folder, { recursive: true });
  });
});

describe('passwords', () => {
  test('a full queue answers 503, and all earlier calls are processed', async () => {
    const passwords = createPasswords();
    const tries = Array.from({ length: 60 }, () => passwords.verify('x', null).catch((error: Refusal) => error.status));
    expect(passwords.queued()).toBe(50);
    const results = await Promise.all(tries);
    expect(new Set(results)).toEqual(new Set([false, 503]));
    expect(results.filter((result) => result === 503).length).toBeGreaterThanOrEqual(8);
    expect(passwords.queued()).toBe(0);
  });
});

describe('jobs', () => {
  test('stopping waits for the running job, then runs the jobs marked alsoAtStop', async () => {
    const { platform } = await testServer();
    const done: string[] = [];
    const waitsMs = [50, 0];
    const run = async () => {
      const waitMs = waitsMs.shift();
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      done.push(`${waitMs} ms`);
    };
    const wokenBy = ['changes.missed'] as const;
    const stop = startJobs([{ name: 'slow', role: 'test', everyMs: 60_000, wokenBy, run, alsoAtStop: true }], platform);
    await stop();
    expect(done).toEqual(['50 ms', '0 ms']);
  });
});

describe('faults of the database', () => {
  test.each(['ECONNREFUSED', '08006', '53300', '57P01', '57014', '55P03', '25006', '40001'])(
    '%s means unavailable',
    (code) => expect(isDatabaseUnavailable(Object.assign(new Error('x'), { code }))).toBe(true),
  );
  test.each([
    ['a constraint', Object.assign(new Error('x'), { code: '23505' })],
    ['a bug', new TypeError('x')],
    ['not an error', 'x'],
  ])('%s does not mean unavailable', (_, error) => expect(isDatabaseUnavailable(error)).toBe(false));
  test('errors that the driver reports only by message are recognised', () =>
    expect(isDatabaseUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true));
});
