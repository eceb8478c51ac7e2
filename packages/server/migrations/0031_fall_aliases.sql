-- A device can be told the id of a fall before the fall stands in the database. When another reading of the same
-- incident gets there first, the fall has that one's id: what the device was told leads to it all the same.

create table fall_aliases (
  id uuid primary key,
  fall_id uuid not null references falls (id) on delete cascade
);
create index fall_aliases_fall on fall_aliases (fall_id);
