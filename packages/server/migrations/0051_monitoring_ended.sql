-- Alerts that a person is no longer monitored, because their account was deleted: they must outlive the account.

alter table alerts
  -- Null: the account is gone, and the two columns below say whose it was.
  alter column patient_id drop not null,
  add column former_patient_id uuid,
  -- Kept until the alert was acknowledged, and some days after.
  add column former_patient_name text,
  add check ((patient_id is null) = (former_patient_id is not null)
    and (former_patient_id is null) = (former_patient_name is null));
create index alerts_former_patient on alerts (timestamp) where patient_id is null;
