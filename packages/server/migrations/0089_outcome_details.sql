-- An incident report says whether the person was injured, who lifted them, and who has changed the outcome since.
alter table falls
  add column injury text check (injury in ('NONE', 'MINOR', 'SERIOUS', 'UNKNOWN')),
  add column head_impact text check (head_impact in ('YES', 'NO', 'UNKNOWN')),
  add column ambulance text check (ambulance in ('CALLED', 'NOT_CALLED')),
  add column lifted_by text check (
    lifted_by in ('SELF', 'CAREGIVER', 'TWO_CAREGIVERS', 'HOIST', 'AMBULANCE', 'OTHER')
  );

-- Each outcome that was recorded: the latest is also in the fall.
create table outcome_records (
  id uuid primary key,
  fall_id uuid not null references falls (id) on delete cascade,
  recorded_at timestamptz not null,
  -- No reference: the record stays when the account of this person is deleted.
  recorded_by uuid,
  outcome text,
  note text,
  act text,
  injury text,
  head_impact text,
  ambulance text,
  lifted_by text
);
create index outcome_records_by_fall on outcome_records (fall_id, recorded_at);

insert into outcome_records (id, fall_id, recorded_at, recorded_by, outcome, note, act)
select gen_random_uuid(), id, resolved_at, resolved_by, outcome, resolution_note, false_alarm_act
from falls where resolved_at is not null;
