-- `accepted`: handed over to somebody who brings it; `sent`: it has reached the person.
alter table deliveries drop constraint deliveries_status_check;
alter table deliveries add constraint deliveries_status_check
  check (status in ('pending', 'accepted', 'sent', 'failed', 'unreachable', 'cancelled'));

-- That an alert stands in a list is told by the alert itself. As a delivery it would count as a person reached.
delete from deliveries where channel = 'list';

-- Processes of the release before still write such rows while they are replaced one after the other.
create function skip_row() returns trigger language plpgsql as 'begin return null; end';
create trigger skip_list_deliveries before insert on deliveries for each row
  when (new.channel = 'list') execute function skip_row();
