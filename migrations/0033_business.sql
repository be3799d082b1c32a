-- What a merchant keeps at the console: questions for reports, and which events it wants to hear of.

-- The parts of a question as they were typed: what "this month" means is for the day it is asked.
create table report_filters (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  question json not null,
  saved_by text not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint report_filters_name_unique unique (account_id, name)
);

alter table report_filters enable row level security;
alter table report_filters force row level security;
create policy report_filters_visible on report_filters to sixdoors_app using (account_id =
  (select nullif(current_setting('sixdoors.account_id', true), '')::bigint));
do $$
begin
  execute 'create policy report_filters_owner on report_filters to current_user using (true)';
end
$$;
grant select, insert, update, delete on report_filters to sixdoors_app;

-- Null: all that there are, and all that there will be.
alter table webhook_endpoints add column events text[];
