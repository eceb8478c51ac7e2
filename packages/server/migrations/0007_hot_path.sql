-- What the sensor stream remembers must hear of every change, and what is sent twice must be stored once.

-- The event itself is the notice: whoever changes the row, by whatever way, all processes forget what they knew.
create function tell_change() returns trigger language plpgsql as $$
declare
  about jsonb := coalesce(to_jsonb(old), to_jsonb(new));
begin
  perform pg_notify('changes', json_build_object('type', tg_argv[0], tg_argv[1], about ->> tg_argv[2])::text);
  return null;
end
$$;
create trigger sessions_tell_end after delete on sessions
  for each row execute function tell_change('session.ended', 'sessionId', 'id');
create trigger users_tell_change after update of role, status or delete on users
  for each row execute function tell_change('account.changed', 'userId', 'id');
-- Not when readings change what the device last said: they name none of these columns.
create trigger devices_tell_change after update of user_id, name, disabled_at or delete on devices
  for each row execute function tell_change('device.changed', 'macAddress', 'mac_address');
create trigger falls_tell_change after insert or update of status or delete on falls
  for each row execute function tell_change('falls.changed', 'userId', 'user_id');

-- A reading whose answer was lost is sent again, maybe to another process: the same uptime and acceleration on the same
-- day is the same reading, and stands there once. On each day by itself: on the whole table it would have to hold `at`.
drop index readings_device_at;
create or replace function ensure_reading_partitions(first_day date, days integer) returns void language plpgsql as $$
declare
  day date;
  name text;
begin
  for day in select first_day + n from generate_series(0, days - 1) n loop
    name := 'readings_' || to_char(day, 'YYYYMMDD');
    if to_regclass(name || '_once') is null then
      perform pg_advisory_xact_lock(7221027);
      execute format(
        'create table if not exists %I partition of readings for values from (%L) to (%L)',
        name, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00'
      );
      execute format(
        'create unique index if not exists %I on %I (device_key, uptime_ms, accel_x, accel_y, accel_z)',
        name || '_once', name
      );
    end if;
  end loop;
end
$$;
select ensure_reading_partitions(to_date(right(name, 8), 'YYYYMMDD'), 1) from reading_partitions_before('9999-12-31') name;

-- The log may hold readings of a device that is deleted meanwhile: they are looked for again until it holds none.
alter table erased_devices
  add column erased_at timestamptz not null default clock_timestamp(),
  add column cleaned_at timestamptz;

-- What a device last said is written every few seconds: with no index on it and room in the page, in place.
drop index devices_last_seen;
drop index devices_user_id;
create index devices_user_id on devices (user_id);
alter table devices set (fillfactor = 70);

-- How far the log of readings has been written down, committed together with the rows. The log is known by the time
-- it was made: another log under the same name begins at its own beginning.
create table recorded (
  log text not null,
  partition smallint not null,
  sequence bigint not null,
  primary key (log, partition)
);
