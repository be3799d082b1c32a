-- Area B: what the parser keeps. Its own statements span partners, as payments span accounts, and
-- run under sixdoors_payments with the partner in every one of them; whoever reads the journal
-- does so as sixdoors_app, behind row-level security.

-- The partner under which an account's terminals are known.
alter table accounts add column partner_id bigint references partners;
create index accounts_partner on accounts (partner_id) where partner_id is not null;

-- One row a call, never with payload or card data. A message id begins with the time in digits, so
-- its order is that of time and its beginning a bound for what is too old. What a row names it
-- names by id and without a foreign key: thousands of calls a second would lock the same client.
create table parser_journal (
  message_id text collate "C" primary key,
  called_at timestamptz not null,
  -- Null: the caller was nobody.
  partner_id bigint,
  client_id bigint,
  device_id bigint,
  reference text,
  is_success boolean not null,
  error_code integer,
  is_replay boolean not null default false,
  took_ms real not null
);
create index parser_journal_partner on parser_journal (partner_id, message_id);
create index parser_journal_client on parser_journal (client_id, message_id)
  where client_id is not null;

alter table parser_journal enable row level security;
alter table parser_journal force row level security;
-- The partners that the caller sees are looked up once, not once a row.
create policy parser_journal_visible on parser_journal to sixdoors_app
  using (partner_id in (select id from partners));
create policy parser_journal_written on parser_journal to sixdoors_payments using (true);
create policy parser_journal_owner on parser_journal to current_user using (true);

-- How far each key of a device has counted. The one before stays beside it, so that the statement
-- that moves a counter also tells where it stood.
create table device_counters (
  device_id bigint not null references devices,
  ksi text not null,
  highest bigint not null,
  previous bigint,
  primary key (device_id, ksi)
) with (fillfactor = 70);

-- Nonces that were used, by digest of partner and nonce.
create table parser_nonces (
  digest bytea primary key,
  used_at timestamptz not null
);
create index parser_nonces_age on parser_nonces (used_at);

create policy partners_parsed on partners for select to sixdoors_payments using (true);
create policy clients_parsed on clients for select to sixdoors_payments using (true);
create policy devices_parsed on devices for select to sixdoors_payments using (true);
create policy devices_used on devices for update to sixdoors_payments using (true);

grant select on partners, clients, devices, device_types, device_states to sixdoors_payments;
grant update (device_state_id, activation_date, last_activity_date, version, modified_at)
  on devices to sixdoors_payments;
grant select, insert on parser_journal to sixdoors_payments;
grant select on parser_journal to sixdoors_app;
grant select, insert, update on device_counters, parser_nonces to sixdoors_payments;
