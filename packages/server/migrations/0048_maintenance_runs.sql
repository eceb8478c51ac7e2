-- A maintenance task that outlasts its request goes on in the background: how far its latest run has come.
create table maintenance_runs (
  task text primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  done text[] not null
);
