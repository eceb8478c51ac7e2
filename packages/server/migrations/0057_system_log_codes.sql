-- What an entry says, for readers that word it themselves. Null in entries of earlier releases.
alter table system_log add column code text, add column params jsonb;
