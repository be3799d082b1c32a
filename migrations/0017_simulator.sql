-- The simulated card host takes many orders in one statement, and an order can be undone. Nothing
-- looks inside an answer but the program, and orders are found by their reference alone.

drop index simulator.card_orders_transaction;
alter table simulator.card_orders
  alter column answer type json,
  -- Of an order that is undone, whether or not it had arrived.
  add column reversed_at timestamptz;
