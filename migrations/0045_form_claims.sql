-- Which transaction id a page of a hosted form pays with. The row is written when the page is first
-- sent with valid fields, so that opening a form stores nothing. Ids that nobody spends and their
-- claims are purged together.
create table form_claims (
  account_id bigint not null references accounts (id),
  -- The random part of the page's signed token.
  nonce text not null,
  transaction_id bigint not null,
  claimed_at timestamptz not null,
  primary key (account_id, nonce)
);
create index form_claims_age on form_claims (claimed_at);
grant select, insert on form_claims to sixdoors_payments;
