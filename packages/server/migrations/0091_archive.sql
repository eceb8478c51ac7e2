-- Days of readings outside the database, as files: docs/archive.md. A row is written before its file, and deleted after
-- it, so that no file is ever unknown.
create table archive_files (
  object text primary key,
  day date not null,
  -- The devices in the file. A device that is deleted is found by them.
  device_keys integer[] not null,
  readings bigint not null,
  bytes bigint not null,
  sha256 text not null,
  -- WRITING: not verified yet, its readings are still in the table. CURRENT: the only copy of its readings. OBSOLETE: to
  -- be deleted.
  state text not null check (state in ('WRITING', 'CURRENT', 'OBSOLETE')),
  written_at timestamptz not null default clock_timestamp()
);
create index archive_files_day on archive_files (day);
create index archive_files_device_keys on archive_files using gin (device_keys);
