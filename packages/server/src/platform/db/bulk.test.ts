import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase, profile } from '../../../test/servers.js';
import { type BulkConnection, inBulkTransaction, openBulk } from './bulk.js';

const rowCount = 20_000;
const toRow = (id: number): Buffer => Buffer.from(`${id}\t${'x'.repeat(1_000)}\n`);
const slowId = 100;

/** PostgreSQL stops reading for a moment, so that the buffers of the socket are full when it refuses the next row. */
const createTable = `
  create function is_slow(id integer) returns boolean language sql volatile
    as $$ select case when id = ${slowId} then pg_sleep(0.5) is not null else true end $$;
  create table sent (id integer primary key, filler text, check (is_slow(id)))`;

describe.runIf(profile === 'cluster')('a connection for bulk work', () => {
  let bulk: BulkConnection;
  beforeAll(async () => {
    bulk = await openBulk(await createDatabase(inject('namespace'), 'bulk'));
    await bulk.query(createTable);
  });
  afterAll(() => bulk?.close());

  // Each less than one, two or more buffers of Node's streams, which differ between its versions.
  test.each([1, 12, 40, 5_000])('a refused row fails the statement, and only it: %s rows in a piece', async (size) => {
    await bulk.query('truncate sent');
    const rows = Array.from({ length: rowCount }, (_, id) => toRow(id));
    const cut = (some: readonly Buffer[]): Buffer[] =>
      Array.from({ length: Math.ceil(some.length / size) }, (_, n) =>
        Buffer.concat(some.slice(n * size, (n + 1) * size)),
      );
    const copy = (some: readonly Buffer[]) => bulk.copy('copy sent from stdin', cut(some));
    await expect(copy(rows.with(slowId + 1, toRow(slowId)))).rejects.toMatchObject({ code: '23505' });
    expect(await bulk.query('select 1 from sent')).toEqual([]);
    expect(await copy(rows)).toBe(rowCount);
    expect(await bulk.query('select count(*)::integer as stored from sent')).toEqual([{ stored: rowCount }]);
  });

  test('a statement that PostgreSQL does not take fails', async () => {
    await expect(bulk.copy('copy nowhere from stdin', [toRow(1)])).rejects.toMatchObject({ code: '42P01' });
    expect(await bulk.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a transaction has its isolation level, also if another statement comes after its begin', async () => {
    const work = () => bulk.query('show transaction_isolation');
    const [shown] = await Promise.all([inBulkTransaction(bulk, work, 'repeatable read'), bulk.query('select')]);
    expect(shown).toEqual([{ transaction_isolation: 'repeatable read' }]);
  });

  test('a connection that ends fails it', async () => {
    const ending = await openBulk(await createDatabase(inject('namespace'), 'bulk_ending'));
    await ending.query('create table sent (id integer primary key, filler text)');
    await ending.close();
    await expect(ending.copy('copy sent from stdin', [toRow(1)])).rejects.toThrow();
  });
});
