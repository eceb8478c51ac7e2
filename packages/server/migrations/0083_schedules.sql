-- On-call schedules: who is on duty when, in the time zone of the home.
create table schedules (
  id uuid primary key,
  name text not null,
  zone text not null,
  -- The first day of the first turn.
  start_on date not null,
  -- Local time: a duty of a day begins then, and ends at the hand-over of the next day.
  hand_over time not null,
  turn_days smallint not null check (turn_days between 1 and 366),
  -- ISO days of the week (1 Monday … 7 Sunday) on which a duty begins.
  weekdays smallint[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  -- A calendar elsewhere that decides instead of the turns, once it has been read.
  feed_url text,
  feed_read_at timestamptz,
  feed_tried_at timestamptz,
  feed_failing_since timestamptz,
  feed_problem text,
  -- The secret of the calendar that others subscribe to, as SHA-256.
  calendar_hash text unique,
  calendar_created_at timestamptz
);

-- In the order of their turns. A person may have several. A deleted account leaves its turns to nobody.
create table schedule_members (
  schedule_id uuid not null references schedules (id) on delete cascade,
  position smallint not null,
  user_id uuid references users (id) on delete set null,
  primary key (schedule_id, position)
);
create index schedule_members_user on schedule_members (user_id);

create table schedule_substitutions (
  id uuid primary key,
  schedule_id uuid not null references schedules (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Whose duty it is taken from; null with replaces_anyone: whoever is on duty.
  replaces uuid references users (id) on delete set null,
  replaces_anyone boolean not null,
  -- Null: nobody.
  user_id uuid references users (id) on delete set null,
  reason text,
  created_at timestamptz not null,
  check (starts_at < ends_at)
);
create index schedule_substitutions_schedule on schedule_substitutions (schedule_id, ends_at);
create index schedule_substitutions_replaces on schedule_substitutions (replaces);
create index schedule_substitutions_user on schedule_substitutions (user_id);

-- What the calendar said when it was read last.
create table schedule_feed_shifts (
  schedule_id uuid not null references schedules (id) on delete cascade,
  position integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Null: none of the schedule's members.
  user_id uuid references users (id) on delete set null,
  primary key (schedule_id, position)
);
create index schedule_feed_shifts_user on schedule_feed_shifts (user_id);

-- Substitutions are applied in the order in which they were made: each replaces the person of the state before.
-- The state: [person, substitution].
create function substitute(state uuid[], replaces_anyone boolean, replaced uuid, person uuid, substitution uuid)
returns uuid[] language sql immutable parallel safe
return case when state is null or replaces_anyone or replaced = state[1] then array[person, substitution] else state end;

create aggregate substituted(boolean, uuid, uuid, uuid) (sfunc = substitute, stype = uuid[], parallel = safe);
