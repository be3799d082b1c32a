-- The life of an ACH entry after it was accepted.

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
alter table transactions add constraint transactions_state_check check (
  state in (
    'authorised', 'sold', 'forced', 'captured', 'credited', 'refunded', 'stored', 'closed',
    'pending', 'settled', 'returned', 'rejected',
    'declined', 'not_sent', 'not_batched',
    'capturing', 'voiding', 'reversing', 'reversed', 'voided'
  )
);

-- What the next file takes.
create index transactions_to_send on transactions (account_id, id)
  where batched_at is null and tender_type = 'ACH' and state = 'pending';

-- What the ACH network said of an entry, one row each time, in the order it was said. A report by
-- action_date shows these rows; the transaction itself keeps the latest.
create table ach_updates (
  account_id bigint not null,
  transaction_id bigint not null,
  update_number smallint not null check (update_number > 0),
  status text not null
    check (status in ('DECLINED\ERRORS', 'DECLINED\RETURNED', 'SETTLED\FUNDED')),
  action_at timestamptz not null,
  return_code text,
  -- A return that came after the entry had settled.
  is_late boolean not null default false,
  primary key (account_id, transaction_id, update_number)
);
create index ach_updates_by_action on ach_updates (account_id, action_at);
grant select, insert, update, delete on ach_updates to sixdoors_payments;
grant select on ach_updates to sixdoors_app;
