import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { send } from './process.js';

export const password = 'Correct-horse-7!';
export const rootAdmin = { email: 'root@example.org', password };

/** Settings of a process for tests of alerts. */
export function careEnvironment(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    JWT_SECRET: 'x'.repeat(32),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_GLOBAL: 'off',
    RATE_LIMIT_SIGNUP: 'off',
    RATE_LIMIT_LOGIN: 'off',
    RATE_LIMIT_RECOVERY: 'off',
    RATE_LIMIT_SENSOR: 'off',
    RATE_LIMIT_EVENTS: 'off',
    WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
    ADMIN_EMAIL: rootAdmin.email,
    ADMIN_PASSWORD: rootAdmin.password,
  };
}

export interface Someone {
  readonly id: string;
  readonly token: string;
}

export async function signUp(base: string, role: 'PATIENT' | 'CAREGIVER'): Promise<Someone> {
  const person = { email: `${randomUUID()}@example.org`, password, firstName: 'Ann', lastName: 'Lee', role };
  const { body } = await send(base, 'POST', '/auth/signup', person);
  return { id: body.data.id, token: body.token };
}

export async function logInAsAdmin(base: string): Promise<Someone> {
  const { body } = await send(base, 'POST', '/auth/login', rootAdmin);
  return { id: body.data.id, token: body.token };
}

export async function assign(base: string, admin: Someone, caregiver: Someone, patient: Someone): Promise<void> {
  const pair = { patientId: patient.id, relationship: 'Nurse' };
  await send(base, 'POST', `/caregivers/${caregiver.id}/patients`, pair, admin.token);
}

export async function fall(base: string, patient: Someone, confidence = 0.8): Promise<string> {
  const { status, body } = await send(base, 'POST', '/falls', { confidence }, patient.token);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data.id;
}

export async function acknowledge(base: string, caregiver: Someone, fallId: string): Promise<void> {
  const { body } = await send(base, 'GET', '/caregivers/alerts', undefined, caregiver.token);
  const alert = body.data.find((one: { fallId: string }) => one.fallId === fallId);
  await send(base, 'POST', `/caregivers/alerts/${alert.id}/acknowledge`, {}, caregiver.token);
}

export async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'watcher' });
  await client.connect();
  return client;
}
