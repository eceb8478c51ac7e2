-- Limits of heart rate and oxygen for each person, off unless set, and the times outside them.
create table vital_limits (
  patient_id uuid primary key references users (id) on delete cascade,
  -- Beats per minute. Null: no limit.
  heart_rate_low smallint,
  heart_rate_high smallint,
  -- Percent. Null: no limit.
  oxygen_low smallint,
  -- How long a value must be outside, and later inside again.
  minutes smallint not null default 5,
  -- The minutes before this time are examined.
  checked_to timestamptz,
  updated_at timestamptz not null,
  updated_by uuid not null
);

create table vital_excursions (
  escalation_id uuid primary key references escalations (id) on delete cascade,
  patient_id uuid not null references users (id) on delete cascade,
  vital text not null check (vital in ('heartRate', 'oxygenSaturation')),
  direction text not null check (direction in ('LOW', 'HIGH')),
  -- The limit when the alert was raised.
  limit_value smallint not null,
  since timestamptz not null,
  ended_at timestamptz
);
create index vital_excursions_patient on vital_excursions (patient_id);
-- One open at a time for each person.
create unique index vital_excursions_open on vital_excursions (patient_id) where ended_at is null;
