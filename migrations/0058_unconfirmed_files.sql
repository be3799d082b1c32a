-- expand
-- Since when it is not certain whether the bank has a file that counts as sent. Null: it is certain, or an
-- operator has asked the bank. hand_over_tries now counts only renames that were begun, and no longer
-- tries that did not reach the bank.
alter table ach_files add column unconfirmed_since timestamptz,
  add constraint ach_files_unconfirmed_sent
    check (unconfirmed_since is null or state = 'handed_over');
