-- When a device was entered, by the business clock: its first inspection is due a year later. Devices
-- from before, and those that others enter by hand, count from created_at, which is the wall's.
alter table devices add column entered_at timestamptz;
alter table devices alter column inspection_from
  set expression as (coalesce(inspected_at, activation_date, entered_at, created_at));
