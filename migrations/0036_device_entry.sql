-- When a device was entered, by the business clock: its first inspection is due a year later. Devices
-- from before, and those that others enter by hand, count from created_at, which is the wall's.
alter table devices add column entered_at timestamptz;

-- Made anew: PostgreSQL changes the expression of a column only from 17 on.
alter table devices drop column inspection_from;
alter table devices
  add column inspection_from timestamptz not null
    generated always as (coalesce(inspected_at, activation_date, entered_at, created_at)) stored;
create index devices_inspection on devices (inspection_from, id) where client_id is not null;
