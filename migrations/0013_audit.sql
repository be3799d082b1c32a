-- The audit: who did what, written in the act's own commit, and the chain that shows later changes.

create table audit_entries (
  id bigint generated always as identity primary key,
  actor_kind text not null
    check (actor_kind in ('operator', 'partner_user', 'merchant_user', 'command_line', 'system')),
  actor_id text,
  actor_name text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  -- Masked before they come here.
  before jsonb,
  after jsonb,
  business_at timestamptz not null,
  wall_at timestamptz not null,
  address text,
  door text,
  request_id text,
  result text not null check (result in ('done', 'refused', 'failed'))
);
create index audit_entries_subject on audit_entries (subject_kind, subject_id, id);
create index audit_entries_actor_name on audit_entries (actor_name, id);
create index audit_entries_actor_id on audit_entries (actor_id, id) where actor_id is not null;
create index audit_entries_action on audit_entries (action, id);

-- Entries that wait for their link. Ids are handed out before commits, so "greater than the last
-- id" would miss some; this list comes with the entry's own commit.
create table audit_unchained (
  entry_id bigint primary key
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- One link an entry, in the order seen. Its HMAC covers the link before it, its own number and time,
-- and every column of the entry; the key is in custody.
create table audit_chain (
  sequence bigint primary key check (sequence > 0),
  entry_id bigint not null,
  chained_at timestamptz not null,
  hmac bytea not null,
  constraint audit_chain_entry_unique unique (entry_id)
);

-- Where the chain begins: at its birth (sequence 0), or behind the last link that retention removed.
create table audit_anchor (
  only_row boolean primary key default true check (only_row),
  born_at timestamptz not null,
  sequence bigint not null,
  hmac bytea not null,
  seal bytea not null
);

-- Where it ends. One row, changed in place: no older end lies about for whoever cuts off the tail.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  sequence bigint not null,
  hmac bytea not null,
  seal bytea not null
);

-- Works with its owner's rights: who writes an act has none on this list.
create function audit_await_link() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.audit_unchained (entry_id) select id from written;
  return null;
end
$$;

create trigger audit_entries_await_link after insert on audit_entries
  referencing new table as written
  for each statement execute function audit_await_link();

-- A wall against accidents, also the owner's. The proof is the chain.
create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  if current_setting('sixdoors.audit_changes', true) = 'allowed' then
    return null;
  end if;
  raise exception 'the audit is never changed' using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_entries_stay before update or delete or truncate on audit_entries
  for each statement execute function audit_refuse_change();
create trigger audit_chain_stays before update or delete or truncate on audit_chain
  for each statement execute function audit_refuse_change();

grant select, insert on audit_entries to sixdoors_app;
grant insert on audit_entries to sixdoors_payments;
grant select on sequence audit_entries_id_seq to sixdoors_app;
grant select on audit_unchained, audit_chain, audit_anchor, audit_head to sixdoors_app;
