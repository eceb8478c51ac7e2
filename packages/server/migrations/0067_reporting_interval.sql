-- How often a device sends, as it says itself: silence is measured in its intervals.
alter table devices add column interval_ms integer;
