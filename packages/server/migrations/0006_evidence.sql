-- What a fall was judged by, what people say it was, and impacts after which a device may fall silent.

alter table falls
  -- The seconds that led to the level, bursts included: enough to judge it again.
  add column evidence jsonb,
  add column outcome text check (outcome in ('HELPED', 'FALSE_ALARM', 'HOSPITAL', 'OTHER'));

-- Deadlines are kept in the database's time, so that a process with a wrong clock changes nothing.
-- The table is empty but in tests, which move the time by a row in it.
create table time_shift (shift interval not null);
create function service_now() returns timestamptz language sql stable as $$
  select clock_timestamp() + coalesce((select sum(shift) from time_shift), interval '0')
$$;

-- An undecided impact: unless another reading comes before it is due, silence makes it an alarm.
create table silences (
  device_id uuid primary key references devices (id) on delete cascade,
  reading_at timestamptz not null,
  noticed_at timestamptz not null,
  due_at timestamptz not null,
  sensor_data jsonb not null,
  -- What the detector remembered, packed.
  state bytea not null
);
create index silences_due_at on silences (due_at);
