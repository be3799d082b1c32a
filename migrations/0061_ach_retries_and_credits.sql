-- expand
-- Debits that were returned as R01 or R09 are presented again, and credits are tied to their sale. Both
-- are settings of an account. Turn re-presentment on when all processes know this schema.

-- Days between a return and the next try. 0: returned debits are not presented again.
alter table accounts add column ach_retry_days smallint not null default 0
  check (ach_retry_days between 0 and 60);

-- How often a returned debit was presented again, and when it is due next. Null: not again.
create table ach_retries (
  account_id bigint not null,
  transaction_id bigint not null,
  retry_number smallint not null default 0 check (retry_number between 0 and 2),
  retry_at timestamptz,
  primary key (account_id, transaction_id)
);
create index ach_retries_due on ach_retries (account_id, retry_at) where retry_at is not null;
create index ach_retries_age on ach_retries using brin (transaction_id);
grant select, update on ach_retries to sixdoors_app;
grant select, insert, update, delete on ach_retries to sixdoors_payments;
alter table ach_retries enable row level security;
alter table ach_retries force row level security;
create policy ach_retries_owner on ach_retries to current_user using (true);
create policy ach_retries_paid on ach_retries to sixdoors_payments using (true);
create policy ach_retries_visible on ach_retries to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);

-- 0 for the first entry of a transaction. No entry of a transaction is in two files.
alter table ach_entries add column presentment smallint not null default 0
  check (presentment between 0 and 2);
alter table ach_entries drop constraint ach_entries_pkey,
  add constraint ach_entries_pkey primary key (account_id, transaction_id, presentment);

-- Entries that are presented again have batches of their own.
alter table ach_batches add column is_retry boolean not null default false;
alter table ach_batches drop constraint ach_batches_one_of_a_kind,
  add constraint ach_batches_one_of_a_kind
    unique (file_id, account_id, sec_code, direction, is_retry);

-- Credits by the token of an ACH sale are tied to it, unless the account may send free credits.
alter table accounts add column allows_free_credit boolean not null default false;

create or replace view report_refunds with (security_invoker=true) as
select account_id, original_id, id, authorized_at
from transactions
where original_id is not null and is_approved
  and (transaction_type in ('REFUND', 'REVERSAL') and state <> 'reversed'
    or transaction_type = 'CREDIT'
      and state not in ('reversed', 'voided', 'returned', 'rejected'));

-- The same columns as before, and at the end the sale that a credit pays back.
create or replace view report_records with (security_invoker = true) as
select
  account_id,
  id,
  authorized_at,
  batched_at,
  batch_id,
  settle_at,
  is_approved,
  tender_type,
  case when transaction_type = 'REVERSAL' then 'REFUND' else transaction_type end
    as transaction_type,
  case
    when tender_type <> 'ACH' or transaction_type in ('REFUND', 'REVERSAL') then message
    when state = 'not_batched' then 'NOT BATCHED'
    when state in ('voided', 'reversed') then 'VOID'
    when state not in ('pending', 'settled', 'returned', 'rejected', 'voiding', 'reversing')
      then message
    when batched_at is null then 'PENDING'
    else 'BATCHED'
  end as authorization_msg,
  amount_cents,
  case
    when state in ('sold', 'forced', 'captured') then amount_cents - refunded_cents
    when state = 'pending' and batched_at is null and transaction_type <> 'CREDIT'
      then amount_cents - refunded_cents
    else 0
  end as refund_balance_cents,
  refunded_cents > 0 or state in ('voided', 'reversed') as has_refunds,
  case when batched_at is not null and state in ('settled', 'returned', 'rejected')
    then return_code end as return_code,
  noc_data,
  trace_num,
  authorization_code,
  avs_response,
  cvv2_response,
  card_brand,
  card_expiration,
  last4,
  entry_mode,
  entry_mode is not distinct from 'KEYED' as is_keyed,
  coalesce(entry_mode in ('SWIPED', 'FALLBACK SWIPED'), false) as is_swiped,
  nullif(concat_ws(' ', first_name, last_name), '') as name,
  company,
  street_address1,
  city,
  state_province,
  zip,
  country,
  phone,
  email,
  ip_address,
  cashier,
  custom_id,
  custom_data,
  description,
  transaction_group,
  input_group,
  invoice_entry,
  recurring_id,
  form_fields,
  level2_tax_cents,
  level2_zip,
  level2_order_id,
  level2_merchant_reference,
  restaurant_server_id,
  restaurant_gratuity_cents,
  case when transaction_type = 'CREDIT' and tender_type = 'ACH' then original_id end
    as credited_sale_id
from transactions one;
