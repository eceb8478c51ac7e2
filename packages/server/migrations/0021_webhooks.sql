-- Addresses of their own that people want to be called at, and what was delivered there.

create table webhooks (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  url text not null,
  -- Signs what is sent: needed again for every message, so it cannot be kept as a hash.
  secret text not null,
  created_at timestamptz not null
);
create index webhooks_user on webhooks (user_id, created_at);

create table webhook_deliveries (
  -- Also the id that the receiver sees, the same at every attempt.
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  -- What the alert engine calls this delivery; null for a test.
  notice_id uuid,
  alert_id uuid,
  -- Whom the words are about: they go with the account.
  patient_id uuid references users (id) on delete cascade,
  body text not null,
  status text not null check (status in ('PENDING', 'SENT', 'FAILED')),
  attempts integer not null,
  last_status integer,
  last_problem text,
  created_at timestamptz not null,
  -- When it is due, in the database's time. Whoever attempts it moves this ahead first: a lease, after which it is due again.
  next_attempt_at timestamptz,
  sent_at timestamptz,
  unique (webhook_id, notice_id)
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'PENDING';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_patient on webhook_deliveries (patient_id);
create index webhook_deliveries_created on webhook_deliveries (created_at);
