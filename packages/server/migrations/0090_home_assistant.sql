-- Wearers may let Home Assistant follow their state over MQTT. What was published must be removed when they no longer do.
create table home_assistant_consents (
  patient_id uuid primary key references users (id) on delete cascade,
  is_enabled boolean not null,
  -- Random, and a new one each time it is switched on: topics name nobody.
  node_id text not null unique,
  changed_at timestamptz not null,
  -- No reference: the entry stays when the account of this person is deleted.
  changed_by uuid not null
);

-- Retained messages that may exist at the broker. A row outlives its person: it is deleted when the broker has
-- confirmed the removal.
create table home_assistant_topics (
  topic text primary key,
  node_id text not null
);
create index home_assistant_topics_node on home_assistant_topics (node_id);

-- Alerts that were published as raised or answered, and not yet as closed.
create table home_assistant_alerts (
  escalation_id uuid primary key references escalations (id) on delete cascade,
  stage text not null check (stage in ('raised', 'answered'))
);

-- One row: which process publishes. The client id is the same for all processes, so the broker admits one at a time.
create table home_assistant_bridge (
  is_only boolean primary key default true check (is_only),
  client_id text not null,
  holder uuid,
  held_until timestamptz not null default '-infinity',
  is_connected boolean not null default false
);
insert into home_assistant_bridge (client_id) values ('fallwatch-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12));

-- Through what a person called for help; null: a device, the console or the API.
alter table falls add column source text check (source in ('HOME_ASSISTANT'));
create index falls_source on falls (user_id, created_at) where source is not null;
