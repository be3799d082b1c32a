-- The request log also has the operation in plain words, the account or partner, the transaction, the
-- amount and the outcome, so that lists can show and filter them. Merchants and partners read their own
-- rows, which row-level security checks.

-- With defaults, because processes of the previous release write without these columns.
alter table request_log
  add column operation text not null default 'Request',
  add column outcome text not null default 'success'
    constraint request_log_outcome_check check (outcome in ('success', 'approved', 'declined', 'pending', 'error')),
  add column error_code text,
  -- The account or partner that the request named. No reference: a failed login may name any number.
  add column account_id bigint,
  add column partner_id bigint,
  add column transaction_id bigint,
  -- The payment that a capture, refund or reversal changes.
  add column original_id bigint,
  add column amount_cents bigint;

update request_log set
  outcome = case when status >= 400 then 'error' else 'success' end,
  account_id = substring(actor from 'account (\d{1,12})$')::bigint,
  partner_id = substring(actor from 'partner (\d{1,18})$')::bigint;

create index request_log_account on request_log (account_id, id) where account_id is not null;
create index request_log_partner on request_log (partner_id, id) where partner_id is not null;
create index request_log_transaction on request_log (transaction_id) where transaction_id is not null;
create index request_log_original on request_log (original_id) where original_id is not null;
create index request_log_outcome on request_log (outcome, id) where outcome in ('declined', 'pending', 'error');

alter table request_log enable row level security;
alter table request_log force row level security;
create policy request_log_owner on request_log to current_user using (true);
create policy request_log_written on request_log for insert to sixdoors_app with check (true);
create policy request_log_visible on request_log for select to sixdoors_app using (
  account_id = (select nullif(current_setting('sixdoors.account_id', true), '')::bigint)
  or partner_id = (select nullif(current_setting('sixdoors.partner_id', true), '')::bigint));
create policy request_log_operated on request_log for select to sixdoors_payments using (true);
revoke delete on request_log from sixdoors_app;
grant select on request_log to sixdoors_payments;
