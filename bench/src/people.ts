import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import pg from 'pg';

/** A wearer with one device and one session. */
export interface Wearer {
  readonly userId: string;
  readonly sessionId: string;
  readonly deviceId: string;
  readonly macAddress: string;
  readonly token: string;
}

export const secret = randomBytes(32).toString('base64');
const lifeMs = 24 * 3_600_000;
/** Rows per statement, tokens signed at a time. */
const pieceSize = 5_000;

/** `skipped`: MAC addresses that other wearers have. */
export async function makeWearers(count: number, skipped = 0): Promise<Wearer[]> {
  const wearers: Wearer[] = [];
  for (let first = 0; first < count; first += pieceSize) {
    const piece = Array.from({ length: Math.min(pieceSize, count - first) }, (_, index) =>
      makeWearer(skipped + first + index),
    );
    wearers.push(...(await Promise.all(piece)));
  }
  return wearers;
}

async function makeWearer(index: number): Promise<Wearer> {
  const [userId, sessionId, deviceId] = [randomUUID(), randomUUID(), randomUUID()];
  const hex = (0x02_00_00_00_00_00 + index).toString(16).toUpperCase().padStart(12, '0');
  return { userId, sessionId, deviceId, macAddress: hex.replace(/(..)(?=.)/g, '$1:'), token: await sign() };

  /** The same as access/token.ts of the server. */
  function sign(): Promise<string> {
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(userId)
      .setIssuer('fallwatch')
      .setAudience('fallwatch-api')
      .setIssuedAt()
      .setExpirationTime(new Date(Date.now() + lifeMs))
      .sign(Buffer.from(secret));
  }
}

const insertWearers = `
  with sent as (select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as w (user_id, session_id, device_id, mac)),
    u as (insert into users (id, email, email_key, first_name, last_name, role, created_at, updated_at)
      select user_id, mac || '@example.org', lower(mac) || '@example.org', 'Bench', 'Wearer', 'PATIENT', now(), now()
      from sent),
    s as (insert into sessions (id, user_id, created_at, expires_at)
      select session_id, user_id, now(), now() + interval '1 day' from sent)
  insert into devices (id, user_id, mac_address, name, created_at, updated_at)
  select device_id, user_id, mac, 'Bench', now(), now() from sent`;

/** The tables of the typical app: the columns used by those statements, and its own tables for readings and limits. */
export const typicalTables = `
  create table users (id uuid primary key, email text not null, email_key text not null unique, first_name text not null,
    last_name text not null, role text not null, status text not null default 'active',
    created_at timestamptz not null, updated_at timestamptz not null);
  create table sessions (id uuid primary key, user_id uuid not null references users (id),
    created_at timestamptz not null, expires_at timestamptz not null);
  create index on sessions (user_id);
  create table devices (id uuid primary key, user_id uuid not null references users (id), mac_address text not null unique,
    name text not null, created_at timestamptz not null, updated_at timestamptz not null, last_seen timestamptz,
    uptime_ms bigint, battery_level real, heart_rate smallint, spo2 smallint);
  create index on devices (user_id);
  create table rate_limits (device_id uuid primary key, second timestamptz not null, hits integer not null);
  create table readings (id bigint generated always as identity primary key, device_id uuid not null,
    at timestamptz not null, uptime_ms bigint not null, accel_x real not null, accel_y real not null,
    accel_z real not null, gyro_x real not null, gyro_y real not null, gyro_z real not null, pressure real, fsr real,
    battery_level real, heart_rate smallint, spo2 smallint, confidence real not null);
  create index on readings (device_id, at desc);`;

/** Written directly to the tables: a hundred thousand sign-ups would take an hour of password hashing. */
export async function storeWearers(databaseUrl: string, wearers: readonly Wearer[], tables = ''): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if (tables) await client.query(tables);
    for (let first = 0; first < wearers.length; first += pieceSize) {
      const piece = wearers.slice(first, first + pieceSize);
      const column = (name: keyof Wearer) => piece.map((wearer) => wearer[name]);
      await client.query(insertWearers, [
        column('userId'),
        column('sessionId'),
        column('deviceId'),
        column('macAddress'),
      ]);
    }
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
