-- contract: needs schema 50
-- Makes the tables of accounts acceptable to Citus, which can distribute them by account (see
-- src/db/sharding/table-layout.ts). Nothing changes for plain PostgreSQL. It replaces an index, and the
-- previous release works with the new one.

-- Citus checks uniqueness within one shard, so a unique index must have the account. It is last: a batch
-- of a file belongs to one account, and rows are looked up by the file.
create unique index ach_entries_in_file_of_account
  on ach_entries (file_id, batch_number, sequence, account_id);
drop index ach_entries_in_file;
alter index ach_entries_in_file_of_account rename to ach_entries_in_file;

-- Citus does not accept a policy with a subselect. Reports of one account are decided by the first
-- comparison; only reports of agents read the list.
alter policy transactions_visible on transactions using (
  account_id + 0 = nullif(current_setting('sixdoors.account_id', true), '')::bigint
  or account_id + 0 = any (
    string_to_array(nullif(current_setting('sixdoors.account_ids', true), ''), ',')::bigint[]));
alter policy ach_updates_visible on ach_updates using (
  account_id + 0 = nullif(current_setting('sixdoors.account_id', true), '')::bigint
  or account_id + 0 = any (
    string_to_array(nullif(current_setting('sixdoors.account_ids', true), ''), ',')::bigint[]));

-- On a cluster, payments write on the nodes of their accounts, but events are numbered in one place.
grant usage on sequence outbox_id_seq to sixdoors_payments;
