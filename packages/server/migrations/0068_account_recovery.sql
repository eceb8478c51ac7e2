-- A lost password no longer ends an account: links that set a password or confirm an e-mail, and who invited whom.
create table account_links (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('PASSWORD', 'EMAIL')),
  -- The link works only while this is the e-mail of the account: a change of the e-mail ends the links to the old one.
  email_key text not null,
  -- EMAIL: the address to confirm. PASSWORD: where it was mailed to; null if a person passes it on.
  address text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index account_links_user_id on account_links (user_id);
create index account_links_expires_at on account_links (expires_at);

-- Null: nobody has opened a link that was mailed to this address.
alter table users add column email_verified_at timestamptz;

alter table invitations add column invited_by uuid references users (id) on delete set null;
create index invitations_invited_by on invitations (invited_by);

-- Links that were mailed for this account.
alter table mail_hours drop constraint mail_hours_purpose_check;
alter table mail_hours add constraint mail_hours_purpose_check check (purpose in ('ALERTS', 'INVITATIONS', 'ACCOUNT'));
