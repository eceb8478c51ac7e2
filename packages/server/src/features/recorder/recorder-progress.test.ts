import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../platform/metrics.js';
import { createProgress } from './recorder-progress.js';

async function begin() {
  let nowMs = 1_000_000;
  const metrics = createMetrics();
  const progress = createProgress({ metrics, clock: { nowMs: () => nowMs } });
  const read = async (name: string) => {
    await metrics.scrape();
    return (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value;
  };
  return {
    progress,
    pass: (ms: number) => {
      nowMs += ms;
    },
    record: (ageMs: number) => ({ sequence: 1, appendedAtMs: nowMs - ageMs, bytes: new Uint8Array() }),
    lag: () => read('fallwatch_journal_lag_seconds'),
    rows: () => read('fallwatch_journal_recorded_rows_total'),
  };
}

describe('the progress of the recorder', () => {
  test('is the age of the oldest waiting record, over all partitions', async () => {
    const { progress, record, pass, lag } = await begin();
    expect(await lag()).toBe(0);
    progress.sees(0, [record(2_000), record(1_000)]);
    progress.sees(1, [record(5_000)]);
    expect(await lag()).toBe(5);
    pass(1_000);
    expect(await lag()).toBe(6);
    progress.sees(1, []);
    expect(await lag()).toBe(3);
    progress.caughtUp(0);
    expect(await lag()).toBe(0);
  });

  test('grows after a failure until records are read again', async () => {
    const { progress, record, pass, lag } = await begin();
    progress.failed(0);
    pass(4_000);
    progress.failed(0);
    pass(3_000);
    expect(await lag()).toBe(7);
    progress.sees(0, [record(6_000)]);
    expect(await lag()).toBe(6);
    progress.sees(0, []);
    expect(await lag()).toBe(0);
  });

  test('a record from a clock ahead of ours has age 0', async () => {
    const { progress, record, lag } = await begin();
    progress.sees(0, [record(-500)]);
    expect(await lag()).toBe(0);
  });

  test('counts the rows', async () => {
    const { progress, rows } = await begin();
    progress.wrote(256);
    progress.wrote(4);
    expect(await rows()).toBe(260);
  });
});
