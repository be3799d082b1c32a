-- expand
-- Level 2 and restaurant data of a payment. Tax and gratuity are part of the amount. Few payments have
-- them, and a null takes no room.

alter table transactions
  add column level2_tax_cents integer,
  add column level2_zip text,
  add column level2_order_id text,
  add column level2_merchant_reference text,
  add column restaurant_server_id text,
  add column restaurant_gratuity_cents integer;

-- The view as before, with the new columns at its end.
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
  restaurant_gratuity_cents
from transactions one;
