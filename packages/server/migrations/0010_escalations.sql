-- Alerts go on until somebody has taken responsibility: what is due next, whom it was brought to, and how it ended.

-- One row for each thing that people are alerted about. The row is the queue: due_at says when it goes on.
create table escalations (
  id uuid primary key,
  patient_id uuid not null references users (id) on delete cascade,
  fall_id uuid unique references falls (id) on delete cascade,
  type text not null,
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  message text not null,
  is_drill boolean not null default false,
  -- Copied when it was raised: a later change of the plan changes nothing that is under way.
  plan jsonb not null,
  raised_at timestamptz not null,
  -- What the plan counts from: moved when the level rises.
  started_at timestamptz not null,
  -- How many steps were taken. Never goes back: it names a step for ever.
  step integer not null default 0,
  -- Which step of the plan is next.
  position integer not null default 0,
  -- Null: nothing more to do.
  due_at timestamptz,
  -- Until then somebody must have been reached by the latest step; else the admins are told.
  reach_by timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  first_acknowledged_at timestamptz,
  closed_at timestamptz,
  closed_as text check (closed_as in ('RESOLVED', 'CANCELLED', 'RECOVERED')),
  check ((closed_at is null) = (closed_as is null))
);
create index escalations_due on escalations (due_at) where due_at is not null;
create index escalations_reach on escalations (reach_by) where reach_by is not null;
create index escalations_patient on escalations (patient_id);
create index escalations_raised on escalations (raised_at);

alter table alerts
  -- Null: made before there were escalations.
  add column escalation_id uuid references escalations (id) on delete cascade,
  add column seen_at timestamptz;
create index alerts_escalation on alerts (escalation_id);
create unique index alerts_open_per_escalation on alerts (escalation_id, recipient_id) nulls not distinct
  where acknowledged_at is null and escalation_id is not null;
create index alerts_unseen on alerts (recipient_id) where seen_at is null and acknowledged_at is null;

-- One attempt after the other to bring an alert to one person over one channel, in one step.
create table deliveries (
  id uuid primary key,
  escalation_id uuid not null references escalations (id) on delete cascade,
  alert_id uuid not null references alerts (id) on delete cascade,
  -- Null: the list that the admins share.
  recipient_id uuid references users (id) on delete cascade,
  step integer not null,
  channel text not null,
  status text not null check (status in ('pending', 'sent', 'failed', 'unreachable', 'cancelled')),
  -- Falls before everything else: 3 is CRITICAL, 0 is LOW.
  urgency smallint not null,
  attempts integer not null default 0,
  reason text,
  created_at timestamptz not null,
  -- When it is tried next, or when whoever is trying it counts as gone.
  due_at timestamptz,
  settled_at timestamptz,
  check ((status = 'pending') = (due_at is not null))
);
create unique index deliveries_once on deliveries (alert_id, recipient_id, step, channel) nulls not distinct;
create index deliveries_due on deliveries (urgency desc, due_at) where due_at is not null;
create index deliveries_escalation on deliveries (escalation_id, step);
create index deliveries_recipient on deliveries (recipient_id);

-- What differs from the system's plan for one person.
create table escalation_plans (
  patient_id uuid primary key references users (id) on delete cascade,
  steps jsonb,
  repeat_every_ms bigint,
  silent_after_ms bigint,
  updated_at timestamptz not null,
  updated_by uuid not null
);

-- What is wrong with a device right now, so that each trouble is told once.
create table device_troubles (
  device_id uuid not null references devices (id) on delete cascade,
  kind text not null check (kind in ('SILENT', 'BATTERY_20', 'BATTERY_5', 'SENSORS')),
  since timestamptz not null,
  -- Null: it was so before anybody could be told.
  escalation_id uuid references escalations (id) on delete set null,
  primary key (device_id, kind)
);
create index device_troubles_escalation on device_troubles (escalation_id);
-- Devices that fell silent long ago are old news: they alarm again after they have been back.
insert into device_troubles (device_id, kind, since)
  select id, 'SILENT', last_seen from devices where last_seen < now() - interval '24 hours';

-- What the wearer said, and how it ended.
alter table falls
  add column impact_at timestamptz,
  add column cancelled_at timestamptz,
  add column confirmed_at timestamptz,
  add column resolved_at timestamptz,
  add column resolved_by uuid,
  add column resolution_note text;

-- When a worker has last looked for what is due: one row.
create table engine_beat (
  is_only boolean primary key default true check (is_only),
  beat_at timestamptz not null
);
