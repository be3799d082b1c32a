-- An order that must be reversed is written down beside whatever else is open on the same
-- transaction: a capture that a failover lost must be undone while the next capture is under way.
-- So "one open attempt per transaction" counts reversals by the order that they reverse.
alter table open_attempts
  -- The attempt whose order is reversed; null: an ordinary attempt.
  add column reverses uuid;
update open_attempts set reverses = (request ->> 'reverses')::uuid
where request ->> 'reverses' is not null;
alter table open_attempts
  drop constraint open_attempts_one_per_transaction,
  add constraint open_attempts_one_per_transaction
    unique nulls not distinct (transaction_id, account_id, reverses);
