import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { reportFall } from './alerts.js';
import { pass } from './engine.js';
import { testServer } from './harness.js';
import { caregiver, type Person, patient } from './people.js';

/** A ward of its own: other tests count in the statistics of everybody. */
export interface Ward {
  readonly ward: string;
  readonly rose: Person;
  readonly noah: Person;
}

export async function createWard(): Promise<Ward> {
  const rose = await patient();
  const [noah, ward] = [await caregiver({ of: rose }), `Ward ${randomUUID()}`];
  await noah.put(`/patients/${rose.id}`, { room: '12', ward });
  return { ward, rose, noah };
}

/** More than a minute after the fall before: falls of one person within a minute count once. */
export async function fall(person: Person): Promise<string> {
  await pass(61);
  return reportFall(person);
}

export async function moveFall(fallId: string, at: string): Promise<void> {
  const { platform } = await testServer();
  await sql`update escalations set raised_at = ${at}, first_acknowledged_at = null where fall_id = ${fallId}`.execute(
    platform.db,
  );
}

export const readStatistics = async (person: Person, path: string) => (await person.get(`/statistics/${path}`)).data;
