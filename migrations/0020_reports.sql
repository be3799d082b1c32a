-- Reports: what they may see, and how they find it.

-- The second wall. Statements name their accounts; these policies hold where one would forget to.
-- The sum keeps them from being taken for the way to the rows: the keys that begin with the account
-- would look as good as the index that was made for the question.
-- A door sees the accounts that its session names: one (`sixdoors.account_id`), or an agent's list.
do $$
declare
  name text;
begin
  foreach name in array array['transactions', 'ach_updates'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy %I on %I to sixdoors_app using (account_id + 0 = any ('
      '(select string_to_array(concat_ws('','','
      ' nullif(current_setting(''sixdoors.account_id'', true), ''''),'
      ' nullif(current_setting(''sixdoors.account_ids'', true), '''')), '','')::bigint[])::bigint[]))',
      name || '_visible', name);
    execute format('create policy %I on %I to sixdoors_payments using (true)', name || '_paid', name);
    execute format('create policy %I on %I to current_user using (true)', name || '_owner', name);
  end loop;
end
$$;

-- For date=BATCH and ach_settle_date. A sale is in neither until it is batched.
create index transactions_by_batch on transactions (account_id, batched_at)
  where batched_at is not null;
create index transactions_by_settlement on transactions (account_id, settle_at)
  where settle_at is not null;

-- A transaction as a report tells it. No sealed value, no secret and no key has a column here.
create view report_records with (security_invoker = true) as
select
  account_id,
  id,
  authorised_at,
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
  -- What can still be refunded: of an ACH entry nothing, once it has left.
  case
    when state in ('sold', 'forced', 'captured') then amount_cents - refunded_cents
    when state = 'pending' and batched_at is null and transaction_type <> 'CREDIT'
      then amount_cents - refunded_cents
    else 0
  end as refund_balance_cents,
  -- Most rows have no refunds to look for.
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
  form_fields
from transactions one;

-- Refunds and reversals that count: one that was itself reversed does not. The index begins with
-- the original, so that nothing else can be taken for it.
drop index transactions_by_original;
create index transactions_by_original on transactions (original_id, account_id)
  where original_id is not null;
create view report_refunds with (security_invoker = true) as
select account_id, original_id, id, authorised_at
from transactions
where original_id is not null and transaction_type in ('REFUND', 'REVERSAL')
  and is_approved and state <> 'reversed';

grant select on report_records, report_refunds to sixdoors_app;
