-- expand
-- The console shows merchants their card and ACH batches. Earlier releases go on as before: the payment
-- role reads and writes all rows.

grant select on card_batches to sixdoors_app;
alter table card_batches enable row level security;
alter table card_batches force row level security;
create policy card_batches_owner on card_batches to current_user using (true);
create policy card_batches_paid on card_batches to sixdoors_payments using (true);
create policy card_batches_visible on card_batches to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);

-- Operators read ach_batches of all accounts with the same role, so the table has no policies. Merchants
-- read this view, which has only the batches of the session's account.
create view own_ach_batches with (security_barrier = true) as
select batch.account_id, batch.file_id, batch.sec_code, batch.direction, batch.entry_count,
  batch.amount_cents, file.cut_off_at, file.settles_on, file.settled_at, file.state
from ach_batches batch join ach_files file on file.id = batch.file_id
where batch.account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint;
grant select on own_ach_batches to sixdoors_app;
