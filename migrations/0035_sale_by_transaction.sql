-- C, q of the sales: the gateway's id of a card sale finds it, as its own id does.
create index till_sales_by_transaction on till_sales (account_id, transaction_id)
  where transaction_id is not null;
