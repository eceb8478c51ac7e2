-- Caregivers answer what a false alarm was, and may decide to be alerted about one person above a higher confidence only.
create table alert_thresholds (
  patient_id uuid primary key references users (id) on delete cascade,
  -- POTENTIAL begins above 0.50; at most 0.15 more.
  threshold double precision not null check (threshold > 0.5 and threshold <= 0.65),
  set_at timestamptz not null,
  -- No reference: the threshold stays when the account of this person is deleted.
  set_by uuid not null
);

alter table falls
  -- The threshold because of which this fall raised no alert.
  add column withheld_up_to double precision,
  -- What the wearer was doing, if it was a false alarm.
  add column false_alarm_act text check (
    false_alarm_act in ('KNOCK', 'CLAPPING', 'SAT_DOWN_HARD', 'LAY_DOWN', 'DEVICE_DROPPED', 'OTHER')
  );
