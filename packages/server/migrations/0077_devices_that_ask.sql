-- What a device says about itself: where it is worn, and whether it can ask its wearer. A wrist device that cannot gets a warning.
alter table devices add column body_site text;
alter table devices add column can_confirm boolean;
