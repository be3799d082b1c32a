-- expand
-- Banks that are connected by SFTP, the state of every bank connection, and how often the hand-over of a
-- file was begun. Earlier releases do not know the network "sftp" and leave such banks alone.

alter table bank_connections
  drop constraint bank_connections_network_check,
  add constraint bank_connections_network_check
    check (network in ('simulator', 'directory', 'sftp'));

create table sftp_servers (
  connection text primary key references bank_connections (name),
  host text not null,
  port integer not null check (port between 1 and 65535),
  user_name text not null,
  -- SHA-256 fingerprints. The server must have one of these keys.
  host_keys text[] not null check (cardinality(host_keys) > 0),
  login_kind text not null check (login_kind in ('key', 'password')),
  login_sealed bytea not null,
  outbox text not null,
  drafts text not null,
  inbox text not null,
  archive text not null
);
grant select, insert, update on sftp_servers to sixdoors_app;
grant select on sftp_servers to sixdoors_payments;

create table bank_states (
  connection text primary key references bank_connections (name),
  exchanged_at timestamptz not null,
  -- Since when every exchange has failed, and with what error. Null: the last exchange was fine.
  failing_since timestamptz,
  error text,
  constraint bank_states_failing check ((failing_since is null) = (error is null))
);
grant select on bank_states to sixdoors_app;
grant select, insert, update on bank_states to sixdoors_payments;

-- Null: unknown, because an earlier release has claimed the draft.
alter table ach_files add column hand_over_tries integer;
