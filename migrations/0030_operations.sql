-- What operators act on: returns that nobody could place, checks of the audit, the job queues.

-- Somebody has seen to it: what was done stands in the note, and in the audit.
alter table ach_unmatched
  add column dealt_at timestamptz,
  add column dealt_by text,
  add column note text;
create index ach_unmatched_open on ach_unmatched (id) where dealt_at is null;

-- The last run of each work, and the runs of one.
create index business_runs_of_work on business_runs (name, id);
create index business_runs_failed on business_runs (id) where outcome = 'failed';

-- Walks along the chain of the audit that somebody asked for.
create table audit_checks (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  started_by text not null,
  -- Whoever walks says so again and again: after a minute of silence nobody does.
  seen_at timestamptz not null,
  walked bigint not null default 0,
  to_walk bigint not null default 0,
  finished_at timestamptz,
  -- Null where it could not be walked to the end.
  is_sound boolean,
  report json,
  failure text
);
create unique index audit_checks_one_at_once on audit_checks ((true)) where finished_at is null;
grant select, insert, update, delete on audit_checks to sixdoors_app;

-- The job tables belong to pg-boss, which makes them at its first start, under the owner's login.
-- Operators see counts of them; nobody else sees anything.
create function job_queues() returns table (
  name text,
  cron text,
  waiting bigint,
  retrying bigint,
  active bigint,
  failed bigint,
  done bigint,
  oldest_waiting_at timestamptz,
  last_done_at timestamptz,
  last_failure_at timestamptz,
  last_failure text
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  return query execute $queues$
    select queue.name,
      (select min(plan.cron) from pgboss.schedule plan where plan.name = queue.name),
      count(job.id) filter (where job.state::text = 'created'),
      count(job.id) filter (where job.state::text = 'retry'),
      count(job.id) filter (where job.state::text = 'active'),
      count(job.id) filter (where job.state::text = 'failed'),
      count(job.id) filter (where job.state::text = 'completed'),
      min(job.start_after) filter (where job.state::text in ('created', 'retry')),
      max(job.completed_on) filter (where job.state::text = 'completed'),
      max(coalesce(job.completed_on, job.started_on))
        filter (where job.state::text in ('failed', 'retry')),
      (array_agg(job.output ->> 'message' order by job.created_on desc)
        filter (where job.state::text in ('failed', 'retry')))[1]
    from pgboss.queue queue left join pgboss.job job on job.name = queue.name
    where queue.name !~ '^__'
    group by queue.name order by queue.name
  $queues$;
end
$$;
revoke all on function job_queues() from public;
grant execute on function job_queues() to sixdoors_app;
