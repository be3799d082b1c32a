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
create or replace view report_records with (security_invoker=true) as
SELECT account_id,
    id,
    authorized_at,
    batched_at,
    batch_id,
    settle_at,
    is_approved,
    tender_type,
        CASE
            WHEN transaction_type = 'REVERSAL'::text THEN 'REFUND'::text
            ELSE transaction_type
        END AS transaction_type,
        CASE
            WHEN tender_type <> 'ACH'::text OR (transaction_type = ANY (ARRAY['REFUND'::text, 'REVERSAL'::text])) THEN message
            WHEN state = 'not_batched'::text THEN 'NOT BATCHED'::text
            WHEN state = ANY (ARRAY['voided'::text, 'reversed'::text]) THEN 'VOID'::text
            WHEN state <> ALL (ARRAY['pending'::text, 'settled'::text, 'returned'::text, 'rejected'::text, 'voiding'::text, 'reversing'::text]) THEN message
            WHEN batched_at IS NULL THEN 'PENDING'::text
            ELSE 'BATCHED'::text
        END AS authorization_msg,
    amount_cents,
        CASE
            WHEN state = ANY (ARRAY['sold'::text, 'forced'::text, 'captured'::text]) THEN amount_cents - refunded_cents
            WHEN state = 'pending'::text AND batched_at IS NULL AND transaction_type <> 'CREDIT'::text THEN amount_cents - refunded_cents
            ELSE 0
        END AS refund_balance_cents,
    refunded_cents > 0 OR (state = ANY (ARRAY['voided'::text, 'reversed'::text])) AS has_refunds,
        CASE
            WHEN batched_at IS NOT NULL AND (state = ANY (ARRAY['settled'::text, 'returned'::text, 'rejected'::text])) THEN return_code
            ELSE NULL::text
        END AS return_code,
    noc_data,
    trace_num,
    authorization_code,
    avs_response,
    cvv2_response,
    card_brand,
    card_expiration,
    last4,
    entry_mode,
    NOT entry_mode IS DISTINCT FROM 'KEYED'::text AS is_keyed,
    COALESCE(entry_mode = ANY (ARRAY['SWIPED'::text, 'FALLBACK SWIPED'::text]), false) AS is_swiped,
    NULLIF(concat_ws(' '::text, first_name, last_name), ''::text) AS name,
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
    case when transaction_type = 'CREDIT' and tender_type = 'ACH' then original_id end AS credited_sale_id
   FROM transactions one;
