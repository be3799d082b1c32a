-- expand
-- What a merchant's returns and notifications of change say about bank accounts. Bank accounts are
-- identified by keyed fingerprints. Earlier releases do not know these tables and go on as before.

-- Bank accounts that a merchant may not debit any more, until somebody clears the row.
create table bank_blocks (
  account_id bigint not null references accounts,
  fingerprint bytea not null,
  -- The entry that was returned, and its return code.
  transaction_id bigint not null,
  return_code text not null,
  last4 text,
  -- Business time.
  blocked_at timestamptz not null,
  primary key (account_id, fingerprint)
);
grant select, insert, update on bank_blocks to sixdoors_payments;
grant select, delete on bank_blocks to sixdoors_app;
alter table bank_blocks enable row level security;
alter table bank_blocks force row level security;
create policy bank_blocks_owner on bank_blocks to current_user using (true);
create policy bank_blocks_paid on bank_blocks to sixdoors_payments using (true);
create policy bank_blocks_visible on bank_blocks to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);

-- The corrected bank account for each bank account with a notification of change.
create table bank_corrections (
  account_id bigint not null references accounts,
  fingerprint bytea not null,
  -- Of the corrected bank account. The same as fingerprint if only the account type changed.
  corrected_fingerprint bytea not null,
  sealed bytea not null,
  -- Business time. Retention counts from the last use, as it does for tokens.
  used_at timestamptz not null,
  primary key (account_id, fingerprint)
);
create index bank_corrections_used on bank_corrections (used_at);
grant select, insert, update, delete on bank_corrections to sixdoors_payments;

-- The corrected data replaced the stored bank account.
alter table ach_notices add column is_applied boolean not null default false;

alter table accounts add column applies_ach_changes boolean not null default true;

-- A return ended the verification at this time, by the database's clock: a pass that was asked for
-- before does not count.
alter table verification_passes add column ended_at timestamptz;
