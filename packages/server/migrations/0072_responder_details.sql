-- What somebody who goes to a person needs: which door, how to get in, what to do there, whom to call.
alter table patient_details
  add column room text,
  -- Ward, floor or house: people are grouped by it.
  add column ward text,
  add column address text,
  add column key_safe text,
  add column instructions text,
  add column medical_notes text;
create index patient_details_ward on patient_details (ward) where ward is not null;

create table phone_numbers (
  patient_id uuid not null references users (id) on delete cascade,
  -- The order in which to call, from 0.
  position smallint not null,
  name text not null,
  relationship text,
  phone text not null,
  primary key (patient_id, position)
);

create table photos (
  user_id uuid primary key references users (id) on delete cascade,
  bytes bytea not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  updated_at timestamptz not null
);
