import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { say } from '../faults/say.js';
import { isFull } from '../faults/size.js';
import { type Listener, listen } from '../listener.js';
import { createDatabase } from '../servers.js';
import { expectWithin, percentile } from '../times.js';
import { assign, careEnvironment, connect, fall, logInAsAdmin, password, type Someone, signUp } from './care.js';
import { type Running, send, startServer } from './process.js';
import { addWebhook, type Receiver, startReceiver } from './receiver.js';

/**
 * One account cannot delay another's alert. Several victims fall in turn; their caregiver resolves each fall. At the
 * same time other accounts report falls of the highest confidence as fast as they are answered, or thousands of their
 * escalations become due at once. Each scene is compared with a quiet one just before it, over a webhook and over the
 * live stream: from the answer to the fall to the receipt of its notice, and `begun` from the start of its transaction.
 */
const size = isFull
  ? { victimFalls: 30, everyMs: 3_000, floodFalls: 4_000, due: 4_000 }
  : { victimFalls: 6, everyMs: 1_000, floodFalls: 400, due: 1_000 };
const inFlight = 12;
const strangers = 10;
/** Victims take turns, so that no fall joins the escalation of the one before. */
const victimCount = 25;
/** The longest wait for a flood from several accounts. */
const longestMs = isFull ? 240_000 : 8_000;
/** A notice that has not arrived by then counts with this delay. */
const giveUpMs = 60_000;
const promisedMs = 2_000;

let server: Running;
let receiver: Receiver;
let database: pg.Client;
let listener: Listener;
let victims: Someone[];
let caregiver: Someone;
let flooders: Someone[];
const heardAtMs = new Map<string, number>();

beforeAll(async () => {
  const databaseUrl = await createDatabase(inject('namespace'), 'flood');
  receiver = await startReceiver();
  server = await startServer(careEnvironment(databaseUrl));
  database = await connect(databaseUrl);
  const admin = await logInAsAdmin(server.base);
  for (const name of ['second', 'third']) {
    const account = { email: `${name}@example.org`, password, firstName: 'Ada', lastName: 'Min', role: 'ADMIN' };
    await send(server.base, 'POST', '/admin/users', account, admin.token);
  }
  caregiver = await signUp(server.base, 'CAREGIVER');
  await addWebhook(server.base, caregiver, receiver.url);
  const patients = await Promise.all(
    Array.from({ length: victimCount + strangers }, () => signUp(server.base, 'PATIENT')),
  );
  [victims, flooders] = [patients.slice(0, victimCount), patients.slice(victimCount)];
  for (const victim of victims) await assign(server.base, admin, caregiver, victim);
  listener = await listen(server.base, {
    token: caregiver.token,
    onEvent: ({ type, data }) => {
      if (type === 'alert.raised' && !heardAtMs.has(data.fallId)) heardAtMs.set(data.fallId, Date.now());
    },
  });
  while (!listener.heard.some(({ type }) => type === 'ready')) await pause(20);
});
afterAll(async () => {
  listener?.close();
  receiver?.close();
  await database?.end();
  await server?.stop();
});

/** In milliseconds, by channel. */
interface Delays {
  readonly webhook: number[];
  readonly live: number[];
  /** Both channels, counted from the start of the fall's transaction. */
  readonly begun: number[];
}

let turn = 0;

/** One fall of a victim: waits for both notices, then resolves it. A refused fall counts as never notified. */
async function victimFalls({ webhook, live, begun }: Delays): Promise<void> {
  const victim = victims[turn++ % victims.length] as Someone;
  const fallId = await fall(server.base, victim).catch(() => undefined);
  const answeredAtMs = Date.now();
  const arrivals = () => [
    receiver.received.find((notice) => notice.fallId === fallId && notice.path === `/${caregiver.id}`)?.atMs,
    heardAtMs.get(fallId ?? ''),
  ];
  while (fallId && arrivals().includes(undefined) && Date.now() < answeredAtMs + giveUpMs) await pause(20);
  const [calledAtMs = answeredAtMs + giveUpMs, toldAtMs = answeredAtMs + giveUpMs] = arrivals();
  webhook.push(Math.max(1, calledAtMs - answeredAtMs));
  live.push(Math.max(1, toldAtMs - answeredAtMs));
  if (fallId === undefined) return;
  const { rows } = await database.query('select raised_at from escalations where fall_id = $1', [fallId]);
  begun.push(Math.max(calledAtMs, toldAtMs) - rows[0].raised_at.getTime());
  await send(server.base, 'POST', `/falls/${fallId}/resolve`, { outcome: 'HELPED' }, caregiver.token);
}

/** Reports falls at fixed times, however late earlier notices are; until `isOver`, and at least the asked number. */
async function measure(isOver: () => boolean = () => true): Promise<Delays> {
  const delays: Delays = { webhook: [], live: [], begun: [] };
  const falls: Promise<void>[] = [];
  while (falls.length < size.victimFalls || !isOver()) {
    falls.push(victimFalls(delays));
    await pause(size.everyMs);
  }
  await Promise.all(falls);
  return delays;
}

interface Flood {
  readonly accepted: number;
  readonly refused: number;
  readonly seconds: number;
}

/** Starts a flood from these accounts; returns whether it is over, and how to end it. */
function flood(people: readonly Someone[]) {
  const script = fileURLToPath(new URL('./flooder.mjs', import.meta.url));
  const options = [server.base, inFlight, size.floodFalls, 1, ...people.map(({ token }) => token)].map(String);
  const child: ChildProcess = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout?.on('data', (piece) => {
    output += piece;
  });
  const ended = once(child, 'exit');
  const startedAt = performance.now();
  return {
    isOver: () => child.exitCode !== null || performance.now() - startedAt > longestMs,
    end: async (): Promise<Flood> => {
      if (child.exitCode === null) child.kill('SIGTERM');
      await ended;
      return JSON.parse(output);
    },
  };
}

const figures = (delays: readonly number[]) =>
  `p50 ${Math.round(percentile(delays, 0.5))} ms, p99 ${Math.round(percentile(delays, 0.99))} ms`;

function report(scene: string, quiet: Delays, busy: Delays, counts: string): void {
  for (const channel of ['webhook', 'live', 'begun'] as const) {
    const ratio = percentile(busy[channel], 0.99) / percentile(quiet[channel], 0.99);
    say(
      `${scene}, ${channel}`,
      `quiet ${figures(quiet[channel])}; flooded ${figures(busy[channel])}; ratio of p99 ${ratio.toFixed(1)}; ` +
        `${quiet[channel].length} and ${busy[channel].length} falls of others; ${counts}`,
    );
  }
}

function expectInTime(busy: Delays): void {
  expectWithin('a webhook beside a flood, p99', percentile(busy.webhook, 0.99), promisedMs);
  expectWithin('the live stream beside a flood, p99', percentile(busy.live, 0.99), promisedMs);
}

/** The falls of these people, and how many of them are in no list. */
async function countUnlisted(): Promise<{ falls: number; unlisted: number }> {
  const { rows } = await database.query(
    `select count(*)::integer as falls,
      count(*) filter (where not exists (select 1 from alerts where alerts.fall_id = falls.id))::integer as unlisted
    from falls where user_id = any($1)`,
    [flooders.map(({ id }) => id)],
  );
  return rows[0];
}

test.each([
  { scene: 'flood of falls from one account', count: 1 },
  { scene: `flood of falls from ${strangers} accounts`, count: strangers },
])('$scene delays nobody else', async ({ scene, count }) => {
  const before = (await countUnlisted()).falls;
  const quiet = await measure();
  const flooding = flood(flooders.slice(0, count));
  await pause(1_000);
  const busy = await measure(flooding.isOver);
  const { accepted, refused, seconds } = await flooding.end();
  const { falls, unlisted } = await countUnlisted();
  report(
    scene,
    quiet,
    busy,
    `${accepted} falls in ${Math.round(seconds)} s, ${refused} refused, ${unlisted} without an alert`,
  );
  // Requests of the flood that wait too long are refused; every accepted one is recorded and listed.
  expect({ unlisted, recorded: falls - before }).toEqual({ unlisted: 0, recorded: accepted });
  expectInTime(busy);
});

/** As many open escalations as a flood left before reports of one person shared an escalation, all due now. */
async function letRepeatsComeDue(): Promise<void> {
  await database.query(
    `insert into escalations (id, patient_id, type, severity, message, plan, raised_at, started_at, step, position, due_at)
    select gen_random_uuid(), patient_id, type, severity, message, plan, raised_at, started_at, step, position, service_now()
    from (select * from escalations where patient_id = $1 and type = 'FALL_DETECTED' limit 1) one,
      generate_series(1, $2)`,
    [flooders[0]?.id, size.due],
  );
}

test('escalations of a flood that fall due together delay nobody else', async () => {
  const quiet = await measure();
  await letRepeatsComeDue();
  const busy = await measure();
  const { rows } = await database.query(
    `select count(*)::integer as waiting from escalations where due_at < service_now() - interval '10 s'`,
  );
  report(`${size.due} escalations of one account due at once`, quiet, busy, `${rows[0].waiting} still waiting`);
  expectInTime(busy);
});
