-- Area C: what a shop sells, its sales and their refunds, photos, and invitations of its people.

create table till_categories (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);

-- A ten-thousandth of a percent is the smallest step: 8.875 % is 88750.
create table till_tax_rates (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  name text not null,
  percent_e4 integer not null check (percent_e4 between 0 and 1000000),
  primary key (account_id, id)
);

-- Re-encoded by us, without anything that the camera wrote beside the picture.
create table till_photos (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp')),
  content bytea not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
alter table till_photos alter column content set storage external;

-- A version of an item. All versions share the canonical_id, which is the first one's id; another
-- name or price makes a new version, so that old sales keep what was sold.
create table till_items (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  canonical_id bigint not null,
  state text not null check (state in ('current', 'replaced', 'deleted')),
  name text not null,
  price_cents integer not null check (price_cents between 0 and 99999999),
  category_id bigint,
  photo_id bigint,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, category_id) references till_categories on delete set null (category_id)
);
create unique index till_items_one_current on till_items (account_id, canonical_id)
  where state = 'current';
create index till_items_by_canonical on till_items (account_id, canonical_id);
create index till_items_by_category on till_items (account_id, category_id)
  where category_id is not null;

create table till_item_tax_rates (
  account_id bigint not null,
  item_id bigint not null,
  tax_rate_id bigint not null,
  primary key (account_id, item_id, tax_rate_id),
  foreign key (account_id, item_id) references till_items on delete cascade,
  foreign key (account_id, tax_rate_id) references till_tax_rates on delete cascade
);
create index till_item_tax_rates_by_rate on till_item_tax_rates (account_id, tax_rate_id);

-- A sale is written before the card is asked for and ended after; what a crash leaves 'pending' is
-- ended by asking the payment core about transaction_id, which was issued for this sale alone.
-- No foreign key to users or items: sales outlive both.
create table till_sales (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  user_id bigint not null,
  cashier text not null,
  status text not null check (status in ('pending', 'completed', 'declined', 'failed',
    'partially_refunded', 'refunded')),
  subtotal_cents integer not null,
  discount_cents integer not null,
  tax_cents integer not null,
  tip_cents integer not null,
  total_cents integer not null,
  refunded_cents integer not null default 0,
  currency text not null,
  -- [{"id", "name", "percentE4", "cents"}] as they were when it was sold.
  taxes json not null,
  customer_email text,
  merchant_email text,
  token_id bigint,
  transaction_id bigint,
  card_brand text,
  last4 text,
  message text,
  -- Business time.
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Wall time. Until then a pending sale belongs to the process that takes it.
  lease_until timestamptz,
  primary key (account_id, id),
  constraint till_sales_amounts check (subtotal_cents >= 0 and tax_cents >= 0 and tip_cents >= 0
    and discount_cents between 0 and subtotal_cents
    and total_cents = subtotal_cents - discount_cents + tax_cents + tip_cents),
  constraint till_sales_refunded check (refunded_cents between 0 and total_cents)
);
-- The newest first, whatever is asked for.
create index till_sales_by_time on till_sales (account_id, created_at, id);
create index till_sales_by_status on till_sales (account_id, status, created_at, id);
create index till_sales_by_user on till_sales (account_id, user_id, created_at, id);
create index till_sales_by_total on till_sales (account_id, total_cents, created_at, id);
create index till_sales_age on till_sales using brin (created_at);
create index till_sales_pending on till_sales (lease_until) where status = 'pending';

create table till_sale_lines (
  account_id bigint not null,
  sale_id bigint not null,
  id bigint generated always as identity,
  item_id bigint,
  canonical_id bigint,
  category_id bigint,
  name text not null,
  price_cents integer not null,
  quantity integer not null check (quantity > 0),
  notes text not null default '',
  photo_id bigint,
  tax_rate_ids bigint[] not null,
  -- What the line comes to with its share of discount and tax. All lines: the total but for the tip.
  share_cents integer not null check (share_cents >= 0),
  refund_id bigint,
  created_at timestamptz not null,
  primary key (account_id, sale_id, id),
  foreign key (account_id, sale_id) references till_sales on delete cascade
);
create index till_sale_lines_by_category on till_sale_lines
  (account_id, category_id, created_at, sale_id) where category_id is not null;

create table till_refunds (
  account_id bigint not null,
  sale_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  status text not null check (status in ('pending', 'completed', 'declined', 'failed')),
  amount_cents integer not null check (amount_cents > 0),
  transaction_id bigint,
  message text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lease_until timestamptz,
  primary key (account_id, sale_id, id),
  foreign key (account_id, sale_id) references till_sales on delete cascade
);
create index till_refunds_pending on till_refunds (lease_until) where status = 'pending';

-- What sales can be searched by, each text once: names of lines, customers' addresses, last fours.
create table till_terms (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  term text not null,
  primary key (account_id, id),
  constraint till_terms_unique unique (account_id, term)
);
-- A term from each of its words on: what is typed is the beginning of one of these.
create table till_term_starts (
  account_id bigint not null,
  start text collate "C" not null,
  term_id bigint not null,
  primary key (account_id, start, term_id),
  foreign key (account_id, term_id) references till_terms on delete cascade
);
create index till_term_starts_by_term on till_term_starts (account_id, term_id);
create table till_sale_terms (
  account_id bigint not null,
  term_id bigint not null,
  created_at timestamptz not null,
  sale_id bigint not null,
  primary key (account_id, term_id, created_at, sale_id),
  foreign key (account_id, sale_id) references till_sales on delete cascade
);
create index till_sale_terms_by_sale on till_sale_terms (account_id, sale_id, term_id);

-- Idempotency keys of sales and refunds, known by their digests.
create table till_keys (
  account_id bigint not null,
  digest bytea not null,
  fingerprint bytea not null,
  sale_id bigint not null,
  refund_id bigint,
  created_at timestamptz not null,
  primary key (account_id, digest),
  foreign key (account_id, sale_id) references till_sales on delete cascade
);
create index till_keys_by_sale on till_keys (account_id, sale_id);
create index till_keys_age on till_keys (created_at);

-- Whoever holds the token of an invitation may set the user's password, once.
create table till_invitations (
  token_digest bytea primary key,
  account_id bigint not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  foreign key (account_id, user_id) references till_users on delete cascade
);
create index till_invitations_user on till_invitations (account_id, user_id);

do $$
declare
  name text;
begin
  foreach name in array array['till_categories', 'till_tax_rates', 'till_photos', 'till_items',
    'till_item_tax_rates', 'till_sales', 'till_sale_lines', 'till_refunds', 'till_terms',
    'till_term_starts', 'till_sale_terms', 'till_keys'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    -- As a subquery it is worked out once a statement, not for every row of a search.
    execute format('create policy %I on %I to sixdoors_app using (account_id ='
      ' (select nullif(current_setting(''sixdoors.account_id'', true), '''')::bigint))',
      name || '_visible', name);
    execute format('create policy %I on %I to current_user using (true)', name || '_owner', name);
    execute format('grant select, insert, update, delete on %I to sixdoors_app', name);
  end loop;
end
$$;
-- An item's first version is known before it is written: its id is the canonical one.
grant usage on sequence till_items_id_seq to sixdoors_app;
-- Found before anyone is logged in, like a session.
grant select, insert, update, delete on till_invitations to sixdoors_app;

-- The job that ends what a crash left must find it, whichever account it is of.
create policy till_sales_left on till_sales for select to sixdoors_payments
  using (status = 'pending');
create policy till_refunds_left on till_refunds for select to sixdoors_payments
  using (status = 'pending');
grant select (account_id, id, status, lease_until) on till_sales to sixdoors_payments;
grant select (account_id, sale_id, id, status, lease_until) on till_refunds to sixdoors_payments;
