-- contract: needs schema 71
-- A pending ACH payment gets its entries in the search's indexes when it settles or is returned, and
-- no longer at the cutoff, too: a cutoff of 100,000 payments writes 300,000 entries less. Processes
-- of an earlier release search old payments more slowly until they are replaced.
-- On a large installation, first create the same indexes on the partitions with CREATE INDEX
-- CONCURRENTLY, so that payments do not wait.

drop index transactions_by_last4;
drop index transactions_by_amount;
drop index transactions_by_email;
drop index transactions_by_order;
drop index transactions_by_last_name;

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
