import pg from 'pg';

/** 5,000 people with rooms, devices and caregivers, and a year of alerts: the largest installation that we promise. */
export const largeHome = { people: 5_000, caregivers: 300, alerts: 20_000, wards: 40 } as const;

const patientId = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const caregiverId = (n: string) => `('00000000-0000-4000-8001-' || lpad((${n})::text, 12, '0'))::uuid`;
const deviceId = (n: string) => `('00000000-0000-4000-8002-' || lpad((${n})::text, 12, '0'))::uuid`;

/** One in four names has diacritics. */
const firstNames = `(array['Anna', 'Jürgen', 'Rose', 'Peter', 'Łukasz', 'Karl', 'Maria', 'Zoë'])[n % 8 + 1]`;
const lastNames = `(array['Müller', 'Schmidt', 'Weiß', 'Hill', 'West', 'Berg', 'Novak', 'Lehmann', 'Krüger', 'Stone'])[n % 10 + 1]`;

const people = (id: string, role: string, count: number) => `
  insert into users (id, email, email_key, first_name, last_name, role, created_at, updated_at, last_login)
  select ${id}, lower('${role}') || n || '@example.org', lower('${role}') || n || '@example.org', ${firstNames},
    ${lastNames} || ' ' || n, '${role}', now() - n * interval '1 hour', now(), now() - random() * interval '20 days'
  from generate_series(1, ${count}) n`;

/** `caregiver`: the id of somebody who looks after 500 of them. */
const listStatements = (caregiver: string): string[] => [
  people(patientId('n'), 'PATIENT', largeHome.people),
  people(caregiverId('n'), 'CAREGIVER', largeHome.caregivers),
  `insert into patient_details (user_id, emergency_contact, room, ward, address, instructions)
    select ${patientId('n')}, '+49 30 1', (n % 125 + 1)::text, 'Etage ' || (n % ${largeHome.wards} + 1), 'Lindenstraße 4', 'Ring twice'
    from generate_series(1, ${largeHome.people}) n`,
  `insert into assignments (caregiver_id, patient_id, relationship, assigned_at)
    select ${caregiverId(`(n * 7 + k) % ${largeHome.caregivers} + 1`)}, ${patientId('n')}, 'Nurse', now()
    from generate_series(1, ${largeHome.people}) n, generate_series(0, 2) k
    union all select '${caregiver}'::uuid, ${patientId('n * 10')}, 'Nurse', now() from generate_series(1, 500) n`,
  `insert into devices (id, user_id, mac_address, name, created_at, updated_at, last_seen, uptime_ms, battery_level,
      firmware_version, sensors_initialized, wifi_connected, vitals_at, heart_rate, heart_rate_mean, heart_rate_variance, spo2)
    select ${deviceId('n')}, ${patientId('n')}, upper('02:00:00:00:' || lpad(to_hex(n / 256), 2, '0') || ':' || lpad(to_hex(n % 256), 2, '0')),
      'Uhr für ' || n, now() - interval '1 year', now(), now() - random() * interval '1 hour', n * 1000, random() * 100, '1.2.3',
      true, true, now(), 60 + n % 40, 72, 20, 92 + n % 8
    from generate_series(1, ${largeHome.people}) n`,
  // The heart rate of the last six hours, minute by minute.
  `select ensure_vitals_month(now()), ensure_vitals_month(now() - interval '6 hours')`,
  `insert into vitals (device_key, readings, minute, heart_rate_count, heart_rate_sum, spo2_count, spo2_sum,
      heart_rate_min, heart_rate_max, spo2_min, spo2_max)
    select key, 60, minute, 60, 60 * (60 + key % 40), 60, 60 * 96, 55, 110, 95, 98
    from devices, generate_series(date_trunc('minute', now()) - interval '6 hours', now(), interval '1 minute') minute`,
  // The evidence is stored with the fall: pages of it are read too if a query reads whole rows.
  `insert into falls (id, user_id, device_id, confidence, status, explanation, outcome, created_at, updated_at)
    select gen_random_uuid(), ${patientId(`n * 13 % ${largeHome.people} + 1`)}, ${deviceId(`n * 13 % ${largeHome.people} + 1`)}, 0.8,
      'HIGH', jsonb_build_object('evidence', (select string_agg(md5(random()::text || n || k), '') from generate_series(1, 45) k)),
      case when luck < 0.5 then 'HELPED' when luck < 0.8 then 'FALSE_ALARM' when luck < 0.9 then 'HOSPITAL' end, at, at
    from (select n, random() as luck, now() - random() * interval '360 days' as at from generate_series(1, ${largeHome.alerts}) n) fallen`,
  `insert into escalations (id, patient_id, fall_id, type, severity, message, plan, raised_at, started_at, step,
      acknowledged_at, first_acknowledged_at, closed_at, closed_as)
    select gen_random_uuid(), user_id, id, 'FALL_DETECTED', 'HIGH', 'Fall detected', '{}', created_at, created_at, 1, at, at,
      case when outcome is not null then at end, case when outcome is not null then 'RESOLVED' end
    from falls, lateral (select created_at + random() * interval '3 minutes' as at) answered`,
  `insert into alerts (id, audience, recipient_id, patient_id, fall_id, escalation_id, type, severity, message, timestamp,
      acknowledged_at)
    select gen_random_uuid(), 'CAREGIVER', caregiver_id, escalations.patient_id, fall_id, escalations.id, 'FALL_DETECTED', 'HIGH',
      'Fall detected', raised_at, acknowledged_at
    from escalations join assignments on assignments.patient_id = escalations.patient_id`,
  `insert into deliveries (id, escalation_id, alert_id, recipient_id, step, channel, status, urgency, created_at, settled_at)
    select gen_random_uuid(), escalation_id, id, recipient_id, 1, channel, 'sent', 2, timestamp, timestamp + random() * interval '9 s'
    from alerts, unnest(array['live', 'push']) channel`,
  'vacuum (analyze)',
];

export async function fillLargeHome(url: string, caregiver: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of listStatements(caregiver)) await client.query(statement);
  } finally {
    await client.end();
  }
}
