-- When a delivery was handed over, and over which channel an alert was answered.
alter table deliveries
  -- Null: nobody else had to bring it, or it was accepted before this column existed. Then settled_at says it.
  add column accepted_at timestamptz,
  -- When its recipient took the alert over this delivery.
  add column acknowledged_at timestamptz;

-- Null: declined before this column existed.
alter table declines add column channel text;
