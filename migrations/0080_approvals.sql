-- expand
-- A second person approves changes of an account's bank and large credits. Both are off until an
-- operator turns them on for an account. An earlier release does not ask for approvals, so turn them
-- on after all processes were upgraded.

alter table accounts
  add column dual_control boolean not null default false,
  add column credit_approval_cents bigint,
  add constraint accounts_credit_approval_check check (credit_approval_cents >= 0);

-- Small, and read by operators for all accounts. A credit is identified by a keyed fingerprint of the
-- card or bank account, its tender and its amount.
create table approvals (
  id bigint generated always as identity primary key,
  kind text not null,
  account_id bigint not null references accounts,
  subject bytea not null,
  details json not null,
  state text not null,
  requested_by text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  used_at timestamptz,
  constraint approvals_kind_check check (kind in ('account_change', 'credit')),
  constraint approvals_state_check
    check (state in ('requested', 'approved', 'rejected', 'expired', 'used')),
  constraint approvals_by_two_people check (state in ('requested', 'rejected', 'expired')
    or decided_by is not null and lower(decided_by) <> lower(requested_by))
);

-- One open request for the same thing. The second of two simultaneous ones finds the first.
create unique index approvals_open on approvals (account_id, kind, subject)
  where state in ('requested', 'approved');
create index approvals_waiting on approvals (requested_at) where state = 'requested';

alter table approvals enable row level security;
alter table approvals force row level security;
create policy approvals_owner on approvals to current_user using (true);
create policy approvals_paid on approvals to sixdoors_payments using (true);
create policy approvals_visible on approvals to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);
grant select, insert, update on approvals to sixdoors_app, sixdoors_payments;
