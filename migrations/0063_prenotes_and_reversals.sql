-- expand
-- Prenotes, reversals of files and batches, and alerts before a return rate reaches its limit.

-- The stored bank account (STORE) that is checked by an entry of zero dollars before this entry is sent.
-- The STORE itself has its own id here.
alter table transactions add column prenote_id bigint;
create index transactions_prenotes_to_send on transactions (account_id, id)
  where batched_at is null and state = 'stored' and prenote_id = id;
create index transactions_after_prenote on transactions (account_id, prenote_id)
  where batched_at is null and state = 'pending' and prenote_id is not null;

-- A reversal of a sent file or of one of its batches. One operator requests it, another one approves it.
create table ach_reversals (
  id bigint generated always as identity primary key,
  file_id bigint not null references ach_files (id) on delete cascade,
  -- Null: the whole file.
  batch_number integer,
  reason text not null check (reason in ('duplicate', 'wrong_receiver', 'wrong_amount', 'wrong_date')),
  note text not null,
  state text not null check (state in ('requested', 'approved', 'rejected', 'sent', 'expired', 'empty')),
  requested_by text not null,
  requested_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  -- The file that reverses.
  reversal_file_id bigint references ach_files (id) on delete set null,
  constraint ach_reversals_by_two_people check (state in ('requested', 'rejected')
    or (decided_by is not null and lower(decided_by) <> lower(requested_by)))
);
create index ach_reversals_open on ach_reversals (state) where state in ('requested', 'approved');

-- The key decides: a batch is reversed at most once.
create table ach_reversed_batches (
  file_id bigint not null references ach_files (id) on delete cascade,
  batch_number integer not null,
  reversal_id bigint not null references ach_reversals (id) on delete cascade,
  primary key (file_id, batch_number)
);

alter table ach_notices
  drop constraint ach_notices_kind_check,
  add constraint ach_notices_kind_check check (kind in
    ('change', 'refused_change', 'dishonored_return', 'contested_return', 'reversal'));

-- Return rates near or above their limits.
create table ach_rate_alerts (
  -- An account, or a company that several accounts send as.
  scope text not null check (scope in ('account', 'company')),
  subject_id text not null,
  kind text not null check (kind in ('unauthorized', 'administrative', 'overall')),
  level text not null check (level in ('near', 'over')),
  rate double precision not null,
  returned integer not null,
  debits integer not null,
  -- Business time of the first alert of this level.
  since timestamptz not null,
  primary key (scope, subject_id, kind)
);

grant select, insert, update, delete on ach_reversals, ach_reversed_batches, ach_rate_alerts
  to sixdoors_payments;
grant select on ach_reversals, ach_reversed_batches, ach_rate_alerts to sixdoors_app;
