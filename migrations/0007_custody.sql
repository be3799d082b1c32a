-- Key custody: which master key wraps the data keys, and how base keys of terminals arrive.

-- The master key itself is elsewhere; a digest of it is here, so that a wrong one is known at once.
-- Its row is removed when another master key takes over. A process that still wraps under the old
-- one then breaks the foreign key below, whatever it believed when it began.
create table master_keys (
  id bigint generated always as identity primary key,
  proof bytea not null,
  is_current boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index master_keys_one_current on master_keys (is_current) where is_current;

alter table data_keys add column master_key_id bigint not null
  constraint data_keys_master_key references master_keys;
create unique index data_keys_one_fingerprint on data_keys (purpose)
  where purpose = 'fingerprint' and retired_at is null;

-- Two people bring a base key, a component each. Until the second has come the row holds the first
-- component and finished_at is null. Keys of the certification seed have no people.
alter table base_keys
  add column started_by text,
  add column finished_by text,
  add column finished_at timestamptz,
  add constraint base_keys_dual_control check (lower(finished_by) <> lower(started_by));
create unique index base_keys_one_per_ksi on base_keys ((kind like 'aes-%'), coalesce(ksi, ''))
  where retired_at is null;

-- A data key is wrapped together with its id, so the id is drawn before the row is written.
grant usage on sequence data_keys_id_seq to sixdoors_app, sixdoors_payments;
grant select, insert on master_keys to sixdoors_app;
grant select on master_keys to sixdoors_payments;
