-- What operators see of keys and of each other.

-- The last letters of an access key: enough to know it again, too few to use it. Null: it was made
-- before these were kept.
alter table account_keys add column ends_with text;

-- Somebody else has seen this password: nothing is done with it but to choose another one.
alter table operators add column must_change_password boolean not null default false;
