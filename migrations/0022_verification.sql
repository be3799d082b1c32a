-- Bank accounts that passed, and who is asking about one right now.

-- Only a pass is remembered, per merchant and by a keyed fingerprint of routing and account number.
create table verification_passes (
  account_id bigint not null references accounts,
  fingerprint bytea not null,
  -- Business time.
  passed_at timestamptz not null,
  primary key (account_id, fingerprint)
);

-- Whoever holds the row asks; others wait for the answer, which serves those who came before it and
-- nobody later. Times are the database's own, so that all processes mean the same.
create table verification_leases (
  account_id bigint not null,
  fingerprint bytea not null,
  holder uuid not null,
  -- Over: the holder has answered, given up or died.
  held_until timestamptz not null,
  answer text check (answer in ('passed', 'refused', 'unavailable')),
  reason text check (length(reason) <= 100),
  answered_at timestamptz,
  primary key (account_id, fingerprint),
  constraint verification_leases_answer_complete
    check ((answer is null) = (answered_at is null) and (reason is null or answer = 'refused'))
);

grant select, insert, update, delete on verification_passes, verification_leases
  to sixdoors_payments;

-- How often the simulated provider was asked. It never holds a bank account number.
create table simulator.verifications (
  number bigint generated always as identity primary key,
  request_id text not null,
  account_id bigint not null,
  last4 text not null,
  answer text not null,
  asked_at timestamptz not null default now()
);
create index verifications_asked on simulator.verifications (account_id, last4);
grant select, insert on simulator.verifications to sixdoors_payments;
