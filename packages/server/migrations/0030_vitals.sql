-- Vitals by the minute: what a chart needs of the readings, kept for longer than they are.

-- By the device's key, as the readings: with the device's row goes the only tie to a person, and the upkeep deletes the
-- rows of the keys in erased_devices. The index holds all columns: the minutes of one device lie far apart in the table,
-- which is written minute by minute, and side by side in the index.
create table vitals (
  device_key integer not null,
  readings integer not null,
  minute timestamptz not null,
  heart_rate_count integer not null,
  heart_rate_sum integer not null,
  spo2_count integer not null,
  spo2_sum integer not null,
  heart_rate_min smallint,
  heart_rate_max smallint,
  spo2_min smallint,
  spo2_max smallint,
  primary key (device_key, minute) include (readings, heart_rate_count, heart_rate_sum, spo2_count, spo2_sum,
    heart_rate_min, heart_rate_max, spo2_min, spo2_max)
) partition by range (minute);

-- The partition of this time's month, in UTC. Old months are dropped whole.
create function ensure_vitals_month(at timestamptz) returns void language plpgsql as $$
declare
  month date := date_trunc('month', at at time zone 'UTC')::date;
  name text := 'vitals_' || to_char(month, 'YYYYMM');
begin
  if to_regclass(name) is null then
    execute format(
      'create table if not exists %I partition of vitals for values from (%L) to (%L)',
      name, month::text || ' 00:00:00+00', (month + interval '1 month')::date::text || ' 00:00:00+00'
    );
  end if;
end
$$;

-- Months that ended before the one of this day, oldest first.
create function vitals_months_before(day date) returns setof text language sql stable as $$
  select c.relname::text
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'vitals'::regclass and c.relname < 'vitals_' || to_char(day, 'YYYYMM')
  order by 1
$$;

-- One row: all minutes before this one are in `vitals`, but for those noted below. Whoever folds holds its lock.
create table vitals_progress (
  is_only boolean primary key default true check (is_only),
  folded_to timestamptz not null
);

-- Minutes that the recorder has written readings of, noted in the same commit. No key: notes never wait for each other.
create table vitals_due (minute timestamptz not null);

-- The readings of a minute are found by a BRIN index: it adds next to nothing to a row that is written, neither to the
-- log of the database nor to the disk. Days before yesterday do without: they are not folded.
create or replace function ensure_reading_partitions(first_day date, days integer) returns void language plpgsql as $$
declare
  day date;
  name text;
begin
  for day in select first_day + n from generate_series(0, days - 1) n loop
    name := 'readings_' || to_char(day, 'YYYYMMDD');
    if to_regclass(name || '_at') is null then
      perform pg_advisory_xact_lock(7221027);
      execute format(
        'create table if not exists %I partition of readings for values from (%L) to (%L)',
        name, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00'
      );
      execute format(
        'create unique index if not exists %I on %I (device_key, uptime_ms, accel_x, accel_y, accel_z)',
        name || '_once', name
      );
      execute format(
        'create index if not exists %I on %I using brin (at) with (pages_per_range = 16)',
        name || '_at', name
      );
    end if;
  end loop;
end
$$;
select ensure_reading_partitions((now() at time zone 'UTC')::date - 1, 2);
