import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { profile, servers } from '../../../test/servers.js';
import { openPostgres } from './postgres.js';

describe.runIf(profile === 'cluster')('connections to PostgreSQL', () => {
  test('a connection with a timed-out statement is not reused: it may be in the middle of a transaction', async () => {
    const pool = openPostgres(servers.postgres, pino({ level: 'silent' }), 'requests');
    const whoAnswers = async (): Promise<unknown> => {
      const client = await pool.connect();
      try {
        const { rows } = await client.query('select pg_backend_pid() as pid', []);
        return (rows[0] as { pid: number }).pid;
      } finally {
        client.release();
      }
    };
    const first = await whoAnswers();
    expect(await whoAnswers()).toBe(first);
    const client = await pool.connect();
    await client.query('set statement_timeout = 0', []);
    await expect(client.query('select pg_sleep(8)', [])).rejects.toThrow('Query read timeout');
    client.release();
    await expect.poll(() => whoAnswers().catch(() => first)).not.toBe(first);
    await pool.end();
  });

  test('a connection to a read-only server is not reused: the address may resolve to another server by now', async () => {
    const pool = openPostgres(servers.postgres, pino({ level: 'silent' }), 'requests');
    const client = await pool.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid', []);
    await client.query('set default_transaction_read_only = on', []);
    await expect(client.query('create table nobody (id integer)', [])).rejects.toMatchObject({ code: '25006' });
    client.release();
    const next = async () => {
      const fresh = await pool.connect();
      const answer = await fresh.query('select pg_backend_pid() as pid', []).catch(() => ({ rows }));
      fresh.release();
      return answer.rows;
    };
    await expect.poll(next).not.toEqual(rows);
    await pool.end();
  });
});
