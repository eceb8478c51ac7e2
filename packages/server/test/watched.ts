import { sql } from 'kysely';
import { expect } from 'vitest';
import { writeDeviceUpdates } from '../src/features/devices/devices.service.js';
import { watchDevices } from '../src/features/troubles/troubles.service.js';
import { createContext, system } from '../src/platform/context.js';
import { testServer } from './harness.js';
import { caregiver, device, logIn, patient, reading } from './people.js';

const always = { fromMinute: 0, toMinute: 24 * 60 };

/** What the processes that receive readings do every few seconds. */
export async function writeDevices(): Promise<void> {
  const { processes } = await testServer();
  for (const { platform } of processes) await writeDeviceUpdates(createContext(platform, system), 'all');
}

/** What all processes do every few seconds. People are awake, whatever the time of the test. */
export async function watch(wakingHours = always): Promise<void> {
  const { platform } = await testServer();
  await writeDevices();
  await watchDevices(createContext({ ...platform, config: { ...platform.config, wakingHours } }, system));
}

/**
 * Runs with the process clock at the shifted time of the database: `lastSeen` uses the one, the watch over devices the
 * other.
 */
export async function inServiceTime<T>(work: () => Promise<T>): Promise<T> {
  const { platform, clock } = await testServer();
  const { rows } = await sql<{ now: string }>`select service_now() as now`.execute(platform.db);
  const offsetMs = clock.offsetMs;
  clock.offsetMs = Date.parse(rows[0]?.now ?? '') - Date.now();
  try {
    return await work();
  } finally {
    clock.offsetMs = offsetMs;
  }
}

/** A patient with a caregiver and a device, which sends a reading with `speak`. */
export async function wearer() {
  const ann = await patient();
  const carl = await caregiver({ of: ann });
  const { id, mac } = await inServiceTime(async () => device(await logIn(ann.email)));
  const speak = (changes: object = {}): Promise<void> =>
    inServiceTime(async () => {
      const session = await logIn(ann.email);
      expect(await session.post('/device/sensor-stream', reading(mac, changes))).toHaveStatus(200);
    });
  return { ann, carl, id, speak };
}
