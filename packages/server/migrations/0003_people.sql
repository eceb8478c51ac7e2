-- Who looks after whom, what is known beside the account, and invitations to accounts without a password.

create table patient_details (
  user_id uuid primary key references users (id) on delete cascade,
  emergency_contact text,
  -- As measured and typed by a person.
  blood_pressure text
);

-- The score as last calculated, for statistics over everybody; a person's own page calculates afresh.
create table scores (
  user_id uuid primary key references users (id) on delete cascade,
  health_score smallint not null,
  is_high_risk boolean not null,
  calculated_at timestamptz not null
);
create index scores_high_risk on scores (user_id) where is_high_risk;

create table caregiver_details (
  user_id uuid primary key references users (id) on delete cascade,
  specialization text,
  organization text
);

create table assignments (
  caregiver_id uuid not null references users (id) on delete cascade,
  patient_id uuid not null references users (id) on delete cascade,
  relationship text,
  assigned_at timestamptz not null,
  primary key (caregiver_id, patient_id)
);
create index assignments_patient_id on assignments (patient_id);

-- The token itself is never stored.
create table invitations (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invitations_user_id on invitations (user_id);
