import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { root } from '../../../test/people.js';
import { profile } from '../../../test/servers.js';
import { countRows } from '../../platform/db/count.js';

const optimize = async () => (await root()).post('/admin/maintenance', { task: 'optimize_database' });

async function forgetRuns(): Promise<void> {
  const { platform } = await testServer();
  await sql`delete from maintenance_runs`.execute(platform.db);
}

/**
 * Counts the rows in the system log about finished runs. Not from the latest page: tests that moved the clock left
 * later rows.
 */
async function countLogged(): Promise<number> {
  const { platform } = await testServer();
  return countRows(platform.db.selectFrom('systemLog').where('message', '=', 'Task optimize_database completed'));
}

test('a small database is analyzed within the request; a repeated request returns the same run', async () => {
  await forgetRuns();
  const first = await optimize();
  expect(first).toHaveStatus(200);
  expect(first.data).toMatchObject({ status: 'COMPLETED', result: { dryRun: false }, finishedAt: expect.any(String) });
  expect(first.data.result.tablesAnalyzed).toContain('readings');
  expect((await optimize()).data).toEqual(first.data);
});

test.runIf(profile === 'cluster')(
  'a longer run continues in the background, once for all processes, and its progress can be requested',
  async () => {
    await forgetRuns();
    const { platform } = await testServer();
    const loggedBefore = await countLogged();
    // This lock makes ANALYZE wait, as millions of rows would.
    const holder = new pg.Client({ connectionString: platform.config.databaseUrl as string });
    await holder.connect();
    await holder.query('begin; lock table messages in share update exclusive mode');
    try {
      const beganMs = performance.now();
      // The requests alternate between both processes: one runs it, the other reads the progress.
      const answers = [await optimize(), await optimize(), await optimize()];
      expect(performance.now() - beganMs).toBeLessThan(15_000);
      for (const answer of answers) {
        expect(answer).toHaveStatus(200);
        expect(answer.data).toMatchObject({
          status: 'RUNNING',
          finishedAt: null,
          startedAt: answers[0]?.data.startedAt,
        });
        expect(answer.data.result.tablesAnalyzed).toContain('users');
        expect(answer.data.result.tablesLeft).toContain('messages');
      }
    } finally {
      await holder.query('rollback');
      await holder.end();
    }
    await expect.poll(async () => (await optimize()).data.status).toBe('COMPLETED');
    expect(await countLogged()).toBe(loggedBefore + 1);
  },
);
