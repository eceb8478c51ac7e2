import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { acknowledge, reportFall } from '../../../test/alerts.js';
import { freshEngine, nothingDue, pass, resetTime } from '../../../test/engine.js';
import { goneDatabase, testServer } from '../../../test/harness.js';
import { caregiver, patient } from '../../../test/people.js';
import { profile } from '../../../test/servers.js';
import { buildOperationsApp } from '../../operations.js';
import type { Platform } from '../../platform/context.js';
import { createMetrics } from '../../platform/metrics.js';
import { startJobs } from '../../platform/schedule.js';

/** The sum of the series that begin so on the metrics page; undefined if there is none. */
async function scrape(series: string, changes: Partial<Platform> = {}): Promise<number | undefined> {
  const { platform } = await testServer();
  const { body } = await (await buildOperationsApp({ ...platform, ...changes })).inject('/metrics');
  const lines = body.split('\n').filter((line) => line.startsWith(series));
  return lines.length === 0 ? undefined : lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe('numbers about people', () => {
  beforeEach(async () => {
    const { platform } = await testServer();
    await resetTime();
    await nothingDue();
    // Other tests left falls that nobody answered.
    await sql`update escalations set closed_at = service_now(), closed_as = 'RESOLVED' where closed_at is null`.execute(
      platform.db,
    );
  });

  test('a fall that nobody answers is counted, with its age, until somebody answers', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    expect(await scrape('fallwatch_unanswered_alerts ')).toBe(0);
    expect(await scrape('fallwatch_unanswered_alert_seconds ')).toBe(0);
    const [falls = 0, alerts = 0] = [
      await scrape('fallwatch_falls_last_hour{'),
      await scrape('fallwatch_alerts_raised_last_hour{'),
    ];
    await reportFall(ann);
    await engine.run();
    await pass(90);
    expect(await scrape('fallwatch_unanswered_alerts ')).toBe(1);
    expect(await scrape('fallwatch_unanswered_alert_seconds ')).toBeGreaterThanOrEqual(90);
    expect(await scrape('fallwatch_falls_last_hour{')).toBe(falls + 1);
    expect(await scrape('fallwatch_alerts_raised_last_hour{')).toBe(alerts + 1);
    await acknowledge(carl);
    expect(await scrape('fallwatch_unanswered_alerts ')).toBe(0);
    expect(await scrape('fallwatch_unanswered_alert_seconds ')).toBe(0);
  });

  test('an alert that reached nobody is counted until somebody answers it', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    engine.channel.answer = () => ({ status: 'failed', reason: 'HTTP 500' });
    await reportFall(ann);
    await engine.run();
    expect(await scrape('fallwatch_nobody_reached_alerts ')).toBe(0);
    await pass(3);
    await engine.run();
    expect(await scrape('fallwatch_nobody_reached_alerts ')).toBe(1);
    await acknowledge(carl);
    expect(await scrape('fallwatch_nobody_reached_alerts ')).toBe(0);
  });

  test('without the database they are absent, not 0', async () => {
    const [db, metrics] = [await goneDatabase(), createMetrics()];
    const there = { metrics };
    const gone = { db, metrics };
    for (const name of ['unanswered_alerts', 'unanswered_alert_seconds', 'nobody_reached_alerts']) {
      expect(await scrape(`fallwatch_${name} `, there), name).toBe(0);
      expect(await scrape(`fallwatch_${name} `, gone), name).toBeUndefined();
    }
    expect(await scrape('fallwatch_alert_engine_late_seconds ', gone)).toBeUndefined();
  });
});

describe('parts of the service', () => {
  test('a part that does not answer is down', async () => {
    const database = 'fallwatch_dependency_up{dependency="database"}';
    expect(await scrape(database)).toBe(1);
    expect(await scrape(database, { db: await goneDatabase(), metrics: createMetrics() })).toBe(0);
    const expected = profile === 'cluster' ? 1 : undefined;
    for (const name of ['redis', 'nats', 'journal'])
      expect(await scrape(`fallwatch_dependency_up{dependency="${name}"}`), name).toBe(expected);
  });

  test.runIf(profile === 'cluster')('both pools show their connections', async () => {
    const { platform } = await testServer();
    await Promise.all([platform.db, platform.alertsDb].map((db) => sql`select 1`.execute(db)));
    for (const pool of ['requests', 'alerts']) {
      expect(await scrape(`fallwatch_database_connections{pool="${pool}"`), pool).toBeGreaterThan(0);
      expect(await scrape(`fallwatch_database_connections_max{pool="${pool}"`), pool).toBeGreaterThan(1);
      expect(await scrape(`fallwatch_database_waiting{pool="${pool}"`), pool).toBe(0);
    }
  });

  test('a job that fails or hangs is late and its failures are counted', async () => {
    const { platform } = await testServer();
    const metrics = createMetrics();
    let work = async (): Promise<void> => {};
    const job = { name: 'test', role: 'upkeep', everyMs: 5, run: () => work() };
    const stop = startJobs([job], { ...platform, metrics });
    const failures = () => scrape('fallwatch_job_failures_total{role="upkeep",name="test"}', { metrics });
    const late = () => scrape('fallwatch_job_late_seconds{role="upkeep",name="test"}', { metrics });
    expect(await failures()).toBe(0);
    work = () => Promise.reject(new Error('broken'));
    await expect.poll(failures).toBeGreaterThan(1);
    let go = () => {};
    work = () => new Promise((resolve) => (go = resolve));
    await expect.poll(late).toBeGreaterThan(0.5);
    const failed = await failures();
    work = async () => {};
    go();
    await expect.poll(late).toBeLessThan(0.3);
    expect(await failures()).toBe(failed);
    await stop();
  });
});
