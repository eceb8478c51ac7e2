import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, device, logIn, type Person, patient, reading, root } from '../../../test/people.js';
import { type Context, createContext, system } from '../../platform/context.js';
import { writeDeviceUpdates } from '../devices/devices.service.js';
import { recordListening } from './listening.service.js';
import { watchDevices } from './troubles.service.js';

const hour = 3_600;
let ctx: Context;

beforeAll(async () => {
  ctx = createContext((await testServer()).platform, system);
  await clear();
});

afterAll(clear);

/** Other test files run no jobs: there nothing records that the service receives readings. */
async function clear(): Promise<void> {
  await sql`delete from listening`.execute(ctx.db);
  await sql`delete from listening_gaps`.execute(ctx.db);
}

/** What an API process does every two seconds. */
async function listen(): Promise<void> {
  await writeDeviceUpdates(ctx, 'all');
  await recordListening(ctx);
}

/** The service is down for this long, or is restored from a backup of this age. */
async function beAway(seconds: number): Promise<void> {
  await sql`update listening set heard_until = heard_until - make_interval(secs => ${seconds})`.execute(ctx.db);
  await pass(seconds);
}

/** Runs with the process clock at the shifted time of the database. */
async function inServiceTime<T>(work: () => Promise<T>): Promise<T> {
  const { clock } = await testServer();
  const { rows } = await sql<{ now: string }>`select service_now() as now`.execute(ctx.db);
  const { offsetMs } = clock;
  clock.offsetMs = Date.parse(rows[0]?.now ?? '') - Date.now();
  return work().finally(() => {
    clock.offsetMs = offsetMs;
  });
}

async function wearer() {
  const ann = await patient();
  const carl = await caregiver({ of: ann });
  const { mac } = await inServiceTime(async () => device(await logIn(ann.email)));
  const speak = () =>
    inServiceTime(async () => {
      expect(await (await logIn(ann.email)).post('/device/sensor-stream', reading(mac))).toHaveStatus(200);
    });
  return { ann, carl, speak };
}

const silences = async (carer: Person) =>
  (await carer.get('/caregivers/alerts?status=all')).data.filter(
    ({ type }: { type: string }) => type === 'DEVICE_SILENT',
  );

test('time in which the service was down is not silence; a device silent afterwards raises an alert 30 minutes after the return', async () => {
  await listen();
  const told = await wearer();
  await pass(31 * 60);
  await listen();
  await watchDevices(ctx);
  expect(await silences(told.carl)).toHaveLength(1);
  const [lost, back] = [await wearer(), await wearer()];
  await listen();

  await beAway(2 * hour);
  // The process that checks devices may be back before the one that receives readings.
  await watchDevices(ctx);
  expect(await silences(lost.carl)).toEqual([]);
  await listen();
  await watchDevices(ctx);
  expect(await silences(lost.carl)).toEqual([]);
  expect(await silences(back.carl)).toEqual([]);

  await back.speak();
  await pass(29 * 60);
  await back.speak();
  await listen();
  await watchDevices(ctx);
  expect(await silences(lost.carl)).toEqual([]);
  await pass(65);
  await listen();
  await watchDevices(ctx);
  expect(await silences(lost.carl)).toMatchObject([{ state: 'ESCALATING' }]);
  expect(await silences(back.carl)).toEqual([]);
  // Alerted before the outage: neither alerted again nor closed as recovered.
  expect(await silences(told.carl)).toMatchObject([{ state: 'ESCALATING' }]);

  const { data: log } = await (await root()).get('/admin/logs?level=warning&limit=100');
  expect(log.map(({ message }: { message: string }) => message)).toContainEqual(
    expect.stringMatching(/^Nobody listened to devices for 12[01] min, since /),
  );
});

test('with repeated outages the time between them still counts as silence', async () => {
  await listen();
  const { carl } = await wearer();
  for (let round = 0; round < 4; round++) {
    await pass(8 * 60);
    await listen();
    await watchDevices(ctx);
    expect(await silences(carl), `round ${round}`).toHaveLength(round < 3 ? 0 : 1);
    await beAway(hour);
    await listen();
  }
});

test('if several processes return at once, one records the gap; a restart of 20 s is not a gap', async () => {
  await listen();
  await sql`delete from listening_gaps`.execute(ctx.db);
  await beAway(20);
  await listen();
  const gaps = async () => (await sql`select * from listening_gaps`.execute(ctx.db)).rows;
  expect(await gaps()).toEqual([]);
  await beAway(hour);
  const { processes } = await testServer();
  const others = processes.map(({ platform }) => createContext(platform, system));
  await Promise.all([...others, ...others].map(recordListening));
  expect(await gaps()).toHaveLength(1);
});
