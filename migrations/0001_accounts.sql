-- The installation itself, merchant accounts and operators.

-- One row: what this database is for. Production refuses a database made for certification.
create table installation (
  only_row boolean primary key default true check (only_row),
  environment text not null check (environment in ('certification', 'production')),
  installed_at timestamptz not null default now(),
  seeded_at timestamptz
);

create table operators (
  id bigint generated always as identity primary key,
  user_name text not null,
  password_hash text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint operators_user_name_unique unique (user_name)
);

create table accounts (
  id bigint primary key check (id between 1 and 999999999999),
  name text not null,
  time_zone text not null,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  is_active boolean not null default true,
  is_agent boolean not null default false,
  parent_id bigint references accounts,
  receipt_email text,
  card_processor text,
  ach_processor text,
  ach_default_sec_code text not null default 'WEB'
    check (ach_default_sec_code in ('CCD', 'PPD', 'WEB', 'TEL', 'POP', 'ARC', 'RCK')),
  allows_credit boolean not null default false,
  declines_avs text not null default '',
  declines_cvv text not null default '',
  authorization_days smallint not null default 7 check (authorization_days between 1 and 30),
  tax_before_discount boolean not null default false,
  created_at timestamptz not null default now()
);
create index accounts_parent on accounts (parent_id) where parent_id is not null;

-- Several keys may be good at once while one replaces another.
create table account_keys (
  account_id bigint not null references accounts,
  digest bytea not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (account_id, digest)
);

create table verification_settings (
  account_id bigint primary key references accounts,
  is_enabled boolean not null,
  sec_codes text[] not null check ('WEB' = any (sec_codes)),
  -- Null asks on every transaction.
  frequency_days smallint default 360
    check (frequency_days between 30 and 360 and frequency_days % 30 = 0),
  covers_recurring boolean not null default false,
  covers_reissue boolean not null default false,
  when_unavailable text not null default 'decline'
    check (when_unavailable in ('decline', 'accept'))
);

create table payment_forms (
  account_id bigint not null references accounts,
  name text not null,
  title text not null,
  methods text[] not null check (methods <@ array['card', 'ach'] and cardinality(methods) > 0),
  ach_sec_code text,
  reportable_fields text[] not null default '{}',
  is_active boolean not null default true,
  primary key (account_id, name),
  constraint payment_forms_name_unique unique (name)
);

create table bank_connections (
  name text primary key,
  immediate_destination text not null,
  immediate_destination_name text not null,
  immediate_origin text not null,
  immediate_origin_name text not null,
  odfi text not null check (odfi ~ '^[0-9]{8}$'),
  cut_offs text[] not null,
  writes_offset boolean not null default false
);

grant select, insert, update on installation, operators, accounts, account_keys,
  verification_settings, payment_forms, bank_connections to sixdoors_app;
grant delete on account_keys, payment_forms to sixdoors_app;
grant select on accounts, account_keys, verification_settings, payment_forms,
  bank_connections to sixdoors_payments;
