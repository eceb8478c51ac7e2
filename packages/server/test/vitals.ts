import { sql } from 'kysely';
import { expect } from 'vitest';
import { rollUpVitals } from '../src/features/recorder/vitals-roll-up.service.js';
import { type Context, createContext, system } from '../src/platform/context.js';
import { readingsRecorded, testServer } from './harness.js';
import { type Person, reading } from './people.js';

/** Vitals of people whose devices sent readings at chosen times. */

export const minuteMs = 60_000;
export const settledAfterMs = 30_000;
export const iso = (ms: number): string => new Date(ms).toISOString();

export async function serviceContext(): Promise<Context> {
  return createContext((await testServer()).platform, system);
}

/** Runs at this time. The clock is reset at the end: other tests share it. */
export async function at<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { clock } = await testServer();
  const before = clock.offsetMs;
  clock.offsetMs = ms - Date.now();
  try {
    return await work();
  } finally {
    clock.offsetMs = before;
  }
}

/** A full hour that is not rolled up yet: earlier tests may have moved the progress ahead. */
export async function freshHour(): Promise<number> {
  const ctx = await serviceContext();
  await rollUpVitals(ctx);
  const { foldedTo } = await ctx.db.selectFrom('vitalsProgress').select('foldedTo').executeTakeFirstOrThrow();
  const hourMs = 60 * minuteMs;
  return Math.ceil(Date.parse(foldedTo) / hourMs) * hourMs;
}

let uptime = 0;
export function send(person: Person, mac: string, ms: number, vitals: object): Promise<unknown> {
  uptime += 1_000;
  return at(ms, async () => {
    const answer = await person.post('/device/sensor-stream', reading(mac, { uptime_ms: uptime, ...vitals }));
    expect(answer).toHaveStatus(200);
  });
}

export async function rollUpTo(ms: number): Promise<void> {
  await readingsRecorded();
  const ctx = await serviceContext();
  await at(ms + settledAfterMs, () => rollUpVitals(ctx));
}

export const own = (person: Person, fromMs: number, toMs: number, step: number) =>
  person.get(`/patients/me/vitals?from=${iso(fromMs)}&to=${iso(toMs)}&step=${step}`);

export async function vitalsRows(person: Person) {
  const { platform } = await testServer();
  const query = sql<{ minute: string }>`
    select vitals.* from vitals join devices on devices.key = vitals.device_key
    where devices.user_id = ${person.id} order by minute`;
  return (await query.execute(platform.db)).rows;
}
