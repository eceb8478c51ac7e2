-- An installation can be one cell of several: docs/cells.md. People who moved to another cell, with all that is theirs.
create table departures (
  id uuid primary key,
  cell text not null,
  -- Of the directory: people, their e-mail addresses, credentials of their devices.
  keys text[] not null,
  device_keys integer[] not null,
  left_at timestamptz not null default clock_timestamp(),
  -- All their rows by table, until the other cell has them.
  rows jsonb,
  -- The other cell has all their readings too.
  finished_at timestamptz
);
create index departures_keys on departures using gin (keys);

create table arrivals (
  id uuid primary key,
  arrived_at timestamptz not null default clock_timestamp()
);

-- The readings of a device that moved are erased once the other cell has them.
create or replace function note_erased_device() returns trigger language plpgsql as $$
begin
  insert into erased_devices (key)
  select old.key
  where not exists (select 1 from former_devices where key = old.key)
    and not exists (select 1 from departures where finished_at is null and device_keys @> array[old.key])
  on conflict do nothing;
  return old;
end
$$;
