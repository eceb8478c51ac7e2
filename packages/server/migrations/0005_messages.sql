-- Messages between people.

create table messages (
  id uuid primary key,
  sender_id uuid not null references users (id) on delete cascade,
  recipient_id uuid not null references users (id) on delete cascade,
  content text not null,
  type text not null default 'TEXT' check (type = 'TEXT'),
  created_at timestamptz not null,
  read_at timestamptz
);
create index messages_sender on messages (sender_id, created_at desc, id desc);
create index messages_recipient on messages (recipient_id, created_at desc, id desc);
create index messages_unread on messages (recipient_id, created_at desc, id desc) where read_at is null;
