-- expand
-- A payment that overrides the guard against duplicates is added to its row. The guard is free only when
-- no payment of the row counts any more. The previous release writes the last payment only, as before, and
-- leaves these columns as they are.

alter table duplicate_guards
  -- The payments before the last one, newest first. Each has the same place in all three arrays.
  add column earlier_attempt_ids uuid[] not null default '{}',
  add column earlier_transaction_ids bigint[] not null default '{}',
  add column earlier_expires_at timestamptz[] not null default '{}',
  -- Payments that the arrays have no room for count until then, whatever their result.
  add column others_until timestamptz;
