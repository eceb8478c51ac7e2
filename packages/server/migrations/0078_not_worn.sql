-- A device on a table is noticed: the latest sign of a wearer, and the trouble of a device that shows none.
alter table devices add column worn_at timestamptz;
alter table device_troubles
  drop constraint device_troubles_kind_check,
  add constraint device_troubles_kind_check
    check (kind in ('SILENT', 'BATTERY_20', 'BATTERY_5', 'SENSORS', 'NOT_WORN'));
