-- Business time and the work that it brings. Wall time needs no table.

-- How far business time is ahead of the wall clock. It only ever grows; in production it is zero.
create table business_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null default 0 check (ahead_ms >= 0)
);
insert into business_clock default values;

-- When each piece of work is next due, in business time.
create table business_work (
  name text primary key,
  due_at timestamptz not null
);

-- What ran, for those who moved the clock and for those who wonder.
create table business_runs (
  id bigint generated always as identity primary key,
  name text not null,
  due_at timestamptz not null,
  started_at timestamptz not null,
  took_ms integer not null,
  outcome text not null check (outcome in ('done', 'failed')),
  summary text not null
);
create index business_runs_started on business_runs (started_at);

grant select on business_clock, business_work, business_runs to sixdoors_app, sixdoors_payments;
grant insert, update on business_work, business_clock to sixdoors_app;
grant insert, delete on business_runs to sixdoors_app;
