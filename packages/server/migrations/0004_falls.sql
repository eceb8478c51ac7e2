-- Falls with their evidence, and the alerts they raise.

create table falls (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- The evidence outlives the device.
  device_id uuid references devices (id) on delete set null,
  confidence double precision not null,
  status text not null check (status in ('NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED')),
  location text,
  witnessed boolean,
  injuries text,
  sensor_data jsonb,
  explanation jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  investigation_at timestamptz,
  investigation_by uuid,
  investigation_notes text,
  idempotency_key text
);
create index falls_user_created on falls (user_id, created_at desc, id desc);
create index falls_created on falls (created_at desc, id desc);
create index falls_status_created on falls (status, created_at desc, id desc);
create index falls_device_created on falls (device_id, created_at desc);
create unique index falls_idempotency_key on falls (user_id, idempotency_key) where idempotency_key is not null;

-- One row per addressee. recipient_id is null when the admins as a group are alerted.
create table alerts (
  id uuid primary key,
  audience text not null check (audience in ('CAREGIVER', 'ADMIN')),
  recipient_id uuid references users (id) on delete cascade,
  patient_id uuid not null references users (id) on delete cascade,
  fall_id uuid references falls (id) on delete cascade,
  type text not null,
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  message text not null,
  timestamp timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  check ((audience = 'CAREGIVER') = (recipient_id is not null))
);
create index alerts_recipient on alerts (recipient_id, timestamp desc, id desc);
-- Open ones: what a caregiver is shown and what is counted, however many were acknowledged before.
create index alerts_open on alerts (recipient_id, timestamp desc, id desc) include (patient_id)
  where acknowledged_at is null;
create index alerts_admins on alerts (timestamp desc, id desc) where audience = 'ADMIN';
create index alerts_fall on alerts (fall_id);
create index alerts_patient on alerts (patient_id);
-- One open alert per fall and addressee: a rising level raises it, it does not pile up another.
create unique index alerts_open_per_fall on alerts (fall_id, recipient_id) nulls not distinct
  where acknowledged_at is null and fall_id is not null;
