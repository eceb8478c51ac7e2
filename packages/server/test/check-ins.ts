import { sql } from 'kysely';
import { expect } from 'vitest';
import { watchCheckIns } from '../src/features/check-ins/days.service.js';
import { createContext, system } from '../src/platform/context.js';
import { listAlerts } from './alerts.js';
import { pass } from './engine.js';
import { testServer } from './harness.js';
import { caregiver, type Person, patient } from './people.js';

/** The time of the service, which other tests have moved. */
export async function serviceNowMs(): Promise<number> {
  const { platform } = await testServer();
  const { rows } = await sql<{ now: string }>`select service_now() as now`.execute(platform.db);
  return Date.parse((rows[0] as { now: string }).now);
}

/** The time of day in UTC, so many minutes from now. */
export async function timeIn(minutes: number): Promise<string> {
  return new Date((await serviceNowMs()) + minutes * 60_000).toISOString().slice(11, 16);
}

/** A check-in whose window is open: it ends in so many minutes. */
export async function checkInWithin(minutes: number, person: Pick<Person, 'id'>, by: Person, more: object = {}) {
  const changes = { by: await timeIn(minutes), zone: 'UTC', ...more };
  return by.put(`/patients/${person.id}/check-in`, changes);
}

/** A round of the job. */
export async function watchDays(): Promise<void> {
  await watchCheckIns(createContext((await testServer()).platform, system));
}

/** Moves the time of the service there. Other files go on at their own time: move it back at the end. */
export async function moveTo(ms: number): Promise<void> {
  await pass((ms - (await serviceNowMs())) / 1_000);
}

/** Returns what moves the time back. */
export async function keepTime(): Promise<() => Promise<void>> {
  const aheadMs = (await serviceNowMs()) - Date.now();
  return async () => moveTo(Date.now() + aheadMs);
}

/** A wearer with a caregiver, whose window is open for so many minutes more. */
export async function scene(minutes = 60, more: object = {}) {
  const ann = await patient();
  const carl = await caregiver({ of: ann });
  expect(await checkInWithin(minutes, ann, carl, more)).toHaveStatus(200);
  const alerts = async () =>
    (await listAlerts(carl, '?status=all')).filter(({ type }: { type: string }) => type === 'CHECK_IN_MISSED');
  return { ann, carl, alerts };
}
