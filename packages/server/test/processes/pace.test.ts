import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, send, startServer } from './process.js';

/**
 * Ten new devices send once a second to a server that has just started on its embedded database. Their first readings
 * wait for their registration, and the process is busy with its first use of everything: neither may cause a refusal.
 */
const devices = 10;
const seconds = 15;
const intervalMs = 1_000;
const toleranceMs = 200;

let dataDir: string;
let server: Running;
let token: string;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-pace-'));
  server = await startServer({ DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'silent' });
  const person = {
    email: `${randomUUID()}@example.org`,
    password: 'Correct-horse-7!',
    firstName: 'Ann',
    lastName: 'Lee',
  };
  token = (await send(server.base, 'POST', '/auth/signup', person)).body.token;
});

afterAll(async () => {
  agent.destroy();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Handed {
  readonly status: number;
  /** The reading was handed to the network between these two times. */
  readonly fromMs: number;
  readonly toMs: number;
}

function sendReading(mac: string, uptimeMs: number): Promise<Handed> {
  const motion = { accel_x: 0.1, accel_y: 0.2, accel_z: 9.81, gyro_x: 0.5, gyro_y: -0.3, gyro_z: 0.1 };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const fromMs = performance.now();
    let toMs = fromMs;
    const sent = request(`${server.base}/device/sensor-stream`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, fromMs, toMs }));
    });
    sent.on('finish', () => {
      toMs = performance.now();
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ device_id: mac, ...motion, uptime_ms: uptimeMs }));
  });
}

const sleepUntil = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, ms - performance.now())));

/** One reading a second by the clock, whatever happened to the one before. */
async function streamAtPace(mac: string, startMs: number): Promise<Handed[]> {
  const answers: Promise<Handed>[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await sleepUntil(startMs + second * intervalMs);
    answers.push(sendReading(mac, 1_000 + second * intervalMs));
  }
  return Promise.all(answers);
}

/** Refusals caused by this sender: it was held up and sent two readings within a second. */
function countOwnFaults(handed: readonly Handed[]): number {
  let dueMs = 0;
  let faults = 0;
  for (const { status, fromMs, toMs } of handed) {
    if (status === 429 && fromMs < dueMs - toleranceMs) faults += 1;
    else dueMs = Math.max(toMs, dueMs) + intervalMs;
  }
  return faults;
}

const freshMac = (): string => `02${randomUUID().replaceAll('-', '').slice(-10)}`;

test('ten new devices at 1/s are never refused by a slow server; a second reading within the second is', async () => {
  const macs = Array.from({ length: devices }, freshMac);
  const startMs = performance.now() + 100;
  const streams = await Promise.all(macs.map((mac) => streamAtPace(mac, startMs)));
  const refused = streams.flat().filter(({ status }) => status === 429).length;
  const ownFaults = streams.reduce((sum, stream) => sum + countOwnFaults(stream), 0);

  let attempts = 0;
  for (const mac of macs) {
    // A process held up for most of a second cannot tell the two apart: such a pair proves nothing.
    for (let status = 0; status !== 429; attempts += 1) {
      expect(attempts).toBeLessThan(20 * devices);
      await sleepUntil(performance.now() + intervalMs + toleranceMs);
      const pair = [sendReading(mac, 60_000 + attempts * 2_000), sendReading(mac, 60_100 + attempts * 2_000)];
      const statuses = (await Promise.all(pair)).map((one) => one.status).toSorted();
      expect(statuses[0]).toBe(200);
      status = statuses[1] ?? 0;
    }
  }
  process.stdout.write(
    `proof: ${devices} new devices at 1/s for ${seconds} s on a just started server: ${refused} of ${devices * seconds} refused, ` +
      `${ownFaults} of them sent too early by the sender; a second one within the second: 429 for ${devices} of ${devices}, in ${attempts} attempts\n`,
  );
  expect(streams.flat().filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  expect(refused - ownFaults).toBe(0);
});
