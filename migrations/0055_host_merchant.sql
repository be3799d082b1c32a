-- expand
-- The merchant's numbers at the card host that got a payment. Captures, refunds and reversals repeat
-- them, even if the account has moved to another host.

alter table transactions add column host_merchant json;

-- A removed card host keeps its row, because its payments refer to it by name.
alter table card_hosts add column removed_at timestamptz;
