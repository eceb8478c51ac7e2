import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listen } from '../listener.js';
import { createDatabase } from '../servers.js';
import { expectWithin, percentile } from '../times.js';
import { assign, careEnvironment, connect, fall, logInAsAdmin, type Someone, signUp } from './care.js';
import { type Running, send, startServer } from './process.js';

/**
 * From the fall to the caregiver's live stream, while devices send. `ALERT_LOAD` is readings a second; counted from the
 * start of the fall's transaction, slightly more than from its commit.
 */
const readingsPerSecond = Number(process.env.ALERT_LOAD ?? 50);
const falls = Number(process.env.ALERT_FALLS ?? 100);
const devices = 200;

let server: Running;
let database: pg.Client;
beforeAll(async () => {
  const databaseUrl = await createDatabase(inject('namespace'), 'live_latency');
  server = await startServer(careEnvironment(databaseUrl));
  database = await connect(databaseUrl);
});
afterAll(async () => {
  await database?.end();
  await server?.stop();
});

const createMac = (index: number): string =>
  `02:00:00:00:${Math.floor(index / 256)
    .toString(16)
    .padStart(2, '0')}:${(index % 256).toString(16).padStart(2, '0')}`;

const rest = { accel_x: 0.1, accel_y: 0.2, accel_z: 9.8, gyro_x: 1, gyro_y: -1, gyro_z: 0.5 };

/** Open loop: a late answer does not slow the other requests down. */
function stream(wearers: readonly Someone[]): () => Promise<number> {
  let isOver = false;
  let sent = 0;
  const done = (async () => {
    while (!isOver) {
      for (let each = 0; each < readingsPerSecond / 20; each += 1) {
        const index = sent % devices;
        sent += 1;
        const reading = { ...rest, device_id: createMac(index), uptime_ms: sent * 1_000 };
        const { token } = wearers[Math.floor(index / 10)] as Someone;
        send(server.base, 'POST', '/device/sensor-stream', reading, token).catch(() => {});
      }
      await pause(50);
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return sent;
  };
}

test(`a fall is on the caregiver's live stream in time, with ${readingsPerSecond} readings a second beside it`, async () => {
  const [admin, caregiver] = [await logInAsAdmin(server.base), await signUp(server.base, 'CAREGIVER')];
  // Each person falls once: further falls within a minute would share their notices.
  const patients: Someone[] = [];
  const addPatients = async (): Promise<void> => {
    while (patients.length < falls) {
      const patient = await signUp(server.base, 'PATIENT');
      await assign(server.base, admin, caregiver, patient);
      patients.push(patient);
    }
  };
  await Promise.all([addPatients(), addPatients(), addPatients(), addPatients()]);
  const wearers: Someone[] = [];
  for (let index = 0; index < devices / 10; index += 1) wearers.push(await signUp(server.base, 'PATIENT'));
  const heardAtMs = new Map<string, number>();
  const listener = await listen(server.base, {
    token: caregiver.token,
    onEvent: ({ type, data }) => {
      if (type === 'alert.raised' && !heardAtMs.has(data.fallId)) heardAtMs.set(data.fallId, Date.now());
    },
  });
  await expect.poll(() => listener.heard.some(({ type }) => type === 'ready')).toBe(true);
  const stop = stream(wearers);
  await pause(2_000);
  for (const patient of patients.slice(0, falls)) {
    await fall(server.base, patient);
    await pause(100);
  }
  await expect.poll(() => heardAtMs.size).toBe(falls);
  await expect.poll(() => countSent(caregiver)).toBe(falls);
  const readings = await stop();
  const { rows } = await database.query('select fall_id, raised_at from escalations');
  const delays = rows.map((row) => (heardAtMs.get(row.fall_id) ?? Number.POSITIVE_INFINITY) - row.raised_at.getTime());
  listener.close();
  process.stdout.write(
    `${falls} falls beside ${readings} readings: on the live stream p50 ${percentile(delays, 0.5)} ms, p99 ${percentile(delays, 0.99)} ms, max ${Math.max(...delays)} ms\n`,
  );
  expect(rows).toHaveLength(falls);
  expectWithin('a fall on the live stream, p50', percentile(delays, 0.5), 200);
  expectWithin('a fall on the live stream, p99', percentile(delays, 0.99), 2_000);
});

async function countSent({ id }: Someone): Promise<number> {
  const statement = `select count(*) from deliveries where channel = 'live' and status = 'sent' and recipient_id = $1`;
  return Number((await database.query(statement, [id])).rows[0].count);
}
