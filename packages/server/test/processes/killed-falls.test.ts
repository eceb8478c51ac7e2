import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isFull } from '../faults/size.js';
import { createDatabase } from '../servers.js';
import { freePort, type Running, send, startServer } from './process.js';

/**
 * A fall at the time of a `kill -9` is either absent and unanswered, or present with all its alerts; answered means
 * present. The clients keep a journal of what they sent and which answers they got; after each kill it is compared with
 * the database.
 */
const kills = isFull ? 20 : 6;
const clients = 8;
const deviceClients = 3;
const caregiversEach = 3;
/** A wearer has at most ten devices: enough for two lives of the server. */
const devicesPerLife = 5;
const password = 'Correct-horse-7!';

interface Entry {
  readonly token: string;
  /** How to find the fall in the database: its idempotency key, or its device. */
  readonly by: { readonly key: string } | { readonly mac: string };
  fallId?: string;
}

let databaseUrl: string;
let env: Record<string, string>;
let server: Running;
let database: pg.Client;
let reporter: string;
let wearers: string[];

beforeAll(async () => {
  databaseUrl = await createDatabase(inject('namespace'), 'killed_falls');
  env = {
    DATABASE_URL: databaseUrl,
    PORT: String(await freePort()),
    JWT_SECRET: 'x'.repeat(32),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_GLOBAL: 'off',
    RATE_LIMIT_SIGNUP: 'off',
    RATE_LIMIT_SENSOR: 'off',
  };
  server = await startServer(env);
  database = new pg.Client({ connectionString: databaseUrl, application_name: 'journal' });
  await database.connect();
  await signUp('CAREGIVER', caregiversEach);
  [reporter = '', ...wearers] = await signUp('PATIENT', 1 + kills / 2);
  await database.query(`
    insert into assignments (caregiver_id, patient_id, assigned_at) select caregiver.id, patient.id, now()
    from users caregiver, users patient where caregiver.role = 'CAREGIVER' and patient.role = 'PATIENT'`);
});

afterAll(async () => {
  await database?.end();
  await server?.stop();
});

/** Returns their tokens. */
function signUp(role: string, count: number): Promise<string[]> {
  const one = async () => {
    const person = { email: `${randomUUID()}@example.org`, password, firstName: 'Ann', lastName: 'Lee', role };
    return (await send(server.base, 'POST', '/auth/signup', person)).body.token as string;
  };
  return Promise.all(Array.from({ length: count }, one));
}

function freshMac(): string {
  const hex = randomUUID().replaceAll('-', '').slice(-10).toUpperCase();
  return `02${hex}`.replace(/(..)(?=.)/g, '$1:');
}

/** The detector rates this as a likely fall at once: 4.6 g with 400 °/s. */
const impact = { accel_x: 0, accel_y: 0, accel_z: 45, gyro_x: 400, gyro_y: 0, gyro_z: 0, uptime_ms: 1_000 };

/** Returns the fall's id. Throws without an answer. */
async function tell({ token, by }: Entry): Promise<string> {
  if ('key' in by) {
    const headers = { 'idempotency-key': by.key };
    const { status, body } = await send(server.base, 'POST', '/falls', { confidence: 0.8 }, token, headers);
    if (status !== 201 || body.data.alerts.caregiverCount !== caregiversEach)
      throw new WrongAnswer(`POST /falls ${status}: ${JSON.stringify(body)}`);
    return body.data.id;
  }
  const reading = { ...impact, device_id: by.mac };
  const { status, body } = await send(server.base, 'POST', '/device/sensor-stream', reading, token);
  if (status !== 200 || body.data.fallEventId === null)
    throw new WrongAnswer(`POST /device/sensor-stream ${status}: ${JSON.stringify(body)}`);
  return body.data.fallEventId;
}

class WrongAnswer extends Error {}

const journal: Entry[] = [];
const wrongAnswers: string[] = [];
let isUp = true;

const listUnanswered = (): Entry[] => journal.filter((entry) => entry.fallId === undefined);

async function attempt(entry: Entry): Promise<void> {
  try {
    entry.fallId = await tell(entry);
  } catch (error) {
    if (error instanceof WrongAnswer) wrongAnswers.push(error.message);
  }
}

/** Repeats unanswered reports, then continues with new falls until the process is killed. */
async function tellUntilKilled(unanswered: Entry[], freshEntry: () => Entry): Promise<void> {
  while (isUp) {
    const repeated = unanswered.shift();
    if (repeated) await attempt(repeated);
    else {
      const entry = freshEntry();
      journal.push(entry);
      await attempt(entry);
    }
  }
}

async function tellAll(wearer: string): Promise<void> {
  const unanswered = listUnanswered();
  let devicesLeft = devicesPerLife;
  const reported = (): Entry => ({ token: reporter, by: { key: randomUUID() } });
  const detected = (): Entry => (devicesLeft-- > 0 ? { token: wearer, by: { mac: freshMac() } } : reported());
  await Promise.all(
    // A life may be short: the devices report at once, while the others repeat.
    Array.from({ length: clients }, (_, i) =>
      i < deviceClients ? tellUntilKilled([], detected) : tellUntilKilled(unanswered, reported),
    ),
  );
}

/** Transactions of a dead process in PostgreSQL end by themselves, in a commit or a rollback. */
async function untilNobodyWorks(): Promise<void> {
  const running = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'fallwatch'`;
  while ((await database.query(running)).rowCount) await new Promise((resolve) => setTimeout(resolve, 10));
}

interface StoredFall {
  readonly id: string;
  readonly name: string;
  readonly alerts: number;
  readonly addressees: number;
}

/** Every fall with its key or device, and its alerts to caregivers. */
async function storedFalls(): Promise<StoredFall[]> {
  const { rows } = await database.query(`
    select falls.id, coalesce(falls.idempotency_key, devices.mac_address) as name,
      count(alerts.id)::integer as alerts, count(distinct alerts.recipient_id)::integer as addressees
    from falls left join devices on devices.id = falls.device_id
      left join alerts on alerts.fall_id = falls.id and alerts.audience = 'CAREGIVER'
    group by falls.id, devices.mac_address`);
  return rows;
}

const entryName = ({ by }: Entry): string => ('key' in by ? by.key : by.mac);

async function countRows(what: string): Promise<number> {
  return Number((await database.query(`select count(*) from ${what}`)).rows[0].count);
}

interface Tally {
  present: number;
  lost: string[];
  halves: string[];
}

/** Compares the database with the journal. */
async function compare(): Promise<Tally> {
  const stored = await storedFalls();
  const ids = new Set(stored.map((fall) => fall.id));
  const names = new Set(stored.map((fall) => fall.name));
  const isHalf = ({ alerts, addressees }: StoredFall) => alerts !== caregiversEach || addressees !== caregiversEach;
  return {
    present: journal.filter((entry) => entry.fallId === undefined && names.has(entryName(entry))).length,
    lost: journal.flatMap(({ fallId }) => (fallId !== undefined && !ids.has(fallId) ? [fallId] : [])),
    halves: stored.filter(isHalf).map((fall) => fall.id),
  };
}

test(`${kills} × kill -9 lose no fall and leave none without its alerts`, async () => {
  const total = { unanswered: 0, present: 0 };
  const [everLost, everHalf] = [new Set<string>(), new Set<string>()];
  for (const wearer of [...wearers, ...wearers]) {
    isUp = true;
    const telling = tellAll(wearer);
    await new Promise((resolve) => setTimeout(resolve, randomInt(20, 700)));
    isUp = false;
    await server.stop('SIGKILL');
    await telling;
    await untilNobodyWorks();
    const { present, lost, halves } = await compare();
    total.unanswered += listUnanswered().length;
    total.present += present;
    for (const id of lost) everLost.add(id);
    for (const id of halves) everHalf.add(id);
    server = await startServer(env);
  }
  const answeredAtOnce = journal.length - listUnanswered().length;
  for (const entry of listUnanswered()) await attempt(entry);

  const stored = await storedFalls();
  const atTheEnd = await compare();
  const byDevice = journal.filter(({ by }) => 'mac' in by).length;
  process.stdout.write(
    `${kills} × kill -9: ${journal.length} falls posted (${byDevice} by the detector), ${answeredAtOnce} answered, ` +
      `${total.unanswered} × unanswered at a kill, of these ${total.present} present; lost ${everLost.size}, halves ${everHalf.size}\n`,
  );
  expect(wrongAnswers).toEqual([]);
  expect({ lost: [...everLost], halves: [...everHalf] }).toEqual({ lost: [], halves: [] });
  expect(atTheEnd).toEqual({ present: 0, lost: [], halves: [] });
  // Every report is answered by now and stored once: no repeat made a second one, nothing else was stored.
  expect(listUnanswered()).toEqual([]);
  expect(stored.map((fall) => `${fall.name} ${fall.id}`).toSorted()).toEqual(
    journal.map((entry) => `${entryName(entry)} ${entry.fallId}`).toSorted(),
  );
  expect(await countRows('alerts where fall_id is null or fall_id not in (select id from falls)')).toBe(0);
  expect(await countRows(`audit_trail where action = 'fall.record'`)).toBe(stored.length);
  // The kills must have interrupted work, or the test would prove nothing.
  expect(total.unanswered).toBeGreaterThan(kills);
  expect(byDevice).toBeGreaterThan(kills);
});
