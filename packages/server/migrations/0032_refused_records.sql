-- Records of the log that the database refuses for what they hold, set aside so that those behind them go on: as they
-- were, for whoever finds out why. Known by their content: one that is read again stands here once.

create table refused_records (
  digest bytea primary key,
  bytes bytea not null,
  problem text not null,
  refused_at timestamptz not null default clock_timestamp()
);
