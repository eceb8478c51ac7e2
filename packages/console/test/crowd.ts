import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { fall } from '../../server/test/processes/care.js';
import { lookAfter, make, type Named, type World } from './world.js';

export const [people, openAlerts] = [500, 50];

/** Rooms from 1; ten wards. */
const wards = 10;

/** A caregiver of 500 people in ten wards, each with a device and six hours of heart rates; fifty of them have fallen. */
export async function makeCrowd(world: World): Promise<Named> {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  // Fifty people fall through the API; the others are inserted by SQL.
  for (let place = 0; place < openAlerts; place += 1) {
    const patient = await make(world, 'PATIENT', `Fallen ${place}`);
    await lookAfter(world, carl, patient);
    await fall(world.base, patient, 0.7);
  }
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  const ids = Array.from({ length: people - openAlerts }, () => randomUUID());
  await client.query(
    `insert into users (id, email, email_key, first_name, last_name, role, created_at, updated_at)
     select id, id || '@example.org', id || '@example.org', 'Person', lpad(place::text, 3, '0'), 'PATIENT', now(), now()
     from unnest($1::uuid[]) with ordinality as made (id, place)`,
    [ids],
  );
  await client.query(
    'insert into assignments (caregiver_id, patient_id, assigned_at) select $1, id, now() from unnest($2::uuid[]) id',
    [carl.id, ids],
  );
  await client.query(
    `insert into patient_details (user_id, room, ward)
     select patient_id, row_number() over (order by patient_id), 'Ward ' || 1 + row_number() over (order by patient_id) % ${wards}
     from assignments where caregiver_id = $1
     on conflict (user_id) do update set room = excluded.room, ward = excluded.ward`,
    [carl.id],
  );
  await addDevices(client, carl.id);
  await client.end();
  return carl;
}

async function addDevices(client: pg.Client, caregiverId: string): Promise<void> {
  await client.query(
    `insert into devices (id, user_id, mac_address, name, created_at, updated_at, last_seen, battery_level)
     select gen_random_uuid(), patient_id, upper('02' || regexp_replace(substr(md5(patient_id::text), 1, 10), '(..)', ':\\1', 'g')),
       'Watch', now(), now(), now(), 80
     from assignments where caregiver_id = $1`,
    [caregiverId],
  );
  await client.query("select ensure_vitals_month(now()), ensure_vitals_month(now() - interval '6 hours')");
  await client.query(
    `insert into vitals (device_key, minute, readings, heart_rate_count, heart_rate_sum, heart_rate_min, heart_rate_max,
       spo2_count, spo2_sum)
     select key, date_trunc('minute', now()) - n * interval '10 minutes', 60, 60, 60 * (60 + (key + n) % 30), 55, 95, 0, 0
     from devices join assignments on patient_id = devices.user_id, generate_series(1, 35) n
     where caregiver_id = $1 and (key + n) % 7 <> 0`,
    [caregiverId],
  );
}
