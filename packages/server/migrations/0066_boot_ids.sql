-- A reading that is sent again hours later, in another request, must be stored once: the start of the device and its
-- uptime identify it, whatever its values.

alter table readings add column boot_id bigint;

-- Each row is in one of the two unique indexes. A partition that exists keeps its index over all rows: building another
-- one would stop the stream for as long as it takes to read a day.
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
        'create unique index if not exists %I on %I (device_key, uptime_ms, accel_x, accel_y, accel_z)
          where boot_id is null',
        name || '_once', name
      );
      execute format(
        'create unique index if not exists %I on %I (device_key, boot_id, uptime_ms) where boot_id is not null',
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
