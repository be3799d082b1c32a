-- Due work runs in lanes: a process claims one piece of work, and a failure delays only that work.
-- Claims and pauses use the database's clock, because the clocks of processes may differ.
alter table business_work
  add column claimed_by uuid,
  add column claimed_until timestamptz,
  -- Failures in a row: the pause before the next try grows with them.
  add column failures integer not null default 0,
  add column retry_at timestamptz,
  -- Where a run that used up its time continues; null: at the beginning.
  add column resume_after text;

alter table business_runs drop constraint business_runs_outcome_check;
alter table business_runs add constraint business_runs_outcome_check
  check (outcome in ('done', 'unfinished', 'failed'));

-- How far each purge got, and what waits for an operator because it is more than usual.
create table purges (
  work text primary key,
  done_up_to timestamptz,
  held_at timestamptz,
  held_up_to timestamptz,
  held_counts json,
  held_why text,
  allowed_at timestamptz,
  allowed_by text,
  constraint purges_held_complete check (
    (held_at is null) = (held_up_to is null) and (held_at is null) = (held_counts is null)
    and (held_at is null) = (held_why is null)),
  constraint purges_allowed_is_held check (allowed_at is null or held_at is not null)
);
insert into purges (work, done_up_to)
select name, max(due_at) from business_runs
where outcome = 'done' and name in ('purge', 'purge ACH') group by name;
grant select, update on purges to sixdoors_app;

-- Every process that runs jobs writes its row every few seconds, by the database's clock.
create table worker_heartbeats (
  worker_id uuid primary key,
  host text not null,
  process_id integer not null,
  version text not null,
  clock_skew_ms double precision not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);
grant select on worker_heartbeats to sixdoors_app, sixdoors_payments;
