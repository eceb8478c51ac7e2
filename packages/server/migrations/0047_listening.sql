-- A device's silence counts only while the service could hear it: until when it could, and when it could not.
create table listening (
  is_only boolean primary key default true check (is_only),
  -- All that devices said until then stands in their rows. The database's own time, as in engine_beat.
  heard_until timestamptz not null
);
-- The time that the upgrade itself takes is a gap too.
insert into listening (heard_until) select least(coalesce(max(last_seen), now()), now()) from devices;

-- In service_now(), as deadlines are.
create table listening_gaps (
  began_at timestamptz primary key,
  ended_at timestamptz not null check (ended_at > began_at)
);
