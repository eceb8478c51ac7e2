-- People can sign in with an OpenID Connect provider. Its subject stays the same when its e-mail changes.
create table oidc_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index oidc_identities_user on oidc_identities (user_id);
