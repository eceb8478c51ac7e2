-- How a person is reached: e-mail, phone, push and similar. One delivery is written per contact point.
create table contact_points (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('push', 'email', 'sms', 'voice', 'ntfy', 'gotify')),
  address text not null,
  -- What sending to the address needs: the keys of a push subscription, an access token.
  secrets jsonb not null default '{}',
  label text,
  from_step integer not null default 1,
  min_severity text not null default 'LOW' check (min_severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  created_at timestamptz not null,
  verified_at timestamptz,
  last_ok_at timestamptz,
  failing_since timestamptz,
  failing_reason text,
  code_hash text,
  code_sent_at timestamptz,
  code_tries integer not null default 0
);
create unique index contact_points_once on contact_points (user_id, kind, address);
create index contact_points_failing on contact_points (failing_since) where failing_since is not null;

-- No foreign key: the log of deliveries outlives the contact point.
alter table deliveries add column contact_point_id uuid;
create unique index deliveries_once_per_contact on deliveries
  (alert_id, recipient_id, step, channel, contact_point_id) nulls not distinct;
drop index deliveries_once;

-- The language of notices; null: English.
alter table users add column language text check (language in ('en', 'de'));

-- Tokens that answer one alert as one person, without a session. Only the hash is stored.
create table action_tokens (
  token_hash text primary key,
  alert_id uuid not null references alerts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  delivery_id uuid not null,
  expires_at timestamptz not null
);
create index action_tokens_alert on action_tokens (alert_id);
create index action_tokens_user on action_tokens (user_id);
create index action_tokens_expired on action_tokens (expires_at);

-- People who said that they cannot come.
create table declines (
  escalation_id uuid not null references escalations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- The step they answered: an alert that is raised again asks them again.
  step integer not null,
  declined_at timestamptz not null,
  primary key (escalation_id, user_id)
);
create index declines_user on declines (user_id);

-- Keys that all processes share, such as the pair that signs push messages.
create table installation_keys (
  name text primary key,
  value jsonb not null
);

-- Development: messages of media that are not set up. Never used in production.
create table outbox (
  id uuid primary key,
  kind text not null,
  address text not null,
  title text not null,
  text text not null,
  url text,
  user_id uuid not null references users (id) on delete cascade,
  sent_at timestamptz not null
);
create index outbox_user on outbox (user_id);
create index outbox_sent_at on outbox (sent_at);

-- Notifications that are shown and no longer true: somebody has taken the alert, or it is over.
create table contact_updates (
  contact_point_id uuid not null references contact_points (id) on delete cascade,
  escalation_id uuid not null references escalations (id) on delete cascade,
  due_at timestamptz not null,
  attempts integer not null default 0,
  primary key (contact_point_id, escalation_id)
);
create index contact_updates_due on contact_updates (due_at);
create index contact_updates_escalation on contact_updates (escalation_id);

-- Replies to text messages: the code in the reply names the alert, and with it the token of the message.
create table sms_codes (
  phone text not null,
  code smallint not null,
  alert_id uuid not null references alerts (id) on delete cascade,
  token_hash text not null,
  sent_at timestamptz not null,
  primary key (phone, code)
);
create index sms_codes_alert on sms_codes (alert_id);

-- Text messages of each day, for the daily limit.
create table sms_days (
  day date primary key,
  count integer not null
);
