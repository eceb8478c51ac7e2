-- What the wearer does in the minutes after a fall, for those who respond: still, moved, upright again. Changes only.
create table aftermaths (
  fall_id uuid not null references falls (id) on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('STILL', 'LYING_STILL', 'MOVED', 'UPRIGHT')),
  since timestamptz not null,
  is_long boolean not null,
  primary key (fall_id, at)
);
