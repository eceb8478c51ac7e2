/**
 * One process on a machine with a wrong clock, beside one with a correct clock (Debian's libfaketime). All times it
 * writes are the database's, its tokens are valid everywhere, and it reports its machine's wrong clock.
 */
import { existsSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { faketimeLibrary, wrongBy } from '../faults/faketime.js';
import { say } from '../faults/say.js';
import { freshMac, reading } from '../people.js';
import { createDatabase, deleteStreams, servers } from '../servers.js';
import { assign, careEnvironment, connect, fall, logInAsAdmin, type Someone, signUp } from './care.js';
import { freePort, type Running, send, startServer } from './process.js';

/** Columns that are in the future on purpose: when something is due or ends. */
const ahead = ['due_at', 'reach_by', 'expires_at', 'next_attempt_at', 'held_until'];
/** Tolerance of a comparison. */
const toleranceMs = 500;
/** Minutes are truncated to their start, and counted after they have ended. */
const behindMs = 300_000;

test('Debian’s faketime is installed', () => expect(existsSync(faketimeLibrary)).toBe(true));

interface Pair {
  readonly database: pg.Client;
  readonly right: Running;
  readonly wrong: Running;
  readonly metrics: string;
  readonly startedAt: string;
  readonly readyAfterMs: number;
  readonly stop: () => Promise<void>;
}

/** A process whose machine is wrong by `shift`, and one whose machine is right, on the same database. */
async function startPair(word: string, shift: string): Promise<Pair> {
  const url = await createDatabase(inject('namespace'), `clock_${word}`);
  const namespace = `${inject('namespace')}_${word}`;
  const drivers = { NATS_URL: servers.nats, REDIS_URL: servers.redis, NAMESPACE: namespace };
  const env = { ...careEnvironment(url), LOG_LEVEL: 'warn', ...drivers };
  const database = await connect(url);
  const startedAt = (await database.query('select now()')).rows[0].now;
  const operationsPort = String(await freePort());
  const beganMs = performance.now();
  // The wrong one starts alone: it migrates, creates the admin, and does all the work of a process.
  const wrong = await startServer({ ...env, ...wrongBy(shift), OPERATIONS_PORT: operationsPort });
  const readyAfterMs = performance.now() - beganMs;
  const right = await startServer({ ...env, ROLES: 'api' });
  const stop = async (): Promise<void> => {
    await Promise.all([wrong.stop('SIGKILL'), right.stop('SIGKILL')]);
    await database.end();
    await deleteStreams(namespace);
  };
  return {
    database,
    right,
    wrong,
    metrics: `http://127.0.0.1:${operationsPort}/metrics`,
    startedAt,
    readyAfterMs,
    stop,
  };
}

/** Something of everything that a process writes a time for. */
async function writeTimes({ wrong, database }: Pair): Promise<void> {
  const [patient, carer] = [await signUp(wrong.base, 'PATIENT'), await signUp(wrong.base, 'CAREGIVER')];
  await assign(wrong.base, await logInAsAdmin(wrong.base), carer, patient);
  const mac = freshMac();
  for (let second = 1; second <= 3; second++)
    await stream(wrong, patient, reading(mac, { uptime_ms: second * 1_000, battery_level: 4, heart_rate: 70 }));
  await stream(wrong, patient, reading(mac, { uptime_ms: 4_000, accel_x: 45, gyro_x: 400 }));
  await fall(wrong.base, patient);
  const message = { recipientId: carer.id, content: 'hello', type: 'TEXT' };
  expect((await send(wrong.base, 'POST', '/messages', message, patient.token)).status).toBe(201);
  const seen = `select count(*)::int as count from readings`;
  await expect.poll(async () => (await database.query(seen)).rows[0].count).toBeGreaterThanOrEqual(4);
  await expect
    .poll(async () => (await database.query('select last_seen from devices')).rows[0].last_seen)
    .not.toBeNull();
}

describe.each([
  ['ahead', '+1h', 3_600_000],
  ['behind', '-1h', -3_600_000],
] as const)('a machine one hour %s', (word, shift, shiftMs) => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair(word, shift);
  });
  afterAll(() => pair?.stop());

  test('it reports it: DEGRADED, a metric, a line in the process log; the other process is healthy', async () => {
    const { wrong, right, metrics, readyAfterMs } = pair;
    const { body } = await send(wrong.base, 'GET', '/health');
    expect(body.data).toMatchObject({ status: 'DEGRADED', checks: { clock: { status: 'DOWN' } } });
    expect(Math.abs(body.data.checks.clock.offsetMs - shiftMs)).toBeLessThan(30_000);
    expect((await send(right.base, 'GET', '/health')).body.data).toMatchObject({ checks: { clock: { status: 'UP' } } });
    const line = /^fallwatch_clock_offset_seconds (\S+)$/m.exec(await (await fetch(metrics)).text());
    expect(Math.abs(Number(line?.[1]) - shiftMs / 1_000)).toBeLessThan(30);
    expect(wrong.output()).toContain('differs from the database clock');
    expect(right.output()).not.toContain('differs from the database clock');
    say(
      `a process whose machine is an hour ${word}`,
      `DEGRADED ${Math.round(readyAfterMs)} ms after its start, offset ${body.data.checks.clock.offsetMs} ms`,
    );
  });

  test('no time that it writes is ahead of the database, or an hour behind', async () => {
    const { database, startedAt } = pair;
    await writeTimes(pair);
    const columns = await timeColumns(database);
    expect(columns.length).toBeGreaterThan(30);
    let stamped = 0;
    for (const { table, column } of columns) {
      const { rows } = await database.query(
        `select count("${column}")::int as stamped,
          count(*) filter (where "${column}" > clock_timestamp() + $1::interval)::int as early,
          count(*) filter (where "${column}" < $2::timestamptz - $3::interval)::int as late
        from "${table}"`,
        [`${toleranceMs} ms`, startedAt, `${behindMs} ms`],
      );
      stamped += rows[0].stamped;
      expect({ table, column, ...rows[0] }).toMatchObject({ early: 0, late: 0 });
    }
    say(`times written by a machine an hour ${word}`, `${stamped} in ${columns.length} columns, none ahead or behind`);
  });

  test('its tokens are valid at the other process at once, and the other way round', async () => {
    const { wrong, right } = pair;
    const [one, other] = [await signUp(wrong.base, 'PATIENT'), await signUp(right.base, 'PATIENT')];
    expect((await send(right.base, 'GET', '/me', undefined, one.token)).status).toBe(200);
    expect((await send(wrong.base, 'GET', '/me', undefined, other.token)).status).toBe(200);
    const { iat } = JSON.parse(Buffer.from(one.token.split('.')[1] as string, 'base64url').toString());
    expect(Math.abs(iat * 1_000 - Date.now())).toBeLessThan(60_000);
  });
});

async function stream({ base }: Running, { token }: Someone, body: object): Promise<void> {
  const sent = await send(base, 'POST', '/device/sensor-stream', body, token);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
}

/** Of all tables, except those in the future on purpose. */
async function timeColumns(database: pg.Client): Promise<{ table: string; column: string }[]> {
  const { rows } = await database.query(
    `select table_name as table, column_name as column from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      and not column_name = any($1)`,
    [ahead],
  );
  return rows;
}
