-- "Money moves once": ids, open attempts, finished attempts, transactions, outbox.
--
-- A transaction id is month × 10⁹ + counter, where month counts from January 2000 (= 1). Partitions
-- are ranges of id, one a month, so a look-up by id touches one. There is no default partition: a
-- row without a partition is a fault to be seen, not to be hidden. Every key starts with account_id.

-- The next counter of an account's month. Processes take blocks of it.
create table id_counters (
  account_id bigint not null,
  month smallint not null check (month between 100 and 999),
  next_counter bigint not null check (next_counter between 1 and 1000000000),
  primary key (account_id, month)
);

-- Ids handed out in advance and not spent yet.
create table issued_ids (
  account_id bigint not null,
  id bigint not null,
  issued_at timestamptz not null,
  primary key (account_id, id)
);
create index issued_ids_age on issued_ids (issued_at);

-- What is in flight. Small, not partitioned: finishing deletes here and inserts below.
create table open_attempts (
  account_id bigint not null,
  attempt_id uuid not null,
  transaction_id bigint not null,
  original_id bigint,
  transaction_type text not null,
  state text not null default 'started' check (state in ('started', 'unknown')),
  amount_cents integer not null check (amount_cents >= 0),
  fingerprint bytea not null,
  idempotency_digest bytea,
  request jsonb not null,
  started_at timestamptz not null,
  lease_until timestamptz not null,
  asked smallint not null default 0,
  primary key (account_id, attempt_id),
  constraint open_attempts_one_per_transaction unique (account_id, transaction_id)
) with (fillfactor = 50);
create index open_attempts_lease on open_attempts (lease_until);

-- One row per accepted request, with the answer as it was given.
create table attempts (
  account_id bigint not null,
  transaction_id bigint not null,
  attempt_id uuid not null,
  transaction_type text not null,
  outcome text not null check (outcome in ('approved', 'declined', 'not_sent', 'failed')),
  fingerprint bytea not null,
  answer jsonb not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  primary key (account_id, transaction_id, attempt_id)
) partition by range (transaction_id);

create table idempotency_keys (
  account_id bigint not null,
  digest bytea not null,
  attempt_id uuid not null,
  transaction_id bigint not null,
  created_at timestamptz not null,
  primary key (account_id, digest)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- One row per transaction id: its current state and everything a report shows. No card number, no
-- bank account number, no track, PIN block or verification value has a column here.
create table transactions (
  account_id bigint not null,
  id bigint not null,
  attempt_id uuid not null,
  transaction_type text not null check (transaction_type in ('SALE', 'AUTHORIZATION', 'CAPTURE',
    'REFUND', 'CREDIT', 'STORE', 'FORCE', 'REVERSAL', 'SETTLE-BATCH')),
  tender_type text not null,
  state text not null check (state in ('authorised', 'sold', 'forced', 'captured', 'credited',
    'refunded', 'stored', 'closed', 'pending', 'declined', 'not_sent', 'not_batched', 'reversed',
    'voided')),
  is_approved boolean not null,
  authorised_at timestamptz not null,
  amount_cents integer not null check (amount_cents >= 0),
  request_amount_cents integer not null check (request_amount_cents >= 0),
  refunded_cents integer not null default 0,
  currency text not null,
  authorization_code text,
  message text not null,
  original_id bigint,
  card_brand text,
  last4 text check (length(last4) <= 4),
  card_expiration text,
  entry_mode text,
  avs_response text,
  cvv2_response text,
  trace_num bigint,
  first_name text,
  last_name text,
  company text,
  street_address1 text,
  street_address2 text,
  city text,
  state_province text,
  zip text,
  country text,
  phone text,
  email text,
  ip_address text,
  cashier text,
  custom_id text,
  custom_data text,
  description text,
  transaction_group text,
  input_group text,
  invoice_entry text,
  payment_type text,
  installment_number integer,
  installment_count integer,
  recurring_id text,
  check_number text,
  sec_code text,
  bank_account_type text,
  verification_passed boolean,
  verification_message text,
  batch_id smallint,
  batched_at timestamptz,
  settle_at timestamptz,
  return_code text,
  noc_data text,
  form_name text,
  form_fields jsonb,
  primary key (account_id, id),
  check (refunded_cents between 0 and amount_cents)
) partition by range (id);
create index transactions_by_time on transactions (account_id, authorised_at);
create index transactions_by_original on transactions (account_id, original_id)
  where original_id is not null;

-- What the outside must hear of, written in the commit of the thing itself.
create table outbox (
  account_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('webhook', 'mail')),
  event text not null,
  transaction_id bigint,
  payload jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  primary key (account_id, id)
);
create index outbox_due on outbox (due_at);

grant select, insert, update, delete on id_counters, issued_ids, open_attempts, attempts,
  idempotency_keys, transactions, outbox to sixdoors_payments;
grant select on transactions to sixdoors_app;
