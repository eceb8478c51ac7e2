-- Pairing in two directions: a device shows a code that a person enters, or a person has a code that the device reads.
create table device_pairings (
  device_code_hash text primary key,
  user_code_hash text not null unique,
  mac_address text not null,
  name text,
  firmware_version text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null until a person has claimed it; then the device collects its credential.
  device_id uuid references devices (id) on delete cascade
);
create index device_pairings_device on device_pairings (device_id);
create index device_pairings_expires_at on device_pairings (expires_at);

create table pairing_codes (
  code_hash text primary key,
  -- The person who will own the device, and the person who made the code.
  user_id uuid not null references users (id) on delete cascade,
  created_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pairing_codes_user on pairing_codes (user_id);
create index pairing_codes_created_by on pairing_codes (created_by);
create index pairing_codes_expires_at on pairing_codes (expires_at);
