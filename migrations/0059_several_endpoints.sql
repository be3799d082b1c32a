-- expand
-- Several webhook endpoints for an account. The first one stays in webhook_endpoints, whose key is the
-- account, because earlier releases write there; further ones are in a table of their own. Earlier
-- releases know the first endpoint only, and do not see deliveries to the others.

alter table webhook_endpoints
  add column number integer not null default 1
    constraint webhook_endpoints_number_check check (number = 1),
  add constraint webhook_endpoints_number_unique unique (account_id, number);

create table further_webhook_endpoints (
  account_id bigint not null references accounts,
  number integer not null constraint further_webhook_endpoints_number_check check (number > 1),
  url text not null,
  origin text not null,
  is_on boolean not null,
  switched_off_at timestamptz,
  switched_off_why text,
  secret_sealed bytea not null,
  previous_sealed bytea,
  previous_until timestamptz,
  updated_at timestamptz not null,
  -- Null: all events, also future ones.
  events text[],
  -- Wall time. Events before it are not sent here.
  created_at timestamptz not null,
  primary key (account_id, number)
);

alter table further_webhook_endpoints enable row level security;
alter table further_webhook_endpoints force row level security;
create policy further_webhook_endpoints_visible on further_webhook_endpoints to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);
create policy further_webhook_endpoints_dispatched on further_webhook_endpoints
  to sixdoors_payments using (true);
do $$
begin
  execute 'create policy further_webhook_endpoints_owner on further_webhook_endpoints'
    ' to current_user using (true)';
end
$$;
create trigger tell_webhook_change after insert or update or delete on further_webhook_endpoints
  for each row execute function tell_webhook_change();

grant select, insert, update, delete on further_webhook_endpoints to sixdoors_app;
grant select, update on further_webhook_endpoints to sixdoors_payments;
grant delete on webhook_endpoints to sixdoors_app;

create view all_webhook_endpoints with (security_invoker = true) as
  select account_id, number, url, origin, is_on, switched_off_at, switched_off_why,
    secret_sealed, previous_sealed, previous_until, updated_at, events,
    null::timestamptz as created_at
  from webhook_endpoints
  union all
  select account_id, number, url, origin, is_on, switched_off_at, switched_off_why,
    secret_sealed, previous_sealed, previous_until, updated_at, events, created_at
  from further_webhook_endpoints;
grant select on all_webhook_endpoints to sixdoors_app, sixdoors_payments;

-- An event of kind "webhook" goes to the first endpoint, as before. If an account has other endpoints,
-- the dispatcher turns it into the kind "delivery": one row for each endpoint that wants it.
alter table outbox drop constraint outbox_kind_check;
-- Not valid: checking the rows of a large table would hold its lock for long, and all of them comply.
alter table outbox add constraint outbox_kind_check
  check (kind in ('webhook', 'mail', 'delivery')) not valid;
alter table outbox add column endpoint integer not null default 1;
-- The id of the event that this row repeats for another endpoint. Receivers get that id.
alter table outbox add column copy_of uuid;

-- None of these has an entry for an account with one endpoint, so its payments cost what they did.
create unique index outbox_copies on outbox (account_id, copy_of, endpoint)
  where copy_of is not null;
create index outbox_waiting_deliveries on outbox (account_id, endpoint, due_at, id)
  where kind = 'delivery' and delivered_at is null and set_aside_at is null;
