import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { profile, servers } from '../../../test/servers.js';
import { openPostgres } from './postgres.js';

describe.runIf(profile === 'cluster')('connections to PostgreSQL', () => {
  test('one on which a statement was given up is not used again: it may be in the middle of a transaction', async () => {
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
});
