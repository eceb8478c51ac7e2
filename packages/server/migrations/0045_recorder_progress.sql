-- When a recorder last committed, so that any process can say whether readings still reach their table.
alter table recorded add column committed_at timestamptz;
