-- A device authenticates with its own credential, so that no device needs a person's session.
create table device_credentials (
  id uuid primary key,
  device_id uuid not null references devices (id) on delete cascade,
  secret_hash text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Null: valid until it is revoked or replaced. Revoking deletes the row.
  expires_at timestamptz
);
create index device_credentials_device on device_credentials (device_id);
create index device_credentials_expires_at on device_credentials (expires_at) where expires_at is not null;
-- Not when its last use is written: that changes nothing for the caches.
create trigger device_credentials_tell_end after update of expires_at or delete on device_credentials
  for each row execute function tell_change('credential.ended', 'credentialId', 'id');
