-- A stolen password must not be enough: codes of an authenticator app, recovery codes and passkeys.
create table totp (
  user_id uuid primary key references users (id) on delete cascade,
  -- Encrypted: the server must be able to read it, a copy of the database must not.
  sealed_secret text not null,
  created_at timestamptz not null,
  -- Null: being set up, not required yet.
  confirmed_at timestamptz,
  -- The 30-second step of the last accepted code: no code is accepted twice.
  last_step bigint
);
create table recovery_codes (
  user_id uuid not null references totp (user_id) on delete cascade,
  code_hash text not null,
  salt text not null,
  primary key (user_id, code_hash)
);
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id text not null constraint passkeys_credential_id_key unique,
  public_key bytea not null,
  -- Counts the uses of the authenticator, if it counts them; otherwise 0.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
-- Each is used once: by a sign-in (without a person) or to add a passkey to an account.
create table passkey_challenges (
  challenge text primary key,
  user_id uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);
alter table sessions add column has_second_factor boolean not null default false;
