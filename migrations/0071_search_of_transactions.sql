-- expand
-- The console finds a payment by its last four, amount, email, order number or last name, whatever its
-- age. Only batched payments are in these indexes: they get their entries when the batch is closed, so
-- that a sale writes none of them. batch_id says so, and not batched_at, or a report by batch date
-- could choose one of them instead of the index of its time. A pending ACH payment gets its entries
-- when it settles or is returned: a cutoff of 100,000 payments writes 300,000 entries less. Equal values
-- share an entry, because there is nothing else in it.
-- On a large installation, first create the same indexes on the partitions with CREATE INDEX
-- CONCURRENTLY, so that payments do not wait.

create index transactions_by_last4 on transactions (account_id, last4)
  where batch_id is not null and state <> 'pending' and last4 is not null;
create index transactions_by_amount on transactions (account_id, amount_cents)
  where batch_id is not null and state <> 'pending';
create index transactions_by_email on transactions (account_id, email)
  where batch_id is not null and state <> 'pending' and email is not null;
create index transactions_by_order on transactions (account_id, custom_id)
  where batch_id is not null and state <> 'pending' and custom_id is not null;
create index transactions_by_last_name on transactions (account_id, last_name)
  where batch_id is not null and state <> 'pending' and last_name is not null;
