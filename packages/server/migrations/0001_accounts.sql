-- Accounts, sessions, the system log and the audit trail: what every feature stands on.

create table users (
  id uuid primary key,
  email text not null,
  -- The e-mail in lower case, folded by the application: the same on every database and locale.
  email_key text not null,
  -- Null while an invitation waits to be accepted.
  password_hash text,
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('PATIENT', 'CAREGIVER', 'ADMIN')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  phone text,
  date_of_birth date,
  avatar text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_login timestamptz
);
create unique index users_email_key on users (email_key);
create index users_role_created_at on users (role, created_at desc, id);
create index users_created_at on users (created_at desc, id);

-- A row is a live session: logout, password change and deactivation delete it.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

-- What an admin reads at /admin/logs. No foreign key: a row outlives the person it names.
create table system_log (
  id uuid primary key,
  level text not null check (level in ('error', 'warning', 'info')),
  source text not null,
  message text not null,
  user_id uuid,
  timestamp timestamptz not null
);
create index system_log_timestamp on system_log (timestamp desc, id);
create index system_log_level_timestamp on system_log (level, timestamp desc, id);

-- Who read or changed what of whom; ids only, no values. The ids are pseudonyms once the account is erased.
create table audit_trail (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid,
  action text not null,
  subject_id uuid,
  request_id uuid
);
create index audit_trail_subject_at on audit_trail (subject_id, at desc);
create index audit_trail_actor_at on audit_trail (actor_id, at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end
$$;
create trigger audit_trail_append_only before update or delete or truncate on audit_trail
  for each statement execute function refuse_change();
