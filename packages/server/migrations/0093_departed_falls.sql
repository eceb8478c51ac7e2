-- Falls that the journal still had when their people moved to another cell: the command that moves them records them there.
create table departed_falls (
  id uuid primary key,
  user_id uuid not null,
  fall jsonb not null
);
