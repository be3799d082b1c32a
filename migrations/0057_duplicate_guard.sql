-- expand
-- The guard against duplicates. An account with duplicate_minutes above zero refuses a payment that is
-- the same as one of the last minutes.

alter table accounts add column duplicate_minutes integer not null default 0
  constraint accounts_duplicate_minutes_check check (duplicate_minutes between 0 and 1440);

-- The last payment of each kind: amount, order, and card or bank account. The digest contains a keyed
-- fingerprint of the number, so nobody can find the number by trying all of them.
create table duplicate_guards (
  account_id bigint not null,
  digest bytea not null,
  attempt_id uuid not null,
  transaction_id bigint not null,
  -- Business time. An attempt that is still open holds its row for longer.
  expires_at timestamptz not null,
  constraint duplicate_guards_pkey primary key (account_id, digest)
);
create index duplicate_guards_age on duplicate_guards (expires_at);
grant select, insert, update, delete on duplicate_guards to sixdoors_payments;
