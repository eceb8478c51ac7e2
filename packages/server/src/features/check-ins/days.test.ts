import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepTime, moveTo, scene, watchDays } from '../../../test/check-ins.js';
import { pass } from '../../../test/engine.js';
import { serviceContext } from '../../../test/vitals.js';
import type { Context } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { recordListening } from '../troubles/listening.service.js';
import { findNextDay } from './check-ins.store.js';

const minute = 60;
const hour = 3_600;
const own = '/patients/me/check-in';
let ctx: Context;
let moveBack: () => Promise<void>;
beforeAll(async () => {
  ctx = await serviceContext();
  moveBack = await keepTime();
});
afterAll(async () => {
  await moveBack();
  await forgetListening();
});

/** Other test files run no jobs: there nothing records that the service receives readings. */
async function forgetListening(): Promise<void> {
  await sql`delete from listening`.execute(ctx.db);
  await sql`delete from listening_gaps`.execute(ctx.db);
}

describe('days in the person’s zone', () => {
  const next = (zone: string, by: string, now: string) =>
    findNextDay(ctx.db, newId(), { by, zone, movementCounts: true, resumesOn: null }, now);

  test.each([
    [
      'the day before summer time',
      'Europe/Berlin',
      '09:00',
      '2027-03-27T00:00:00.000Z',
      '2027-03-27',
      '2027-03-27T08:00:00.000Z',
    ],
    [
      'the day that loses an hour',
      'Europe/Berlin',
      '09:00',
      '2027-03-27T08:00:00.000Z',
      '2027-03-28',
      '2027-03-28T07:00:00.000Z',
    ],
    // 02:30 does not exist: an hour later by the clock.
    ['a skipped time', 'Europe/Berlin', '02:30', '2027-03-27T12:00:00.000Z', '2027-03-28', '2027-03-28T01:30:00.000Z'],
    [
      'the day after it',
      'Europe/Berlin',
      '02:30',
      '2027-03-28T01:30:00.000Z',
      '2027-03-29',
      '2027-03-29T00:30:00.000Z',
    ],
    // 02:30 exists twice: the second.
    ['a repeated time', 'Europe/Berlin', '02:30', '2027-10-31T00:30:00.000Z', '2027-10-31', '2027-10-31T01:30:00.000Z'],
    [
      'the day that gains an hour',
      'America/New_York',
      '08:00',
      '2027-11-07T05:00:00.000Z',
      '2027-11-07',
      '2027-11-07T13:00:00.000Z',
    ],
    [
      'a skipped time',
      'America/New_York',
      '02:30',
      '2027-03-14T05:00:00.000Z',
      '2027-03-14',
      '2027-03-14T07:30:00.000Z',
    ],
    [
      'a day ahead of UTC',
      'Pacific/Auckland',
      '07:00',
      '2027-06-01T11:00:00.000Z',
      '2027-06-02',
      '2027-06-01T19:00:00.000Z',
    ],
    [
      'a zone with quarters of an hour',
      'Asia/Kathmandu',
      '07:00',
      '2027-06-01T01:15:00.000Z',
      '2027-06-02',
      '2027-06-02T01:15:00.000Z',
    ],
  ])('%s: %s %s', async (_, zone, by, now, day, dueAt) => {
    expect(await next(zone, by, now)).toEqual({ day, dueAt });
  });

  test('each day comes once, 23 to 25 hours after the one before', async () => {
    for (const zone of ['Europe/Berlin', 'America/New_York'])
      for (const [begin, end, days] of [
        ['2027-03-10T12:00:00.000Z', '2027-04-01T12:00:00.000Z', 23],
        ['2027-10-25T12:00:00.000Z', '2027-11-11T12:00:00.000Z', 18],
      ] as const) {
        const seen = new Set<string>();
        for (let now: string = begin; now < end; ) {
          const { day, dueAt } = await next(zone, '02:15', now);
          const hours = (Date.parse(dueAt) - Date.parse(now)) / 3_600_000;
          if (seen.size > 0) expect([23, 24, 25], `${zone} ${day}`).toContain(hours);
          seen.add(day);
          now = dueAt;
        }
        expect(seen.size).toBe(days);
      }
  });
});

// The alert comes at nine by the wearer's clock, on the day on which that is an hour earlier or later in UTC.
test.each([
  ['Europe/Berlin', '2027-03-26T12:00:00.000Z', ['2027-03-27T08:00:00.000Z', '2027-03-28T07:00:00.000Z']],
  ['America/New_York', '2027-11-05T15:00:00.000Z', ['2027-11-06T13:00:00.000Z', '2027-11-07T14:00:00.000Z']],
] as const)('%s: the clocks change', async (zone, begin, dueTimes) => {
  await moveTo(Date.parse(begin));
  const { ann, alerts } = await scene(60, { by: '09:00', zone });
  const [before, changed] = dueTimes.map((time) => Date.parse(time)) as [number, number];
  expect((await ann.get(own)).data.current).toMatchObject({ dueAt: dueTimes[0], state: 'UPCOMING' });
  await moveTo(before - hour * 1_000);
  await watchDays();
  await ann.post(own);
  await moveTo(changed - 4 * hour * 1_000 - 5_000);
  await watchDays();
  expect((await ann.get(own)).data.current.state).not.toBe('OPEN');
  await pass(10);
  expect((await ann.get(own)).data.current).toMatchObject({ dueAt: dueTimes[1], state: 'OPEN' });
  await moveTo(changed - 60_000);
  await watchDays();
  expect(await alerts()).toEqual([]);
  await moveTo(changed + 1_000);
  await watchDays();
  expect(await alerts()).toMatchObject([{ state: 'ESCALATING' }]);
});

test('time in which the service was down does not count, and is not counted for ever', async () => {
  const listen = () => recordListening(ctx);
  await forgetListening();
  await listen();
  const [rose, hugo] = [await scene(30), await scene(30)];
  await sql`update listening set heard_until = heard_until - interval '2 hours'`.execute(ctx.db);
  await pass(2 * hour);
  // The process that looks for signs may be back before the one that receives them.
  await watchDays();
  await listen();
  await watchDays();
  expect([...(await rose.alerts()), ...(await hugo.alerts())]).toEqual([]);
  expect((await rose.ann.get(own)).data.current.state).toBe('OPEN');
  await hugo.ann.post(own);
  await pass(29 * minute);
  await listen();
  await watchDays();
  expect(await rose.alerts()).toEqual([]);
  await pass(2 * minute);
  await listen();
  await watchDays();
  expect(await rose.alerts()).toMatchObject([{ state: 'ESCALATING' }]);
  expect(await hugo.alerts()).toEqual([]);
  await forgetListening();
});
