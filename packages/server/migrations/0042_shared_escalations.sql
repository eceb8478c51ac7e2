-- Reports of one person within a minute share one escalation, and due deliveries are served in turn between people.

-- Which falls an escalation is about. The one that its notices name is escalations.fall_id; escalations from before
-- this table have that one only.
create table escalation_falls (
  fall_id uuid primary key references falls (id) on delete cascade,
  escalation_id uuid not null references escalations (id) on delete cascade,
  -- False: joined an escalation that was under way, and the live stream has not said so yet.
  is_announced boolean not null,
  -- Over by itself. The escalation goes on for its other falls.
  closed_at timestamptz,
  closed_as text check (closed_as in ('RESOLVED', 'CANCELLED', 'RECOVERED')),
  check ((closed_at is null) = (closed_as is null))
);
create index escalation_falls_escalation on escalation_falls (escalation_id);
create index escalation_falls_unannounced on escalation_falls (fall_id) where not is_announced;

-- One open alert for each fall of an escalation and addressee, where there was one for each escalation and addressee.
create unique index alerts_open_per_escalation_fall on alerts (escalation_id, fall_id, recipient_id) nulls not distinct
  where acknowledged_at is null and escalation_id is not null;
drop index alerts_open_per_escalation;

-- What a new fall looks for: the newest open escalation of its person.
create index escalations_open on escalations (patient_id, raised_at desc) where closed_at is null;

-- Whom a delivery is about, so that one person's thousand do not stand before another's one. Null: from before this.
alter table deliveries add column patient_id uuid;
