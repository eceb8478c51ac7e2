-- People see where they are signed in. Both are null until the session is used with this release.
alter table sessions add column last_used_at timestamptz;
alter table sessions add column client text;
