-- The unique indexes of a day take as much space as its readings. Shorter values identify a reading within a day as
-- well: 45 instead of 84 bytes per reading.

-- Two readings of a device with the same value, but another uptime, are 25 days apart.
create function reading_uptime(uptime_ms bigint) returns integer language sql immutable strict parallel safe
  return (uptime_ms % 2147483648)::integer;
create function reading_boot(boot_id bigint) returns integer language sql immutable strict parallel safe
  return (boot_id - 2147483648)::integer;
-- Not strict: PostgreSQL would call it for each row instead of inserting its text into the query.
create function reading_motion(accel_x real, accel_y real, accel_z real) returns integer
  language sql immutable parallel safe
  return hash_array(array[accel_x, accel_y, accel_z]);

-- Only for partitions to come: building an index would stop the stream for as long as it takes to read a day.
create or replace function ensure_reading_partitions(first_day date, days integer) returns void language plpgsql as $$
declare
  day date;
  name text;
begin
  for day in select first_day + n from generate_series(0, days - 1) n loop
    name := 'readings_' || to_char(day, 'YYYYMMDD');
    if to_regclass(name) is null then
      perform pg_advisory_xact_lock(7221027);
      execute format(
        'create table if not exists %I partition of readings for values from (%L) to (%L)',
        name, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00'
      );
      execute format(
        'create unique index if not exists %I on %I
          (device_key, reading_uptime(uptime_ms), reading_motion(accel_x, accel_y, accel_z)) where boot_id is null',
        name || '_once', name
      );
      execute format(
        'create unique index if not exists %I on %I (device_key, reading_boot(boot_id), reading_uptime(uptime_ms))
          where boot_id is not null',
        name || '_boot', name
      );
      execute format(
        'create index if not exists %I on %I using brin (at) with (pages_per_range = 16)',
        name || '_at', name
      );
    end if;
  end loop;
end
$$;

-- The partitions without rows, such as those of the coming days, get the new indexes.
create function renew_empty_reading_partitions() returns void language plpgsql as $$
declare
  name text;
  is_empty boolean;
begin
  for name in select reading_partitions_before('9999-12-31') loop
    execute format('select not exists (select from %I)', name) into is_empty;
    if is_empty then
      execute format('drop table %I', name);
      perform ensure_reading_partitions(to_date(right(name, 8), 'YYYYMMDD'), 1);
    end if;
  end loop;
end
$$;
select renew_empty_reading_partitions();
drop function renew_empty_reading_partitions();
