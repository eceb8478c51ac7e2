-- Reading a list of people leaves an entry in the audit trail: which filters, how many rows. Never what somebody typed.
alter table audit_trail add column details jsonb;
