-- How a person is depends on all devices they wear: whoever remembers them must hear of a new one.
create trigger devices_tell_registration after insert on devices
  for each row execute function tell_change('device.registered', 'userId', 'user_id');
