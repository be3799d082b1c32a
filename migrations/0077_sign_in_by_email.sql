-- expand
-- Sign-in by email address without an account number, and links for forgotten passwords.

-- Operators enter their address themselves. Without one they sign in by name only.
alter table operators add column email text;
create index operators_email on operators (lower(email)) where email is not null;
create index contacts_email on contacts (lower(email));
create index pos_users_by_email on pos_users (lower(email));

-- Nobody is signed in yet, so no tenant is known: this function looks past row-level security and
-- returns ids only. Everything else about these people is read inside their own tenant.
create function logins_with_email(sought text)
returns table (kind text, id bigint, tenant_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'operator', operators.id, null::bigint from operators
  where lower(email) = lower(sought) and is_active
  union all
  select 'contact', contacts.id, contacts.partner_id
  from contacts join contact_credentials login on login.contact_id = contacts.id
  where lower(contacts.email) = lower(sought) and login.is_active
    and is_partner_active(login.partner_id, login.client_id)
  union all
  select 'pos_user', pos_users.id, pos_users.account_id
  from pos_users join accounts on accounts.id = pos_users.account_id
  where lower(pos_users.email) = lower(sought) and pos_users.is_active and accounts.is_active
  order by 1, 2
$$;

-- One link may change the passwords of several logins with the same address: a row for each.
create table password_resets (
  digest bytea not null,
  person_kind text not null check (person_kind in ('operator', 'contact', 'pos_user')),
  person_id bigint not null,
  home_id bigint,
  -- Of the password at the time of the request: the link ends with any other change of it.
  password_digest bytea not null,
  email text not null,
  asked_at timestamptz not null,
  good_until timestamptz not null,
  primary key (digest, person_kind, person_id)
);
create index password_resets_age on password_resets (good_until);
create index password_resets_email on password_resets (lower(email), asked_at);
grant select, insert, delete on password_resets to sixdoors_app;
