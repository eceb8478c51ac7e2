-- Daily check-in: people who want it give a sign each morning; without one by a set time an alert is raised.
create table check_ins (
  patient_id uuid primary key references users (id) on delete cascade,
  -- Time of day in the person's zone, an IANA name.
  by_time time not null,
  zone text not null,
  movement_counts boolean not null,
  -- Away: the first day on which a sign is expected again.
  resumes_on date,
  -- The next day to be decided, a date in the zone, and its set time.
  day date not null,
  due_at timestamptz not null,
  -- When the job examines this person next.
  examine_at timestamptz not null,
  -- The open alert.
  escalation_id uuid references escalations (id) on delete set null,
  updated_at timestamptz not null,
  -- No reference: the setting stays when the account of this person is deleted.
  updated_by uuid not null
);
create index check_ins_examine_at on check_ins (examine_at);
create index check_ins_escalation on check_ins (escalation_id);

-- One row for each decided day.
create table check_in_days (
  patient_id uuid not null references users (id) on delete cascade,
  day date not null,
  due_at timestamptz not null,
  -- Null: there was none.
  sign text check (sign in ('CONFIRMED', 'MOVED')),
  sign_at timestamptz,
  -- When the missing sign raised an alert, or was added to an open one.
  missed_at timestamptz,
  primary key (patient_id, day)
);
