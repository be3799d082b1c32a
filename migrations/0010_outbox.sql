-- What the outside must hear of: how events are claimed, tried, set aside and kept.
--
-- Whoever writes an event fills account_id (0: the house itself, for mail that is no merchant's),
-- kind, event, transaction_id (null: no order to keep), payload, created_at and due_at (both wall
-- time). All other columns have the right value by themselves. A webhook's payload is the JSON of
-- "transaction"; a mail's is {"to", "subject", "text", "html"}.

alter table outbox
  -- Plain json keeps the order of the fields, and nothing here looks inside.
  alter column payload type json,
  -- How the outside knows the event, on every attempt.
  add column event_id uuid not null default gen_random_uuid(),
  -- The link in a mail that must not lie open, such as one that sets a password.
  add column sealed bytea,
  add column tries integer not null default 0,
  add column retry_until timestamptz,
  add column claimed_by uuid,
  add column claimed_until timestamptz,
  -- Neither: it waits. Never both.
  add column delivered_at timestamptz,
  add column set_aside_at timestamptz,
  add column set_aside_why text,
  add constraint outbox_event_unique unique (account_id, event_id),
  -- Claiming touches no index, so there should be room for it on the same page.
  set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

drop index outbox_due;
create index outbox_waiting on outbox (kind, account_id, due_at, id)
  where delivered_at is null and set_aside_at is null;
create index outbox_by_transaction on outbox (account_id, transaction_id, id)
  where transaction_id is not null;
create index outbox_set_aside on outbox (account_id, id) where set_aside_at is not null;
create index outbox_age on outbox using brin (created_at);

-- Every attempt to deliver, for 30 days. The answer's first bytes are masked.
create table delivery_attempts (
  account_id bigint not null,
  outbox_id bigint not null,
  id bigint generated always as identity,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  outcome text not null,
  status integer,
  failure text,
  answer text,
  primary key (account_id, outbox_id, id)
);
create index delivery_attempts_age on delivery_attempts using brin (attempted_at);

-- Where an account wants its webhooks. While a secret replaces another, both sign.
create table webhook_endpoints (
  account_id bigint primary key references accounts,
  url text not null,
  -- Scheme, host and port: deliveries are limited per origin, whoever's account it is.
  origin text not null,
  is_on boolean not null,
  switched_off_at timestamptz,
  switched_off_why text,
  secret_sealed bytea not null,
  previous_sealed bytea,
  previous_until timestamptz,
  updated_at timestamptz not null
);

-- Where mail goes in certification: the console shows it.
create table mailbox (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text,
  received_at timestamptz not null,
  constraint mailbox_event_unique unique (event_id)
);

-- A door sees and changes one account's events. It may write events of any: mail of the house.
do $$
declare
  name text;
begin
  foreach name in array array['outbox', 'delivery_attempts', 'webhook_endpoints'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy %I on %I to sixdoors_app using (account_id ='
      ' nullif(current_setting(''sixdoors.account_id'', true), '''')::bigint)',
      name || '_visible', name);
    execute format('create policy %I on %I to sixdoors_payments using (true)',
      name || '_dispatched', name);
    execute format('create policy %I on %I to current_user using (true)', name || '_owner', name);
  end loop;
end
$$;
create policy outbox_written on outbox for insert to sixdoors_app with check (true);

grant select, insert, update on outbox, webhook_endpoints to sixdoors_app;
grant select on delivery_attempts to sixdoors_app;
grant select, insert, delete on delivery_attempts to sixdoors_payments;
grant select, update on webhook_endpoints to sixdoors_payments;
grant select, insert, delete on mailbox to sixdoors_app, sixdoors_payments;
