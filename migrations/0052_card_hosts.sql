-- expand
-- Card hosts with a name. An account names one of them in card_processor; a transaction keeps the name,
-- because its captures, refunds and reversals go to the same host. Null means the card host of the
-- installation's settings, or the simulator.

create table card_hosts (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  kind text not null check (kind in ('json', 'iso8583')),
  -- Addresses and paths of files. Keys and passwords are in the files.
  settings jsonb not null
);
grant select, insert, update, delete on card_hosts to sixdoors_app;
grant select on card_hosts to sixdoors_payments;

alter table accounts add column card_merchant_id text;
alter table accounts add column card_terminal_id text;
alter table accounts add column card_category_code text;
alter table transactions add column card_host text;

-- A process takes a hundred numbers at once. The next block after the last one begins at 1 again.
create sequence trace_numbers increment by 100 minvalue 1 maxvalue 999999 cycle;
grant usage on sequence trace_numbers to sixdoors_app, sixdoors_payments;
