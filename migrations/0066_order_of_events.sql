-- expand
-- The order of events at each endpoint, and since when the first endpoint is there.

-- The id of the event that a copy repeats: copies are delivered in the order of the events. Null for
-- events themselves, and for copies of earlier releases, which count by their own id.
alter table outbox add column event_position bigint;

-- As for further endpoints. Null: since before this migration. The default is for earlier releases.
alter table webhook_endpoints add column created_at timestamptz;
alter table webhook_endpoints alter column created_at set default now();

create or replace view all_webhook_endpoints with (security_invoker = true) as
  select account_id, number, url, origin, is_on, switched_off_at, switched_off_why,
    secret_sealed, previous_sealed, previous_until, updated_at, events, created_at
  from webhook_endpoints
  union all
  select account_id, number, url, origin, is_on, switched_off_at, switched_off_why,
    secret_sealed, previous_sealed, previous_until, updated_at, events, created_at
  from further_webhook_endpoints;

-- Past events of an account by kind and time, without copies. An event gets its entry with its first
-- attempt or failure, which the dispatcher writes, so a payment does not pay for the index.
create index outbox_past_events on outbox (account_id, event, created_at, id)
  where copy_of is null and kind <> 'mail'
    and (tries > 0 or delivered_at is not null or set_aside_at is not null);
