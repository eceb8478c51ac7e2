-- Devices, their log, and the readings they send.

create table devices (
  id uuid primary key,
  -- Short key for the readings: 4 bytes instead of 16 in every row of the largest table.
  key integer generated always as identity unique,
  user_id uuid not null references users (id) on delete cascade,
  mac_address text not null unique,
  name text not null,
  disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What the latest accepted reading said. Null until it is sent.
  last_seen timestamptz,
  uptime_ms bigint,
  battery_level real,
  firmware_version text,
  signal_strength smallint,
  sensors_initialized boolean,
  wifi_connected boolean,
  bluetooth_connected boolean,
  -- Vitals: the latest, and a moving mean and variance of the heart rate for its stability.
  vitals_at timestamptz,
  heart_rate smallint,
  heart_rate_mean real,
  heart_rate_variance real,
  spo2 smallint
);
create index devices_user_id on devices (user_id, last_seen desc);
create index devices_last_seen on devices (last_seen);

create table device_log (
  id uuid primary key,
  device_id uuid not null references devices (id) on delete cascade,
  type text not null check (type in ('INFO', 'WARNING', 'ERROR')),
  message text not null,
  timestamp timestamptz not null
);
create index device_log_device_timestamp on device_log (device_id, timestamp desc, id desc);

-- No foreign key and no id: readings of a deleted device are deleted by its key, and old days are dropped whole.
create table readings (
  at timestamptz not null,
  uptime_ms bigint not null,
  device_key integer not null,
  accel_x real not null,
  accel_y real not null,
  accel_z real not null,
  gyro_x real not null,
  gyro_y real not null,
  gyro_z real not null,
  pressure real,
  fsr real,
  battery_level real,
  confidence real not null,
  heart_rate smallint,
  spo2 smallint
) partition by range (at);
create index readings_device_at on readings (device_key, at desc);

-- Readings are personal data. With the device's row goes the only tie to a person, whoever deletes it or its owner;
-- the upkeep then deletes the readings of the keys that stand here. Keys are never used again.
create table erased_devices (key integer primary key);
create function note_erased_device() returns trigger language plpgsql as $$
begin
  insert into erased_devices values (old.key);
  return old;
end
$$;
create trigger devices_note_erased after delete on devices
  for each row execute function note_erased_device();

-- One partition a day, in UTC. Safe to call again, and by several processes at once.
create function ensure_reading_partitions(first_day date, days integer) returns void language plpgsql as $$
declare
  day date;
begin
  for day in select first_day + n from generate_series(0, days - 1) n loop
    if to_regclass('readings_' || to_char(day, 'YYYYMMDD')) is null then
      perform pg_advisory_xact_lock(7221027);
      execute format(
        'create table if not exists %I partition of readings for values from (%L) to (%L)',
        'readings_' || to_char(day, 'YYYYMMDD'),
        day::text || ' 00:00:00+00',
        (day + 1)::text || ' 00:00:00+00'
      );
    end if;
  end loop;
end
$$;

-- Days that ended before the given one, oldest first.
create function reading_partitions_before(day date) returns setof text language sql stable as $$
  select c.relname::text
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'readings'::regclass and c.relname < 'readings_' || to_char(day, 'YYYYMMDD')
  order by 1
$$;
