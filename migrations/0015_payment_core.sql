-- What the payment core needs beyond 0003: states while a change is under way, batches of cards,
-- and columns that nobody looks inside.

-- A partition was made with checks of its own; they do not go when the parent's does.
alter table transactions drop constraint transactions_state_check;
do $$
declare
  partition regclass;
begin
  for partition in select inhrelid from pg_inherits where inhparent = 'transactions'::regclass loop
    execute format('alter table %s drop constraint if exists transactions_state_check', partition);
  end loop;
end
$$;
-- 'capturing', 'voiding' and 'reversing' reserve a transaction while the outside is asked: nothing
-- else may be done with it, and no batch takes it.
alter table transactions add constraint transactions_state_check check (state in ('authorised',
  'sold', 'forced', 'captured', 'credited', 'refunded', 'stored', 'closed', 'pending', 'declined',
  'not_sent', 'not_batched', 'capturing', 'voiding', 'reversing', 'reversed', 'voided'));

-- In a month that is still empty every index that begins with the account looks as good as the
-- key, and a plan is kept while the month fills. This one is only for conditions on the time.
drop index transactions_by_time;
create index transactions_by_time on transactions (account_id, authorised_at)
  where authorised_at is not null;

-- What the next batch takes, and what may lapse. A sale is in the first until the night.
create index transactions_to_batch on transactions (account_id, id)
  where batched_at is null and tender_type = 'CARD'
    and state in ('sold', 'forced', 'captured', 'credited', 'refunded');
create index transactions_to_lapse on transactions (authorised_at) where state = 'authorised';

alter table open_attempts
  drop constraint open_attempts_state_check,
  -- 'reversing': the outside said yes where we cannot, and is told so until it has heard.
  add constraint open_attempts_state_check check (state in ('started', 'unknown', 'reversing')),
  -- For the same reason it begins with the transaction.
  drop constraint open_attempts_one_per_transaction,
  add constraint open_attempts_one_per_transaction unique (transaction_id, account_id),
  -- Nothing looks inside but the program.
  alter column request type json,
  set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0,
    autovacuum_analyze_threshold = 10000);

alter table attempts
  drop constraint attempts_outcome_check,
  alter column answer type json;
do $$
declare
  partition regclass;
begin
  for partition in select inhrelid from pg_inherits where inhparent = 'attempts'::regclass loop
    execute format('alter table %s drop constraint if exists attempts_outcome_check', partition);
  end loop;
end
$$;
alter table attempts add constraint attempts_outcome_check
  check (outcome in ('approved', 'declined', 'not_sent', 'reversed'));

-- Batches of an account's card transactions, counted for ever; the outside sees 1 to 9999.
create table card_batches (
  account_id bigint not null,
  number integer not null check (number > 0),
  closed_at timestamptz not null,
  transaction_count integer not null,
  net_cents bigint not null,
  primary key (account_id, number)
);
grant select, insert on card_batches to sixdoors_payments;

-- Whether anyone wants to hear of an account's payments is remembered with the account.
create function tell_webhook_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.access_changes (subject)
  values ('account:' || coalesce(new.account_id, old.account_id))
  on conflict do nothing;
  return null;
end
$$;
create trigger tell_webhook_change after insert or update or delete on webhook_endpoints
  for each row execute function tell_webhook_change();
