-- At most so many mails an hour for one person. Alerts beyond it are held, and sent together when the hour ends.
alter table deliveries drop constraint deliveries_status_check;
alter table deliveries add constraint deliveries_status_check
  check (status in ('pending', 'accepted', 'sent', 'held', 'failed', 'unreachable', 'cancelled'));

-- Mail about alerts to this person, and invitations by this person. The hour begins with its first mail.
create table mail_hours (
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('ALERTS', 'INVITATIONS')),
  started_at timestamptz not null,
  count integer not null,
  primary key (user_id, purpose)
);

-- One mail about all alerts that were held for one address. The id is that of the mail, in every attempt.
create table mail_digests (
  id uuid primary key,
  -- No foreign key: when the contact point is deleted, its deliveries are still settled.
  contact_point_id uuid not null,
  due_at timestamptz not null,
  -- From the first attempt on nothing is added: a repetition has the same content.
  attempts integer not null default 0
);
create unique index mail_digests_open on mail_digests (contact_point_id) where attempts = 0;
create index mail_digests_due on mail_digests (due_at);

create table held_mails (
  delivery_id uuid primary key references deliveries (id) on delete cascade,
  digest_id uuid not null references mail_digests (id) on delete cascade
);
create index held_mails_digest on held_mails (digest_id);
