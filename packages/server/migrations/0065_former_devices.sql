-- A released device leaves its readings and vitals with the person who wore it; its MAC address may register anew.
create table former_devices (
  -- The key of its readings and vitals.
  key integer primary key,
  id uuid not null unique,
  user_id uuid not null references users (id) on delete cascade,
  mac_address text not null,
  name text not null,
  created_at timestamptz not null,
  released_at timestamptz not null
);
create index former_devices_user on former_devices (user_id);

-- Readings are erased when neither table has their device any more.
create or replace function note_erased_device() returns trigger language plpgsql as $$
begin
  insert into erased_devices (key)
  select old.key where not exists (select 1 from former_devices where key = old.key)
  on conflict do nothing;
  return old;
end
$$;
create trigger former_devices_note_erased after delete on former_devices
  for each row execute function note_erased_device();
