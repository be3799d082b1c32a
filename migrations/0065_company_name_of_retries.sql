-- contract: needs schema 61
-- A debit that is presented again has the company name of its first entry, as Nacha requires.

-- The account's name when the batch was begun. Empty: an earlier release began it.
alter table ach_batches add column company_name text not null default '';

-- The company name of the first entry. Null: unknown, and the account's name is used.
alter table ach_retries add column company_name text;

-- Merchants only stop what is planned.
revoke update on ach_retries from sixdoors_app;
grant update (retry_at) on ach_retries to sixdoors_app;
