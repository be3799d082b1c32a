-- expand
-- Views of the transaction list that a user of a merchant saved: filters, order and columns.

create table saved_views (
  account_id bigint not null,
  user_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  settings json not null,
  updated_at timestamptz not null,
  constraint saved_views_pkey primary key (account_id, id),
  constraint saved_views_name_unique unique (account_id, user_id, name),
  constraint saved_views_user_fkey foreign key (account_id, user_id)
    references pos_users (account_id, id) on delete cascade
);
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy saved_views_owner on saved_views to current_user using (true);
create policy saved_views_visible on saved_views to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);
grant select, insert, update, delete on saved_views to sixdoors_app;
