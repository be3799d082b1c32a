-- Key custody and the vault. Nothing here is readable without the master key, which is elsewhere.

create table data_keys (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('seal', 'fingerprint')),
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Base derivation keys of terminals. A null ksi answers for every KSN that no other key claims.
create table base_keys (
  id bigint generated always as identity primary key,
  name text not null,
  kind text not null check (kind in ('tdes-2key', 'tdes-3key', 'aes-128', 'aes-192', 'aes-256')),
  ksi text check (ksi ~ '^[0-9A-F]+$'),
  sealed bytea not null,
  check_value text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  constraint base_keys_name_unique unique (name)
);

-- Card and bank numbers behind tokens. It outlives the transaction that made the token.
create table vault (
  account_id bigint not null,
  token_id bigint not null,
  kind text not null check (kind in ('card', 'bank')),
  sealed bytea not null,
  fingerprint bytea not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (account_id, token_id)
);

grant select, insert, update on data_keys, base_keys to sixdoors_app;
grant select, insert on data_keys to sixdoors_payments;
grant select on base_keys to sixdoors_payments;
grant select, insert, update, delete on vault to sixdoors_payments;
