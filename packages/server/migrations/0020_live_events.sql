-- What the live stream tells: a row is written with the change it is about, and numbered once that is committed.

create table live_events (
  -- The order of writing, not of committing: a reader that went by it would pass over what commits late.
  id bigint generated always as identity primary key,
  -- The order of the stream. Null until the row is committed and somebody has numbered it.
  position bigint unique,
  at timestamptz not null,
  type text not null,
  recipients uuid[] not null,
  to_admins boolean not null,
  -- The person it is about. Goes with the account, and bounds who may still see it.
  patient_id uuid references users (id) on delete cascade,
  data jsonb not null
);
create index live_events_unnumbered on live_events (id) where position is null;
create index live_events_at on live_events (at);
create index live_events_patient on live_events (patient_id);

-- One row: how far the numbers have come, and which of them were deleted for their age.
create table live_state (
  is_only boolean primary key default true check (is_only),
  last_position bigint not null default 0,
  trimmed_to bigint not null default 0
);
insert into live_state default values;

-- Numbers what is committed and has no number yet, and returns the last number. The lock on the one row is held to
-- the commit, so numbers become visible in their order; and it is held by no client: one call is the transaction.
create function number_live_events() returns bigint language plpgsql as $$
declare
  reached bigint;
  numbered bigint;
begin
  if exists (select from live_events where position is null) then
    select last_position into reached from live_state for update;
    -- A statement of its own: it sees what was committed while this call waited for the lock.
    update live_events set position = reached + waiting.place
      from (select id, row_number() over (order by id) as place from live_events where position is null) waiting
      where live_events.id = waiting.id;
    get diagnostics numbered = row_count;
    update live_state set last_position = reached + numbered;
  end if;
  return (select last_position from live_state);
end
$$;
