import pg from 'pg';

/** The people with accounts, created through the API before; all others are inserted by SQL, without a password. */
export interface Cast {
  /** Ten caregivers, ten devices, hundreds of falls. */
  readonly busyPatient: string;
  /** One caregiver, one device, one fall. */
  readonly quietPatient: string;
  /** Has 120 patients, with hundreds of alerts and messages. */
  readonly busyCaregiver: string;
  /** Has ten patients, as most caregivers do. */
  readonly caregiver: string;
  /** Has the quiet patient only. */
  readonly quietCaregiver: string;
}

/** Computed ids, so that rows refer to each other by arithmetic. */
const patientId = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const caregiverId = (n: string) => `('00000000-0000-4000-8001-' || lpad((${n})::text, 12, '0'))::uuid`;
/** The same as SQL's `deviceId`. Devices 5001 to 5010 are the busy patient's, 5011 is the quiet one's. */
export const crowdDeviceId = (n: number): string => `00000000-0000-4000-8002-${String(n).padStart(12, '0')}`;
const deviceId = (n: string) => `('00000000-0000-4000-8002-' || lpad((${n})::text, 12, '0'))::uuid`;
const macAddress = (n: string) =>
  `'02:00:00:00:' || lpad(to_hex((${n}) / 256), 2, '0') || ':' || lpad(to_hex((${n}) % 256), 2, '0')`;
const levelColumn = (
  confidence: string,
) => `case when ${confidence} > 0.9 then 'CONFIRMED' when ${confidence} > 0.7 then 'HIGH'
  when ${confidence} > 0.5 then 'POTENTIAL' when ${confidence} > 0.3 then 'SUSPICIOUS' else 'NO_FALL' end`;

const people = (id: string, role: string, count: number) => `
  insert into users (id, email, email_key, first_name, last_name, role, created_at, updated_at, last_login)
  select ${id}, lower('${role}') || n || '@example.org', lower('${role}') || n || '@example.org', 'First' || n, 'Last' || n,
    '${role}', now() - n * interval '3 hours', now(), now() - random() * interval '20 days'
  from generate_series(1, ${count}) n`;

const devices = (n: string, userId: string, first: number, last: number) => `
  insert into devices (id, user_id, mac_address, name, created_at, updated_at, last_seen, uptime_ms, battery_level,
    firmware_version, sensors_initialized, wifi_connected, vitals_at, heart_rate, heart_rate_mean, heart_rate_variance, spo2)
  select ${deviceId(n)}, ${userId}, upper(${macAddress(n)}), 'Watch ' || n, now() - interval '90 days', now(),
    now() - random() * interval '3 days', n * 1000, random() * 100, '1.2.3', true, true, now() - random() * interval '1 day',
    60 + n % 40, 72, 20, 92 + n % 8
  from generate_series(${first}, ${last}) n`;

/** `everyMinutes` null: at random over 60 days. */
const falls = (userId: string, device: string, count: number, everyMinutes: number | null) => `
  insert into falls (id, user_id, device_id, confidence, status, location, sensor_data, created_at, updated_at)
  select gen_random_uuid(), ${userId}, ${device}, confidence, ${levelColumn('confidence')}, 'Room ' || n,
    '{"accel":[1,2,3],"gyro":[4,5,6],"timestamp":"2026-01-01T00:00:00.000Z"}', at, at
  from (select n, random() as confidence,
    now() - ${everyMinutes === null ? `random() * interval '60 days'` : `n * interval '${everyMinutes} minutes'`} as at
    from generate_series(1, ${count}) n) fallen`;

/** Nine of ten were acknowledged within ten minutes. */
const acknowledged = `case when random() < 0.9 then falls.created_at + random() * interval '10 minutes' end`;

const messages = (sender: string, recipient: string, count: number) => `
  insert into messages (id, sender_id, recipient_id, content, created_at, read_at)
  select gen_random_uuid(), ${sender}, ${recipient}, 'Message number ' || n, now() - random() * interval '60 days',
    case when random() < 0.7 then now() end
  from generate_series(1, ${count}) n`;

/** The ids of the people with accounts, as SQL. */
type SqlIds = Record<keyof Cast, string>;

const peopleAndDevices = ({
  busyPatient,
  quietPatient,
  busyCaregiver,
  caregiver,
  quietCaregiver,
}: SqlIds): string[] => [
  people(patientId('n'), 'PATIENT', 2_000),
  people(caregiverId('n'), 'CAREGIVER', 200),
  `insert into patient_details (user_id, emergency_contact)
      select id, '+49 30 1' from users where role = 'PATIENT'`,
  `insert into caregiver_details (user_id, specialization, organization)
      select id, 'Geriatrics', 'Home' from users where role = 'CAREGIVER'`,
  // 191 has no common factor with 2,000: ten different patients for each caregiver.
  `insert into assignments (caregiver_id, patient_id, relationship, assigned_at)
      select ${caregiverId('c')}, ${patientId('(c * 37 + k * 191) % 2000 + 1')}, 'Nurse', now() - k * interval '1 day'
      from generate_series(1, 200) c, generate_series(0, 9) k`,
  `insert into assignments (caregiver_id, patient_id, relationship, assigned_at)
      select ${busyCaregiver}, ${patientId('n')}, 'Nurse', now() from generate_series(1, 118) n
      union all select ${caregiver}, ${patientId('n * 150')}, 'Nurse', now() from generate_series(1, 10) n
      union all select ${caregiverId('n')}, ${busyPatient}, 'Nurse', now() from generate_series(1, 9) n
      union all values (${busyCaregiver}, ${busyPatient}, 'Nurse', now()), (${busyCaregiver}, ${quietPatient}, 'Nurse', now()),
        (${quietCaregiver}, ${quietPatient}, 'Nurse', now())`,
  devices('n', patientId('n % 2000 + 1'), 1, 5_000),
  devices('n', busyPatient, 5_001, 5_010),
  devices('n', quietPatient, 5_011, 5_011),
  `insert into device_log (id, device_id, type, message, timestamp)
      select gen_random_uuid(), id, (array['INFO', 'WARNING', 'ERROR'])[k % 3 + 1], 'Entry ' || k, now() - k * interval '1 hour'
      from devices, generate_series(1, 4) k`,
  `insert into device_log (id, device_id, type, message, timestamp)
      select gen_random_uuid(), ${deviceId('5001')}, (array['INFO', 'WARNING', 'ERROR'])[k % 3 + 1], 'Entry ' || k,
        now() - k * interval '1 minute' from generate_series(1, 990) k`,
];

const fallsAndAlerts = ({ busyPatient, quietPatient }: SqlIds): string[] => [
  // Half are reported by a person, half by the person's device.
  falls(
    patientId('(n * 7) % 2000 + 1'),
    `case when n % 2 = 0 then ${deviceId('(n * 7) % 2000 + 2000')} end`,
    19_599,
    null,
  ),
  falls(busyPatient, deviceId('5001'), 400, 90),
  falls(quietPatient, deviceId('5011'), 1, 90),
  `insert into escalations (id, patient_id, fall_id, type, severity, message, plan, raised_at, started_at, step,
        acknowledged_at, first_acknowledged_at)
      select gen_random_uuid(), user_id, id, 'FALL_DETECTED', 'HIGH', 'Fall detected', '{}', created_at, created_at, 1,
        at, at
      from falls, lateral (select ${acknowledged} as at) answered where status in ('POTENTIAL', 'HIGH', 'CONFIRMED')`,
  `insert into alerts (id, audience, recipient_id, patient_id, fall_id, escalation_id, type, severity, message,
        timestamp, acknowledged_at)
      select gen_random_uuid(), 'CAREGIVER', caregiver_id, user_id, falls.id, escalations.id, 'FALL_DETECTED', 'HIGH',
        'Fall detected', falls.created_at, ${acknowledged}
      from falls join escalations on fall_id = falls.id join assignments on assignments.patient_id = user_id`,
  `insert into alerts (id, audience, patient_id, fall_id, escalation_id, type, severity, message, timestamp,
        acknowledged_at)
      select gen_random_uuid(), 'ADMIN', user_id, falls.id, escalations.id, 'FALL_DETECTED', 'CRITICAL',
        'Fall detected', falls.created_at, ${acknowledged}
      from falls join escalations on fall_id = falls.id where status = 'CONFIRMED'`,
  `insert into deliveries (id, escalation_id, alert_id, recipient_id, step, channel, status, urgency, created_at,
        settled_at)
      select gen_random_uuid(), escalation_id, id, recipient_id, 1, channel, 'sent', 2, timestamp, timestamp
      from alerts, unnest(array['list', 'webhook']) channel`,
  `insert into escalations (id, patient_id, type, severity, message, plan, raised_at, started_at, step, closed_at, closed_as)
      select gen_random_uuid(), ${patientId('n % 2000 + 1')}, 'DEVICE_SILENT', 'LOW', 'Silent', '{}', at, at, 1,
        case when n % 10 > 0 then at end, case when n % 10 > 0 then 'RECOVERED' end
      from (select n, now() - n * interval '4 minutes' as at from generate_series(1, 20000) n) raised`,
];

const messagesAndLogs = ({ busyPatient, busyCaregiver }: SqlIds): string[] => [
  messages(caregiverId('n % 200 + 1'), patientId('n % 2000 + 1'), 9_000),
  messages(patientId('n % 2000 + 1'), caregiverId('n % 200 + 1'), 9_000),
  messages(busyCaregiver, patientId('n % 118 + 1'), 900),
  messages(patientId('n % 118 + 1'), busyCaregiver, 800),
  messages(busyCaregiver, busyPatient, 150),
  messages(busyPatient, busyCaregiver, 150),
  `insert into system_log (id, level, source, message, user_id, timestamp)
      select gen_random_uuid(), (array['info', 'info', 'info', 'warning', 'error'])[n % 5 + 1], 'accounts', 'Line ' || n,
        ${patientId('n % 2000 + 1')}, now() - random() * interval '60 days' from generate_series(1, 20000) n`,
  `insert into audit_trail (id, at, actor_id, action, subject_id)
      select gen_random_uuid(), now() - n * interval '5 minutes', ${caregiverId('n % 200 + 1')}, 'patient.health',
        case when n % 20 = 0 then ${busyPatient} else ${patientId('n % 2000 + 1')} end
      from generate_series(1, 20000) n`,
  `select ensure_vitals_month(now()), ensure_vitals_month(now() - interval '2 days')`,
  // A day of a hundred devices, two of them the busy patient's: nobody wears ten at once.
  `insert into vitals (device_key, minute, readings, heart_rate_count, heart_rate_sum, heart_rate_min, heart_rate_max,
        spo2_count, spo2_sum, spo2_min, spo2_max)
      select key, minute, 60, 60, 4300, 66, 80, 60, 5800, 95, 98 from
        (select key from devices where id >= ${deviceId('4901')} and id <> all(array(select ${deviceId('n')}
          from generate_series(5003, 5010) n))) chosen,
        generate_series(date_trunc('minute', now()) - interval '1 day', now(), '1 minute') minute`,
  // What autovacuum would have done by then: statistics, and the visibility map that index-only scans need.
  'vacuum (analyze)',
];

/** About 2,000 patients, 200 caregivers, 20,000 falls, 5,000 devices, 20,000 messages, 20,000 log rows; in seconds. */
export async function fillCrowd(url: string, cast: Cast): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const ids = Object.fromEntries(Object.entries(cast).map(([name, id]) => [name, `'${id}'::uuid`])) as SqlIds;
    const statements = [...peopleAndDevices(ids), ...fallsAndAlerts(ids), ...messagesAndLogs(ids)];
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
