-- Steps that notify whoever is on duty: the alert itself lets that person know about a patient of others.
alter table alerts add column on_duty boolean not null default false;
create index alerts_on_duty on alerts (recipient_id, patient_id) where on_duty;
-- The latest step that was taken for everybody, because nobody was on duty or the person on duty was not reached.
alter table escalations add column everybody_step integer;
