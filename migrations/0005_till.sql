-- Area C: the people of the till and their sessions. A connection sees the account named by
-- sixdoors.account_id; a session is found by its token's digest, before anyone is logged in.

create table till_users (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  role text not null check (role in ('admin', 'manager', 'cashier')),
  password_hash text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index till_users_email_unique on till_users (account_id, lower(email));

create table till_sessions (
  token_digest bytea primary key,
  account_id bigint not null,
  user_id bigint not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  foreign key (account_id, user_id) references till_users on delete cascade
);
create index till_sessions_user on till_sessions (account_id, user_id);
create index till_sessions_age on till_sessions (used_at);

alter table till_users enable row level security;
alter table till_users force row level security;
create policy till_users_visible on till_users to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);
create policy till_users_owner on till_users to current_user using (true);

grant select, insert, update, delete on till_users, till_sessions to sixdoors_app;
