-- F, routing rule 3: a reissue reuses the code that its original was sent with. A credit goes out as
-- PPD whatever was sent, and the default may have changed since: what went out does not tell.
alter table transactions add column sec_code_sent text;
update transactions set sec_code_sent = sec_code
where tender_type = 'ACH' and sec_code is not null and transaction_type <> 'CREDIT';
