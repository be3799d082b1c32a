-- What an account took on days that are over, so that a month can be drawn without reading it again.
-- Nothing hangs on these rows: what is missing or stale is summed from the transactions.
create table day_sums (
  account_id bigint not null,
  -- On the clocks of the zone.
  day date not null,
  time_zone text not null,
  sale_count integer not null,
  sale_cents bigint not null,
  refund_count integer not null,
  refund_cents bigint not null,
  approved_count integer not null,
  declined_count integer not null,
  -- Wall time. A day changes while its authorizations are captured and its entries come back.
  summed_at timestamptz not null,
  primary key (account_id, day)
);

alter table day_sums enable row level security;
alter table day_sums force row level security;
create policy day_sums_visible on day_sums to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);
create policy day_sums_owner on day_sums to current_user using (true);
grant select, insert, update, delete on day_sums to sixdoors_app;
