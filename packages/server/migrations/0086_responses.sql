-- Who responds to an incident, step by step: taken, joined, on the way, arrived, released; and calls for a second person.
create table response_steps (
  id uuid primary key,
  escalation_id uuid not null references escalations (id) on delete cascade,
  -- Null once the account is deleted: what happened stays in the timeline of the fall.
  user_id uuid references users (id) on delete set null,
  kind text not null check (kind in
    ('TAKEN', 'JOINED', 'TOOK_OVER', 'LEADS', 'ON_THE_WAY', 'ARRIVED', 'DONE', 'RELEASED', 'CALLED')),
  at timestamptz not null,
  note text,
  -- CALLED only: the step of its deliveries, and who is called. Null: everybody.
  step integer,
  called_id uuid references users (id) on delete set null
);
create index response_steps_escalation on response_steps (escalation_id, at);
create index response_steps_user on response_steps (user_id);
create index response_steps_called on response_steps (called_id) where called_id is not null;

-- The step of a call for a second person that nobody has answered. Null: none.
alter table escalations add column called_step integer;
