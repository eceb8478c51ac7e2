import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { formatCredential, newSecret } from '../../src/access/credential-token.js';
import { hashToken } from '../../src/platform/tokens.js';
import { signToken } from '../session-token.js';

/** A patient with one device, one session and one credential of the device, assigned to every caregiver. */
export interface Wearer {
  readonly userId: string;
  readonly sessionId: string;
  readonly deviceId: string;
  readonly mac: string;
  readonly token: string;
  readonly credentialId: string;
  readonly secretHash: string;
  /** The password over MQTT. */
  readonly credential: string;
}

export const caregiversEach = 2;

const insertWearers = `
  with sent as (select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as w (user_id, session_id, device_id, mac)),
    u as (insert into users (id, email, email_key, first_name, last_name, role, created_at, updated_at)
      select user_id, lower(mac) || '@example.org', lower(mac) || '@example.org', 'Ann', 'Lee', 'PATIENT', now(), now()
      from sent),
    s as (insert into sessions (id, user_id, created_at, expires_at)
      select session_id, user_id, now(), now() + interval '1 day' from sent)
  insert into devices (id, user_id, mac_address, name, created_at, updated_at)
  select device_id, user_id, mac, 'Watch', now(), now() from sent`;

const insertCredentials = `
  insert into device_credentials (id, device_id, secret_hash, created_at)
  select *, now() from unnest($1::uuid[], $2::uuid[], $3::text[])`;

const insertCaregivers = `
  insert into users (id, email, email_key, first_name, last_name, role, created_at, updated_at)
  select gen_random_uuid(), email, email, 'Bob', 'Kay', 'CAREGIVER', now(), now()
  from unnest($1::text[]) as email`;

const assignAll = `
  insert into assignments (caregiver_id, patient_id, assigned_at) select caregiver.id, patient.id, now()
  from users caregiver, users patient where caregiver.role = 'CAREGIVER' and patient.role = 'PATIENT'`;

/**
 * Inserted by SQL: hundreds of sign-ups would take a minute of password hashing. `first`: other people than those of
 * another database.
 */
export async function makeWearers(databaseUrl: string, count: number, first = 0): Promise<Wearer[]> {
  const wearers = await Promise.all(Array.from({ length: count }, (_, index) => makeWearer(first + index)));
  const column = (name: keyof Wearer) => wearers.map((wearer) => wearer[name]);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(insertWearers, [column('userId'), column('sessionId'), column('deviceId'), column('mac')]);
    await client.query(insertCredentials, [column('credentialId'), column('deviceId'), column('secretHash')]);
    const carers = Array.from({ length: caregiversEach }, (_, index) => `carer${first + index + 1}@example.org`);
    await client.query(insertCaregivers, [carers]);
    await client.query(assignAll);
    await client.query('analyze');
  } finally {
    await client.end();
  }
  return wearers;
}

async function makeWearer(index: number): Promise<Wearer> {
  const [userId, sessionId, deviceId, credentialId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const deviceSecret = newSecret();
  const mac = (0x02_00_00_00_00_00 + index)
    .toString(16)
    .toUpperCase()
    .padStart(12, '0')
    .replace(/(..)(?=.)/g, '$1:');
  const token = await signToken(userId, sessionId);
  const credential = formatCredential(credentialId, deviceSecret);
  return { userId, sessionId, deviceId, mac, token, credentialId, secretHash: hashToken(deviceSecret), credential };
}
