-- A caregiver who starts a shift tests sound and notifications. Only the newest check of each is kept.
create table shift_checks (
  user_id uuid primary key references users (id) on delete cascade,
  checked_at timestamptz not null,
  sound text not null check (sound in ('HEARD', 'NOT_HEARD', 'NOT_TESTED')),
  push text not null check (push in ('RECEIVED', 'NOT_RECEIVED', 'UNSUPPORTED', 'NOT_TESTED'))
);
