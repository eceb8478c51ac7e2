-- From where people have signed in: such a client is not held up when others guess at the account's password.

create table known_clients (
  user_id uuid not null references users (id) on delete cascade,
  -- Keyed hash of the account and the client's address: the address itself is not kept.
  client_hash text not null,
  last_seen_at timestamptz not null,
  primary key (user_id, client_hash)
);
create index known_clients_last_seen on known_clients (last_seen_at);
