import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { reportFall } from '../../../test/alerts.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, patient, root } from '../../../test/people.js';
import { ambulances, headImpacts, injuries, lifters } from '../falls/outcome.schema.js';
import { toMeasure } from './monthly.rules.js';
import { endings } from './statistics.schema.js';

const zone = 'Europe/Berlin';
/** Its last Sunday has 25 hours. No other test has falls then. */
const month = '2021-10';

interface RandomFall {
  readonly id: string;
  readonly ward: string;
  readonly atMs: number;
  readonly answeredMs: number | null;
  readonly isCancelled: boolean;
  readonly outcome: string | null;
  readonly injury: string | null;
  readonly headImpact: string | null;
  readonly ambulance: string | null;
  readonly liftedBy: string | null;
}

const choose = <T>(values: readonly T[]): T => values[randomInt(values.length)] as T;
const half = <T>(value: T): T | null => (randomInt(2) ? value : null);

function randomFall(wards: readonly string[]): RandomFall {
  // Two days more than the month at both ends.
  const [from, to] = [Date.UTC(2021, 8, 29) / 1_000, Date.UTC(2021, 10, 3) / 1_000];
  const outcome = half(choose(['HELPED', 'FALSE_ALARM', 'HOSPITAL', 'OTHER']));
  const isFall = outcome !== null && outcome !== 'FALSE_ALARM';
  return {
    id: randomUUID(),
    ward: choose(wards),
    atMs: randomInt(from, to) * 1_000,
    answeredMs: choose([null, randomInt(30_000), randomInt(58_000, 62_000), 60_000, 180_000, 180_001, 400_000]),
    isCancelled: randomInt(6) === 0,
    outcome,
    injury: isFall ? half(choose(injuries)) : null,
    headImpact: isFall ? half(choose(headImpacts)) : null,
    ambulance: isFall ? half(choose(ambulances)) : null,
    liftedBy: isFall ? half(choose(lifters)) : null,
  };
}

/** One person for each ward; the falls are written as a running service would have left them. */
async function store(falls: readonly RandomFall[], people: ReadonlyMap<string, string>): Promise<void> {
  const { db } = (await testServer()).platform;
  const rows = JSON.stringify(falls.map((fall) => ({ ...fall, userId: people.get(fall.ward) })));
  const given = sql`json_to_recordset(${rows}::json) as given("id" uuid, "userId" uuid, "atMs" bigint, "answeredMs" bigint,
    "isCancelled" boolean, "outcome" text, "injury" text, "headImpact" text, "ambulance" text, "liftedBy" text)`;
  await sql`insert into falls (id, user_id, confidence, status, created_at, updated_at, outcome, injury, head_impact,
      ambulance, lifted_by)
    select "id", "userId", 0.8, 'HIGH', to_timestamp("atMs" / 1000.0), now(), "outcome", "injury", "headImpact", "ambulance",
      "liftedBy" from ${given}`.execute(db);
  await sql`insert into escalations (id, patient_id, fall_id, type, severity, message, plan, raised_at, started_at,
      first_acknowledged_at, closed_at, closed_as)
    select gen_random_uuid(), "userId", "id", 'FALL_DETECTED', 'HIGH', 'Fall detected', '{}', to_timestamp("atMs" / 1000.0),
      to_timestamp("atMs" / 1000.0), to_timestamp(("atMs" + "answeredMs") / 1000.0), now(),
      case when "isCancelled" then 'CANCELLED' else 'RESOLVED' end from ${given}`.execute(db);
}

const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
const isInMonth = ({ atMs }: RandomFall): boolean => local.format(atMs).startsWith(month);

function findShift({ atMs }: RandomFall): string {
  const hour = Number(local.format(atMs).slice(11, 13));
  if (hour >= 6 && hour < 14) return 'DAY';
  return hour >= 14 && hour < 22 ? 'EVENING' : 'NIGHT';
}

/** The same figures, counted without SQL. */
function count(falls: readonly RandomFall[]) {
  const measured = falls.filter(({ isCancelled, answeredMs }) => !isCancelled || answeredMs !== null);
  const answered = measured.flatMap(({ answeredMs }) => (answeredMs === null ? [] : [answeredMs]));
  const within = (limit: number, target: number) => {
    const number = answered.filter((ms) => ms <= limit * 1_000).length;
    const share = measured.length === 0 ? null : number / measured.length;
    return { within: number, of: measured.length, limitSeconds: limit, isMet: share === null ? null : share >= target };
  };
  const toEnding = ({ outcome, isCancelled }: RandomFall) => outcome ?? (isCancelled ? 'CANCELLED' : 'NOT_RECORDED');
  const isFalse = (fall: RandomFall) => ['FALSE_ALARM', 'CANCELLED'].includes(toEnding(fall));
  const each = (name: 'injury' | 'headImpact' | 'ambulance' | 'liftedBy', words: readonly string[]) =>
    [...words, 'NOT_RECORDED'].map((word) => ({
      [name]: word,
      count: falls.filter((fall) => !isFalse(fall) && (fall[name] ?? 'NOT_RECORDED') === word).length,
    }));
  return {
    alarms: measured.length,
    answered: answered.length,
    within60s: within(60, 0.975),
    within180s: within(180, 0.99),
    slowest: answered.length === 0 ? null : { seconds: Math.max(...answered) / 1_000 },
    falls: falls.filter((fall) => !isFalse(fall)).length,
    falseAlarms: falls.filter(isFalse).length,
    byOutcome: endings.map((outcome) => ({
      outcome,
      count: falls.filter((fall) => toEnding(fall) === outcome).length,
    })),
    byInjury: each('injury', injuries),
    byHeadImpact: each('headImpact', headImpacts),
    byAmbulance: each('ambulance', ambulances),
    byLiftedBy: each('liftedBy', lifters),
  };
}

test('the figures of a month are those of an independent count', async () => {
  const wards = Array.from({ length: 3 }, () => `Ward ${randomUUID()}`);
  const people = new Map<string, string>();
  for (const ward of wards) {
    const rose = await patient();
    await (await caregiver({ of: rose })).put(`/patients/${rose.id}`, { ward });
    people.set(ward, rose.id);
  }
  const falls = Array.from({ length: 300 }, () => randomFall(wards));
  await store(falls, people);
  const inMonth = falls.filter(isInMonth);
  expect(inMonth.length).toBeLessThan(falls.length);
  const boss = await root();
  const { data } = await boss.get(`/statistics/monthly?month=${month}&timeZone=${zone}`);
  expect(data).toMatchObject({
    month,
    timeZone: zone,
    from: '2021-09-30T22:00:00.000Z',
    to: '2021-10-31T23:00:00.000Z',
  });
  expect(data.total).toMatchObject(count(inMonth));
  for (const row of data.byShift)
    expect(row, row.shift).toMatchObject(count(inMonth.filter((fall) => findShift(fall) === row.shift)));
  expect(data.byWard.map(({ ward }: { ward: string }) => ward)).toEqual(wards.toSorted());
  for (const row of data.byWard) expect(row).toMatchObject(count(inMonth.filter(({ ward }) => ward === row.ward)));
  expect(data.byWardAndShift).toHaveLength(9);
  for (const row of data.byWardAndShift)
    expect(row).toMatchObject(count(inMonth.filter((fall) => fall.ward === row.ward && findShift(fall) === row.shift)));
  const { body } = await boss.get(`/statistics/monthly.csv?month=${month}&timeZone=${zone}`);
  const lines = body.trim().split('\r\n');
  expect(lines).toHaveLength(1 + 1 + 3 + 3 + 9);
  const { alarms, answered, within60s } = data.total;
  expect(lines[1]).toMatch(new RegExp(`^${month},ALL,ALL,${alarms},${answered},${within60s.within},${alarms},`));
});

test('an alert that is younger than the limit does not count against it yet', async () => {
  const rose = await patient();
  const ward = `Ward ${randomUUID()}`;
  await (await caregiver({ of: rose })).put(`/patients/${rose.id}`, { ward });
  await reportFall(rose);
  const { rows } = await sql<{
    month: string;
  }>`select to_char(service_now() at time zone 'UTC', 'YYYY-MM') as month`.execute((await testServer()).platform.db);
  const { data } = await (await root()).get(`/statistics/monthly?month=${rows[0]?.month}`);
  const row = data.byWard.find((one: { ward: string }) => one.ward === ward);
  expect(row).toMatchObject({ alarms: 1, answered: 0, within60s: { within: 0, of: 0, share: null, isMet: null } });
});

test('the measure is met from exactly 97.5 % and 99 %, not from a rounded share', () => {
  expect(toMeasure(60, 39, 40)).toMatchObject({ share: 0.975, target: 0.975, isMet: true });
  expect(toMeasure(60, 3_899, 3_999)).toMatchObject({ share: 0.975, isMet: false });
  expect(toMeasure(180, 99, 100)).toMatchObject({ target: 0.99, isMet: true });
  expect(toMeasure(180, 98, 99)).toMatchObject({ isMet: false });
  expect(toMeasure(60, 0, 0)).toMatchObject({ share: null, isMet: null });
});

test('a month is four digits and two, in a known time zone', async () => {
  const boss = await root();
  for (const query of ['', '?month=2026-13', '?month=2026-1', '?month=0001-01', '?month=2026-01&timeZone=Nowhere'])
    expect(await boss.get(`/statistics/monthly${query}`)).toHaveStatus(400);
  const empty = await boss.get('/statistics/monthly?month=2001-02');
  expect(empty.data.total).toMatchObject({ alarms: 0, slowest: null, within60s: { share: null } });
  expect(empty.data.shifts).toEqual([
    { shift: 'DAY', from: '06:00', to: '14:00' },
    { shift: 'EVENING', from: '14:00', to: '22:00' },
    { shift: 'NIGHT', from: '22:00', to: '06:00' },
  ]);
});
