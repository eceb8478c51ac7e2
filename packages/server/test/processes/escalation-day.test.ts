import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { acknowledgeAlert } from '../../src/features/alerts/alerts.service.js';
import { createEngine } from '../../src/features/escalation/engine.worker.js';
import { reportFall } from '../../src/features/falls/recording.service.js';
import { resolveFall } from '../../src/features/falls/wearer-response.service.js';
import { type Context, createContext, inTransaction, type Platform, system } from '../../src/platform/context.js';
import { newId } from '../../src/platform/ids.js';
import { closePlatform, openPlatform } from '../../src/platform/platform.js';
import { createProcessState } from '../../src/process-state.js';
import { prepareDatabase } from '../../src/setup.js';
import { testChannel } from '../engine.js';
import { isFull } from '../faults/size.js';
import { createDatabase } from '../servers.js';
import { expectWithin } from '../times.js';
import { moveTo, nextDueMs, serviceNowMs } from './simulated-time.js';

/**
 * A day of alerts in a minute: the database's time is moved to whatever is due next, and two engines work side by side.
 * One third is never answered; one third is acknowledged without an outcome, and resolved when it alerts again; one
 * third is resolved at once.
 */
const alertCount = isFull ? 500 : 120;
const hours = 24;
const secondMs = 1_000;
const [minuteMs, dayMs] = [60 * secondMs, hours * 3_600 * secondMs];

const channel = testChannel();
let platform: Platform;
beforeAll(async () => {
  const databaseUrl = await createDatabase(inject('namespace'), 'escalation_day');
  platform = await openPlatform(
    loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl, JWT_SECRET: 'x'.repeat(32) }),
    (platform) => ({ ...createProcessState(platform), channels: [channel] }),
  );
  await prepareDatabase(platform);
  await sql`insert into time_shift values (interval '0')`.execute(platform.db);
});
afterAll(() => closePlatform(platform));

interface People {
  readonly patientIds: readonly string[];
  readonly caregiverIds: readonly string[];
}

async function addPeople(): Promise<People> {
  const [patientIds, caregiverIds] = [0, 1].map(() => Array.from({ length: alertCount }, () => newId())) as [
    string[],
    string[],
  ];
  const add = (ids: readonly string[], role: string) =>
    sql`
    insert into users (id, email, email_key, first_name, last_name, role, created_at, updated_at)
    select id, id, id, 'Ann', 'Lee', ${role}, now(), now() from unnest(${ids}::uuid[]) id`.execute(platform.db);
  await add(patientIds, 'PATIENT');
  await add(caregiverIds, 'CAREGIVER');
  await add([newId()], 'ADMIN');
  await sql`insert into assignments (caregiver_id, patient_id, assigned_at)
    select *, now() from unnest(${caregiverIds}::uuid[], ${patientIds}::uuid[])`.execute(platform.db);
  return { patientIds, caregiverIds };
}

interface RaisedAlert {
  readonly caregiverId: string;
  readonly fallId: string;
  /** The notices to its caregiver: step and time. */
  readonly told: { step: number; atMs: number }[];
  readonly answeredAtMs: number;
  readonly isResolved: boolean;
}

const actAs = (id: string, role: 'PATIENT' | 'CAREGIVER') => createContext(platform, { id, role, sessionId: null });

async function raiseAlert(ctx: Context, index: number, baseMs: number, people: People): Promise<RaisedAlert> {
  const [patientId, caregiverId] = [people.patientIds[index], people.caregiverIds[index]] as [string, string];
  const wearer = { ...ctx, actor: actAs(patientId, 'PATIENT').actor };
  const { id: fallId } = await reportFall(wearer, { confidence: 0.8 });
  // Half are answered in the first minutes, where the steps are, half at any time of the day.
  const after = index % 2 === 0 ? (1 + (index % 10)) * 30 * secondMs : (1 + (index % 40)) * 35 * minuteMs;
  const answeredAtMs = index % 3 === 0 ? Number.POSITIVE_INFINITY : baseMs + 10 * secondMs + after;
  return { caregiverId, fallId, told: [], answeredAtMs, isResolved: index % 3 === 2 };
}

async function raiseAlerts(ctx: Context, baseMs: number, people: People): Promise<RaisedAlert[]> {
  const raised: RaisedAlert[] = [];
  const indices = people.patientIds.map((_, index) => index);
  while (indices.length > 0)
    await inTransaction(ctx, async (ctx) => {
      for (const index of indices.splice(0, 50)) raised.push(await raiseAlert(ctx, index, baseMs, people));
    });
  // All start in the same second, so that they are due together and the day takes fewer rounds.
  const base = new Date(baseMs).toISOString();
  await sql`update escalations set raised_at = ${base}, started_at = ${base},
    due_at = ${base}::timestamptz + interval '60 s'`.execute(platform.db);
  return raised;
}

async function answer({ caregiverId, fallId, isResolved }: RaisedAlert): Promise<void> {
  const carer = actAs(caregiverId, 'CAREGIVER');
  const open = platform.db
    .selectFrom('alerts')
    .select('id')
    .where('recipientId', '=', caregiverId)
    .where('acknowledgedAt', 'is', null);
  await acknowledgeAlert(carer, (await open.executeTakeFirstOrThrow()).id);
  if (isResolved) await resolveFall(carer, fallId, { outcome: 'HELPED' });
}

/** The answers of the caregivers, in the order of their times. */
function createAnswers(alerts: readonly RaisedAlert[]) {
  const byTime = (a: RaisedAlert, b: RaisedAlert): number => a.answeredAtMs - b.answeredAtMs;
  const waiting = alerts.filter(({ answeredAtMs }) => Number.isFinite(answeredAtMs)).toSorted(byTime);
  return {
    nextAtMs: () => waiting[0]?.answeredAtMs ?? Number.POSITIVE_INFINITY,
    giveUntil: async (nowMs: number): Promise<void> => {
      while (waiting[0] && waiting[0].answeredAtMs <= nowMs) {
        const alert = waiting.shift() as RaisedAlert;
        await answer(alert);
        if (alert.isResolved) continue;
        // It alerts again after 30 minutes, and is resolved then.
        waiting.push({ ...alert, isResolved: true, answeredAtMs: alert.answeredAtMs + 31 * minuteMs });
        waiting.sort(byTime);
      }
    },
  };
}

/** Moves the time from one due moment to the next until `endMs`. Returns the number of rounds. */
async function runUntil(endMs: number, ctx: Context, alerts: readonly RaisedAlert[]): Promise<number> {
  const engines = [createEngine(), createEngine()];
  const answers = createAnswers(alerts);
  const byCaregiver = new Map(alerts.map((alert) => [alert.caregiverId, alert]));
  let nowMs = await serviceNowMs(platform);
  channel.answer = ({ recipientId, step }) => {
    byCaregiver.get(recipientId)?.told.push({ step, atMs: nowMs });
    return { status: 'sent' };
  };
  let rounds = 0;
  while (nowMs < endMs) {
    // Everything due within a second is taken together, like in one tick of the engine's loop.
    const dueMs = (await nextDueMs(platform)) + secondMs;
    const targetMs = Math.min(dueMs, answers.nextAtMs());
    if (targetMs > endMs) break;
    await moveTo(platform, targetMs);
    nowMs = await serviceNowMs(platform);
    await answers.giveUntil(nowMs);
    // Sometimes both engines run at the same time: each due row must be taken by one of them only.
    const working = rounds % 4 === 0 ? engines : engines.slice(0, 1);
    await Promise.all(working.map((engine) => engine.escalate(ctx)));
    await Promise.all(working.map((engine) => engine.deliver(ctx)));
    await Promise.all(working.map((engine) => engine.idle()));
    rounds += 1;
    // What autovacuum would do; it does not run in such a short time.
    if (rounds % 40 === 5) await sql`vacuum analyze deliveries, escalations, alerts`.execute(platform.db);
  }
  return rounds;
}

/** Checks that an alert had each of its notices, and no other. Returns how late the latest was. */
function checkNotices({ told, answeredAtMs, isResolved }: RaisedAlert, startMs: number, endMs: number): number {
  const expected = expectedTimes(startMs, answeredAtMs, isResolved, endMs);
  expect(told.map(({ step }) => step)).toEqual(expected.map((_, index) => index + 1));
  // None after the acknowledgement until the reminder is due.
  const quiet = told.filter(
    ({ atMs }) => atMs > answeredAtMs && (isResolved || atMs < answeredAtMs + 30 * minuteMs - secondMs),
  );
  expect(quiet).toEqual([]);
  // The first notices wait until the last fall is reported.
  const lateMs = told.map(({ atMs }, index) => (index > 0 ? atMs - (expected[index] as number) : 0));
  return Math.max(0, ...lateMs);
}

test(`${hours} hours of ${alertCount} alerts: no step skipped, doubled, or taken after an acknowledgement`, async () => {
  const people = await addPeople();
  const startedAt = performance.now();
  const ctx = createContext({ ...platform, db: platform.alertsDb }, system);
  const baseMs = await serviceNowMs(platform);
  const endMs = baseMs + dayMs;
  const alerts = await raiseAlerts(ctx, baseMs, people);
  const rounds = await runUntil(endMs, ctx, alerts);
  const seconds = (performance.now() - startedAt) / 1_000;

  const latestMs = Math.max(...alerts.map((alert) => checkNotices(alert, baseMs, endMs)));
  const notices = alerts.reduce((sum, { told }) => sum + told.length, 0);
  process.stdout.write(
    `${alertCount} alerts, ${hours} h: ${notices} notices to caregivers in ${rounds} rounds, latest ${Math.round(latestMs)} ms, ${seconds.toFixed(1)} s\n`,
  );
  expectWithin('a notice after it was due', latestMs, 3 * secondMs);
  const doubled = await sql`select 1 from deliveries where status <> 'cancelled'
    group by alert_id, recipient_id, step, channel having count(*) > 1`.execute(platform.db);
  expect(doubled.rows).toEqual([]);
  expectWithin(`a day of ${alertCount} alerts`, 1_000 * seconds, isFull ? 60_000 : 30_000);
});

/** 0, 60 and 180 s after the fall, then every 15 min; 30 min after an acknowledgement without an outcome. */
function expectedTimes(startMs: number, answeredAtMs: number, isResolved: boolean, endMs: number): number[] {
  const every = 15 * minuteMs;
  const times = [0, 60, 180].map((after) => startMs + after * secondMs);
  for (let at = startMs + 180 * secondMs + every; at < endMs; at += every) times.push(at);
  const before = times.filter((at) => at < Math.min(answeredAtMs, endMs));
  const againAt = answeredAtMs + 30 * minuteMs;
  return isResolved || againAt >= endMs ? before : [...before, againAt];
}
