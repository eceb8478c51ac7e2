import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { profile, servers } from '../../../test/servers.js';
import { toArray } from './arrays.js';
import { toBinaryArray } from './binary.js';
import { openPostgres } from './postgres.js';

const values = {
  bigint: [0, 1, -1, 2 ** 32, -(2 ** 32) - 7, Number.MAX_SAFE_INTEGER, null],
  integer: [0, 2 ** 31 - 1, -(2 ** 31), undefined],
  real: [0, -0.25, 9.81, 1e-30, -10_000, null, 3.4e38],
  smallint: [0, 300, -200, 32_767, -32_768],
} as const;

describe.runIf(profile === 'cluster')('arrays in binary', () => {
  test.each(Object.entries(values))('PostgreSQL reads %s as it reads the text', async (type, list) => {
    const pool = openPostgres(servers.postgres, pino({ level: 'silent' }), 'requests');
    const client = await pool.connect();
    const rows: readonly (number | null | undefined)[] = list;
    const pick = (value: number | null | undefined) => value;
    const query = `select $1::${type}[] = $2::${type}[] as "isEqual", array_length($1::${type}[], 1) as length`;
    const binary = toBinaryArray(rows, pick, type as keyof typeof values);
    const answer = await client.query(query, [binary, toArray(rows, pick)]);
    expect(answer.rows).toEqual([{ isEqual: true, length: rows.length }]);
    client.release();
    await pool.end();
  });
});
