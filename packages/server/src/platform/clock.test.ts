import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDatabaseClock } from './clock.js';

const silent = pino({ level: 'silent' });
const hourMs = 3_600_000;

/** A machine whose clock is off, and a database with a slow answer. */
function machine(offsetMs: number) {
  const own = { offsetMs, nowMs: () => Date.now() + own.offsetMs };
  const database = { asked: 0, offsetMs: 0, nowMs: () => Date.now() + database.offsetMs };
  const readDatabaseMs = async (): Promise<number> => {
    database.asked += 1;
    await setTimeout(1);
    const answer = database.nowMs();
    await setTimeout(1);
    return answer;
  };
  return { own, database, clock: createDatabaseClock(own, readDatabaseMs, silent) };
}

/** Date.now is cut to whole milliseconds and the query takes some time: the clock may be at most 1 ms ahead. */
function expectDatabaseTime(clock: { nowMs(): number }, database: { nowMs(): number }): void {
  const aheadMs = clock.nowMs() - database.nowMs();
  expect(aheadMs).toBeLessThanOrEqual(1);
  expect(aheadMs).toBeGreaterThan(-1_000);
}

test.each([hourMs, -hourMs, 300, 0])('a machine that is %i ms ahead uses the database time', async (offsetMs) => {
  const { clock, database } = machine(offsetMs);
  await clock.compare();
  expectDatabaseTime(clock, database);
  expect(Number.isInteger(clock.nowMs())).toBe(true);
  expect(Math.abs(clock.offsetMs() - offsetMs)).toBeLessThan(1_000);
});

test('setting the machine clock does not move the service time, and triggers a new comparison at once', async () => {
  const { clock, own, database } = machine(hourMs);
  await clock.compare();
  const { asked } = database;
  await clock.compare();
  expect(database.asked).toBe(asked);
  own.offsetMs = 0;
  expectDatabaseTime(clock, database);
  expect(Math.abs(clock.offsetMs())).toBeLessThan(1_000);
  await clock.compare();
  expect(database.asked).toBeGreaterThan(asked);
  expectDatabaseTime(clock, database);
});

test('after the machine slept and its monotonic clock stopped, the database time is used again', async () => {
  const { clock, own, database } = machine(0);
  await clock.compare();
  [own.offsetMs, database.offsetMs] = [hourMs, hourMs];
  await clock.compare();
  expectDatabaseTime(clock, database);
});

test('the time does not change when the database does not answer, and the comparison is repeated', async () => {
  const own = { nowMs: () => Date.now() + hourMs };
  let isAway = true;
  const read = async (): Promise<number> => {
    if (isAway) throw new Error('away');
    return Date.now();
  };
  const clock = createDatabaseClock(own, read, silent);
  await expect(clock.compare()).rejects.toThrow('away');
  isAway = false;
  await clock.compare();
  expect(Math.abs(clock.nowMs() - Date.now())).toBeLessThan(1_000);
});
