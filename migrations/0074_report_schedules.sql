-- expand
-- Reports that are sent by email: a link that needs a sign-in, never the data. Earlier releases do not
-- know these tables, and send nothing.

create table report_schedules (
  account_id bigint not null,
  id bigint generated always as identity,
  -- The recipient. The schedule ends with the user.
  user_id bigint not null,
  name text not null,
  -- The filters of the report by name, as entered, without its dates.
  question json not null,
  every text not null check (every in ('day', 'week', 'month')),
  -- In the account's time zone.
  hour smallint not null check (hour between 0 and 23),
  created_at timestamptz not null,
  -- Business time.
  next_at timestamptz not null,
  last_sent_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references pos_users on delete cascade
);
create index report_schedules_due on report_schedules (next_at);
create index report_schedules_user on report_schedules (account_id, user_id);

-- What the link of an email shows: the filters with the days that were meant.
create table sent_reports (
  account_id bigint not null references accounts,
  id uuid not null,
  name text not null,
  question json not null,
  sent_at timestamptz not null,
  -- By the wall clock.
  expires_at timestamptz not null,
  primary key (account_id, id)
);
create index sent_reports_age on sent_reports (expires_at);

grant select, insert, delete on report_schedules to sixdoors_app;
grant select on sent_reports to sixdoors_app;
alter table report_schedules enable row level security;
alter table report_schedules force row level security;
create policy report_schedules_owner on report_schedules to current_user using (true);
create policy report_schedules_visible on report_schedules to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);
alter table sent_reports enable row level security;
alter table sent_reports force row level security;
create policy sent_reports_owner on sent_reports to current_user using (true);
create policy sent_reports_visible on sent_reports to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);
