-- What the simulated card host remembers of being asked. It has commits of its own, so that a
-- double charge shows even after a crash between its commit and ours.

create schema simulator;
create table simulator.card_orders (
  reference uuid primary key,
  account_id bigint not null,
  transaction_id bigint not null,
  transaction_type text not null,
  amount_cents integer not null,
  answer jsonb not null,
  received_at timestamptz not null default now()
);
create index card_orders_transaction on simulator.card_orders (account_id, transaction_id);

grant usage on schema simulator to sixdoors_payments;
grant select, insert, update on simulator.card_orders to sixdoors_payments;
