-- expand
-- The console lists a merchant's stored cards and bank accounts. Earlier releases do not write
-- charged_at, and do not know removed tokens.

-- The last payment by this token. Null: nobody charged it again. Refunds do not count.
alter table vault add column charged_at timestamptz;
create index vault_charged on vault (account_id, token_id) where charged_at is not null;
create index transactions_stored on transactions (account_id, id) where state = 'stored';

-- Tokens that may no longer be charged. The sealed number stays in the vault, because refunds and
-- returns of its payment need it.
create table removed_tokens (
  account_id bigint not null,
  token_id bigint not null,
  -- Business time.
  removed_at timestamptz not null,
  primary key (account_id, token_id)
);
grant select on removed_tokens to sixdoors_payments;
grant select, insert on removed_tokens to sixdoors_app;
alter table removed_tokens enable row level security;
alter table removed_tokens force row level security;
create policy removed_tokens_owner on removed_tokens to current_user using (true);
create policy removed_tokens_paid on removed_tokens to sixdoors_payments using (true);
create policy removed_tokens_visible on removed_tokens to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);

-- What the console may know about the vault: no sealed number, and only the session's account. It is no
-- security barrier, which would hide the order of the index: a page would sort all tokens.
create view own_tokens as
select account_id, token_id, kind, created_at, charged_at from vault
where account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint;
grant select on own_tokens to sixdoors_app;

-- Where a correction came from. Null in corrections of earlier releases.
alter table bank_corrections
  add column id bigint generated always as identity unique,
  add column transaction_id bigint,
  add column code text,
  add column last4 text,
  add column corrected_last4 text,
  add column corrected_at timestamptz;
grant select, delete on bank_corrections to sixdoors_app;
alter table bank_corrections enable row level security;
alter table bank_corrections force row level security;
create policy bank_corrections_owner on bank_corrections to current_user using (true);
create policy bank_corrections_paid on bank_corrections to sixdoors_payments using (true);
create policy bank_corrections_visible on bank_corrections to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);
