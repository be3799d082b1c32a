-- expand
-- What people recognize API keys by, when each was last used, and partner keys that stay valid for a
-- while after they were replaced. Earlier releases create keys without these values, do not record
-- uses, and accept only the newest key of a partner.

alter table account_keys
  -- Not "name": earlier releases join this table with accounts and select name without its table.
  add column key_name text,
  -- The first characters of the key.
  add column starts_with text,
  add column created_by text;

-- Apart from account_keys, because a change there makes every process forget the account.
create table account_key_uses (
  account_id bigint not null,
  digest bytea not null,
  -- Wall time, to a few minutes.
  used_at timestamptz not null,
  primary key (account_id, digest),
  foreign key (account_id, digest) references account_keys on delete cascade
);
alter table account_key_uses enable row level security;
alter table account_key_uses force row level security;
create policy account_key_uses_visible on account_key_uses for select to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);
create policy account_key_uses_noted on account_key_uses to sixdoors_payments using (true);
do $$
begin
  execute 'create policy account_key_uses_owner on account_key_uses to current_user using (true)';
end
$$;
grant select on account_key_uses to sixdoors_app;
grant select, insert, update on account_key_uses to sixdoors_payments;

-- The newest key of a partner is in partner_credentials, and those that it replaced are valid here
-- until they expire.
create table partner_old_keys (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partner_credentials (partner_id) on delete cascade,
  digest bytea not null,
  sealed bytea not null,
  expires_at timestamptz not null
);
create index partner_old_keys_partner on partner_old_keys (partner_id);
grant select, insert, update, delete on partner_old_keys to sixdoors_app;

create trigger tell_access_change after delete or update on partner_old_keys
  for each row execute function tell_access_change('partner', 'partner_id');
create trigger tell_access_truncation after truncate on partner_old_keys
  for each statement execute function tell_access_change();
