-- An alert that comes back for want of an outcome must not look like a new fall: who had it until then.
alter table escalations
  -- Set when an acknowledged escalation alarms again, cleared when its level rises. By whom may be an erased account.
  add column last_handled_at timestamptz,
  add column last_handled_by uuid;
