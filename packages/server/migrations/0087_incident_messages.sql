-- The messages of the people who respond to an incident.
create table incident_messages (
  id uuid primary key,
  escalation_id uuid not null references escalations (id) on delete cascade,
  -- Null once the account is deleted: the others still need what was said.
  author_id uuid references users (id) on delete set null,
  text text not null,
  at timestamptz not null
);
create index incident_messages_escalation on incident_messages (escalation_id, at);
create index incident_messages_author on incident_messages (author_id);
