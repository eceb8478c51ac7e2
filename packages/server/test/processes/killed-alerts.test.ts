import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isFull } from '../faults/size.js';
import { createDatabase } from '../servers.js';
import { expectWithin, percentile } from '../times.js';
import { acknowledge, assign, careEnvironment, connect, fall, logInAsAdmin, type Someone, signUp } from './care.js';
import { type Running, startProbed, startServer } from './process.js';
import { addWebhook, type Received, type Receiver, startReceiver } from './receiver.js';

/**
 * Escalation in real time, with steps after 0, 5 and 15 seconds, by two workers beside the API: first undisturbed, then
 * with repeated `kill -9` of all workers. Arrivals at the receiver are compared with their due times.
 */
const kills = isFull ? 20 : 5;
const stepsAfterMs = [0, 5_000, 15_000];
/** What a killed worker had taken is taken again when its lease ends. */
const leaseMs = 4_000;
/** An alert answered sooner than this after a step was due may end without that step: a slow machine is no loss. */
const lateMs = 10_000;
/** A notice that arrives this long after the answer was already being sent. The next step is due 5 or 10 s later. */
const sendingMs = 5_000;

let api: Running;
let workers: Running[] = [];
let receiver: Receiver;
let database: pg.Client;
let workerEnv: Record<string, string>;
/** Each falls at most once a minute: reports of one person within a minute share their notices. */
const patientCount = 140;
const pairs: { patient: Someone; caregiver: Someone }[] = [];
let turn = 0;

beforeAll(async () => {
  const databaseUrl = await createDatabase(inject('namespace'), 'killed_alerts');
  receiver = await startReceiver();
  const env = {
    ...careEnvironment(databaseUrl),
    ESCALATION_STEPS: '0s:CAREGIVERS,5s:CAREGIVERS,15s:CAREGIVERS+ADMINS',
    ESCALATION_REPEAT: '60s',
  };
  workerEnv = { ...env, ROLES: 'alerts' };
  api = await startServer({ ...env, ROLES: 'api' });
  database = await connect(databaseUrl);
  const admin = await logInAsAdmin(api.base);
  const caregivers = await Promise.all(Array.from({ length: 6 }, () => signUp(api.base, 'CAREGIVER')));
  for (const caregiver of caregivers) await addWebhook(api.base, caregiver, receiver.url);
  while (pairs.length < patientCount) {
    // As many at once as there are caregivers: passwords are hashed in a bounded queue.
    const added = caregivers.map(async (caregiver) => {
      const patient = await signUp(api.base, 'PATIENT');
      await assign(api.base, admin, caregiver, patient);
      return { patient, caregiver };
    });
    pairs.push(...(await Promise.all(added)));
  }
  await startWorkers();
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await api?.stop();
  await database?.end();
  receiver?.close();
});

async function startWorkers(): Promise<void> {
  workers = await Promise.all([startProbed(workerEnv), startProbed(workerEnv)]);
}

interface Alarm {
  readonly fallId: string;
  readonly caregiver: Someone;
  readonly raisedAtMs: number;
  acknowledgedAtMs: number;
}

async function raise(): Promise<Alarm> {
  const { patient, caregiver } = pairs[turn++ % pairs.length] as (typeof pairs)[number];
  const fallId = await fall(api.base, patient);
  const { rows } = await database.query('select raised_at from escalations where fall_id = $1', [fallId]);
  return { fallId, caregiver, raisedAtMs: rows[0].raised_at.getTime(), acknowledgedAtMs: Number.POSITIVE_INFINITY };
}

async function answer(alarm: Alarm): Promise<void> {
  await acknowledge(api.base, alarm.caregiver, alarm.fallId);
  alarm.acknowledgedAtMs = Date.now();
}

/** The first arrival of each notice of an alert to its caregiver, by step. */
function listArrivals({ fallId, caregiver }: Alarm): Map<number, Received> {
  const arrivals = new Map<number, Received>();
  for (const notice of receiver.received)
    if (notice.fallId === fallId && notice.path === `/${caregiver.id}` && !arrivals.has(notice.step))
      arrivals.set(notice.step, notice);
  return arrivals;
}

interface Tally {
  readonly latenessMs: number[];
  readonly lost: string[];
  readonly afterAnswer: Received[];
}

type Down = readonly [fromMs: number, untilMs: number];

/** The part of this time in which a worker was running that could take what was due at its start. */
function upMs(dueMs: number, toMs: number, downs: readonly Down[]): number {
  let [up, atMs] = [0, dueMs];
  for (const [fromMs, untilMs] of downs) {
    const backMs = fromMs > dueMs ? Math.max(untilMs, fromMs + leaseMs) : untilMs;
    up += Math.max(0, Math.min(fromMs, toMs) - atMs);
    atMs = Math.max(atMs, backMs);
  }
  return up + Math.max(0, toMs - atMs);
}

/** Compares what was due before the end with what arrived. Lateness counts only while a worker was running. */
function tally(alarms: readonly Alarm[], endMs: number, downs: readonly Down[] = []): Tally {
  const [latenessMs, lost, afterAnswer]: [number[], string[], Received[]] = [[], [], []];
  for (const alarm of alarms) {
    const arrivals = listArrivals(alarm);
    for (const [index, afterMs] of stepsAfterMs.entries()) {
      const dueMs = alarm.raisedAtMs + afterMs;
      const arrival = arrivals.get(index + 1);
      if (arrival) latenessMs.push(upMs(dueMs, arrival.atMs, downs));
      // Answered before a worker had time to take it: the notice need not have arrived.
      else if (upMs(dueMs, Math.min(alarm.acknowledgedAtMs, endMs), downs) > lateMs)
        lost.push(`${alarm.fallId} step ${index + 1}`);
    }
    afterAnswer.push(...[...arrivals.values()].filter(({ atMs }) => atMs > alarm.acknowledgedAtMs + sendingMs));
  }
  return { latenessMs, lost, afterAnswer };
}

/** Two notices of one step to one person with different ids. */
function doubled(): string[] {
  const ids = new Map<string, Set<string>>();
  for (const { fallId, path, step, deliveryId } of receiver.received) {
    const name = `${fallId} ${path} ${step}`;
    ids.set(name, (ids.get(name) ?? new Set()).add(deliveryId));
  }
  return [...ids].filter(([, deliveries]) => deliveries.size > 1).map(([name]) => name);
}

test('steps after 5 and 15 s, in real time', async () => {
  const alarms: Alarm[] = [];
  for (let index = 0; index < 20; index += 1) alarms.push(await raise());
  await pause(8_000);
  for (const alarm of alarms.slice(0, 10)) await answer(alarm);
  for (const alarm of alarms.slice(10)) await expect.poll(() => listArrivals(alarm).size).toBe(3);
  const { latenessMs, lost, afterAnswer } = tally(alarms, Date.now());
  process.stdout.write(
    `real time: ${latenessMs.length} steps, lateness p50 ${percentile(latenessMs, 0.5)} ms, p99 ${percentile(latenessMs, 0.99)} ms\n`,
  );
  expect({ lost, afterAnswer, doubled: doubled() }).toEqual({ lost: [], afterAnswer: [], doubled: [] });
  for (const alarm of alarms.slice(0, 10)) expect([...listArrivals(alarm).keys()]).toEqual([1, 2]);
  for (const alarm of alarms.slice(10)) expect([...listArrivals(alarm).keys()]).toEqual([1, 2, 3]);
  expectWithin('lateness of a step, p99', percentile(latenessMs, 0.99), 2_000);
});

test(`${kills} × kill -9 of all workers: no step lost, doubled, or after an answer`, async () => {
  receiver.received.length = 0;
  const alarms: Alarm[] = [];
  const downs: Down[] = [];
  let isOver = false;
  const raising = (async () => {
    for (let index = 0; !isOver; index += 1) {
      alarms.push(await raise());
      const older = alarms[index - randomInt(5, 30)];
      if (index % 2 === 0 && older && older.acknowledgedAtMs === Number.POSITIVE_INFINITY) await answer(older);
      await pause(randomInt(300, 700));
    }
  })();
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(randomInt(300, 5_000));
    const fromMs = Date.now();
    await Promise.all(workers.map((worker) => worker.stop('SIGKILL')));
    await pause(randomInt(0, 500));
    await startWorkers();
    downs.push([fromMs, Date.now()]);
  }
  isOver = true;
  await raising;
  await pause(19_000);
  // Everything due is delivered by now, or some seconds later.
  const endMs = Date.now() + lateMs;
  await expect.poll(() => tally(alarms, endMs, downs).lost).toEqual([]);
  const { latenessMs, lost, afterAnswer } = tally(alarms, endMs, downs);
  const downMs = downs.map(([from, until]) => until - from);
  const repeated = receiver.received.length - new Set(receiver.received.map(({ webhookId }) => webhookId)).size;
  process.stdout.write(
    `${kills} × kill -9 of all workers: ${alarms.length} alarms, ${latenessMs.length} steps due; ` +
      `lateness after a worker is back p50 ${percentile(latenessMs, 0.5)} ms, p99 ${percentile(latenessMs, 0.99)} ms, max ${Math.max(...latenessMs)} ms; ` +
      `lost ${lost.length}, doubled ${doubled().length}, after an answer ${afterAnswer.length}; sent again under the same id ${repeated}; ` +
      `nobody there for p50 ${percentile(downMs, 0.5)} ms, max ${Math.max(...downMs)} ms\n`,
  );
  expect({ lost, afterAnswer, doubled: doubled() }).toEqual({ lost: [], afterAnswer: [], doubled: [] });
  expectWithin('lateness of a step, p99', percentile(latenessMs, 0.99), 2_000);
  expectWithin('lateness of a step, largest', Math.max(...latenessMs), 10_000);
  const unfinished = `select count(*) from deliveries where channel = 'webhook' and status = 'pending' and due_at < service_now() - interval '5 s'`;
  expect(Number((await database.query(unfinished)).rows[0].count)).toBe(0);
});
