-- Phone calls that are waiting or under way. A row is deleted when its call has ended.
create table calls (
  -- The delivery; for codes and tests an id of its own.
  id uuid primary key,
  contact_point_id uuid not null references contact_points (id) on delete cascade,
  phone text not null,
  language text not null,
  text text not null,
  -- Null for codes and tests: there is nothing to answer.
  alert_id uuid references alerts (id) on delete cascade,
  token_hash text,
  urgency smallint not null,
  created_at timestamptz not null,
  -- A caller leases a call until this time.
  due_at timestamptz not null,
  attempts integer not null default 0,
  ringing_at timestamptz,
  -- Reported as not ringing in time, so that other contact points were used.
  is_late boolean not null default false
);
create index calls_contact_point on calls (contact_point_id);
create index calls_alert on calls (alert_id);
