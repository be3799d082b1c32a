-- Area A whole: the second wall at the speed of lists, counters, links that set a password, and
-- when a device was last inspected.

-- Looked up once a statement where many rows are read, and by key where it is one.
do $$
declare
  name text;
  owner text;
begin
  foreach name in array array['clients', 'locations', 'contacts', 'devices', 'attestations'] loop
    owner := case name when 'clients' then 'direct_partner_id' else 'partner_id' end;
    execute format('drop policy %I on %I', name || '_visible', name);
    execute format('create policy %I on %I to sixdoors_app using'
      ' (exists (select from partners visible where visible.id = %I.%I))',
      name || '_visible', name, name, owner);
  end loop;
end
$$;
drop function partner_is_visible(bigint);

-- An allow-list may be there before there is a key.
alter table partner_credentials
  alter column key_digest drop not null,
  alter column key_sealed drop not null;

-- Pages are cut from an index alone. Where a caller sees much, rows are read in order until the page
-- is full; where it sees little, all of it is gathered partner by partner and sorted.
create index clients_page on clients (id) include (direct_partner_id);
create index locations_page on locations (id) include (partner_id);
create index contacts_page on contacts (id) include (partner_id);
create index attestations_page on attestations (id) include (partner_id);
create index attestations_partner on attestations (partner_id, id);

-- Devices are many: those of other trees are not even passed over. A partner never leaves its tree.
alter table devices add column root_id bigint references partners;
update devices set root_id = (select path[1] from partners where partners.id = devices.partner_id);
alter table devices alter column root_id set not null;
create function find_root() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.root_id := (select path[1] from partners where id = new.partner_id);
  return new;
end
$$;
create trigger find_root before insert or update of partner_id on devices
  for each row execute function find_root();
create index devices_page on devices (root_id, id) include (partner_id);
create index devices_state_page on devices (root_id, device_state_id, id) include (partner_id);
create index devices_serial_page on devices (root_id, serial_number, id) include (partner_id);
create index devices_name_page on devices (root_id, name, id) include (partner_id);
create index devices_activation_page on devices (root_id, activation_date, id)
  include (partner_id);
drop index devices_partner;
create index devices_partner on devices (partner_id, id)
  include (serial_number, name, activation_date, device_state_id);
-- What a name is looked for by.
create index partners_name on partners (name);
create index clients_name on clients (direct_partner_id, name);
create index locations_name on locations (partner_id, name);
-- What a deletion asks.
create index partners_location on partners (location_id);
create index partners_contact on partners (contact_id);
create index clients_location on clients (location_id);
create index clients_contact on clients (contact_id);
create index devices_location on devices (location_id);

-- How much each partner has of its own, so that a list's total need not count.
create table estate_counts (
  partner_id bigint primary key references partners,
  clients bigint not null default 0,
  locations bigint not null default 0,
  contacts bigint not null default 0,
  attestations bigint not null default 0
) with (fillfactor = 50);
create table device_counts (
  partner_id bigint not null references partners,
  device_state_id smallint not null references device_states,
  devices bigint not null,
  primary key (partner_id, device_state_id)
) with (fillfactor = 50);

-- Rows are locked in the order of their keys, so that no two statements wait for each other.
create function count_estate() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner text := case tg_table_name when 'clients' then 'direct_partner_id' else 'partner_id' end;
  changes text := case tg_op
    when 'INSERT' then format('select %I as partner_id, 1 as delta from added', owner)
    when 'DELETE' then format('select %I as partner_id, -1 as delta from removed', owner)
    else format('select %1$I as partner_id, 1 as delta from added'
      ' union all select %1$I, -1 from removed', owner) end;
begin
  execute format('insert into estate_counts as known (partner_id, %1$I)'
    ' select partner_id, sum(delta) from (%2$s) change'
    ' group by partner_id having sum(delta) <> 0 order by partner_id'
    ' on conflict (partner_id) do update set %1$I = known.%1$I + excluded.%1$I',
    tg_table_name, changes);
  return null;
end
$$;

create function count_devices() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changes text := case tg_op
    when 'INSERT' then 'select partner_id, device_state_id, 1 as delta from added'
    when 'DELETE' then 'select partner_id, device_state_id, -1 as delta from removed'
    else 'select partner_id, device_state_id, 1 as delta from added'
      ' union all select partner_id, device_state_id, -1 from removed' end;
begin
  execute format('insert into device_counts as known (partner_id, device_state_id, devices)'
    ' select partner_id, device_state_id, sum(delta) from (%s) change'
    ' group by partner_id, device_state_id having sum(delta) <> 0'
    ' order by partner_id, device_state_id'
    ' on conflict (partner_id, device_state_id)'
    ' do update set devices = known.devices + excluded.devices', changes);
  return null;
end
$$;

do $$
declare
  name text;
  counter text;
begin
  foreach name in array array['clients', 'locations', 'contacts', 'attestations', 'devices'] loop
    counter := case name when 'devices' then 'count_devices' else 'count_estate' end;
    execute format('create trigger count_added after insert on %I referencing new table as added'
      ' for each statement execute function %I()', name, counter);
    execute format('create trigger count_moved after update on %I'
      ' referencing old table as removed new table as added'
      ' for each statement execute function %I()', name, counter);
    execute format('create trigger count_removed after delete on %I'
      ' referencing old table as removed for each statement execute function %I()', name, counter);
  end loop;
  foreach name in array array['estate_counts', 'device_counts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy %I on %I to sixdoors_app using'
      ' (exists (select from partners visible where visible.id = %I.partner_id))',
      name || '_visible', name, name);
    execute format('create policy %I on %I to current_user using (true)', name || '_owner', name);
  end loop;
end
$$;

insert into estate_counts (partner_id, clients, locations, contacts, attestations)
select id,
  (select count(*) from clients where direct_partner_id = partners.id),
  (select count(*) from locations where partner_id = partners.id),
  (select count(*) from contacts where partner_id = partners.id),
  (select count(*) from attestations where partner_id = partners.id)
from partners;
insert into device_counts (partner_id, device_state_id, devices)
select partner_id, device_state_id, count(*) from devices group by partner_id, device_state_id;

-- What every tenant's acts depend on, whoever has it: that it is there, and nothing more.
create function estate_has(what text, value text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select case what
    when 'reference' then exists (select from partners where reference = value)
    when 'parserName' then exists (select from partner_credentials where parser_name = value)
    when 'userName' then exists (select from contact_credentials where user_name = value)
    when 'uniqueId' then exists (select from locations where unique_id = value::uuid)
    -- Calls of partners above the caller count as well.
    when 'journal of client' then
      exists (select from parser_journal where client_id = value::bigint)
  end
$$;
revoke all on function estate_has(text, text) from public;

-- Attested last; a device that never was counts from its first use, or from its entry.
alter table devices
  add column inspected_at timestamptz,
  add column inspection_from timestamptz not null
    generated always as (coalesce(inspected_at, activation_date, created_at)) stored;
update devices set inspected_at = latest.complete_date
from (
  select device_id, max(complete_date) as complete_date from attestations group by device_id
) latest
where latest.device_id = devices.id;
create index devices_inspection on devices (inspection_from, id) where client_id is not null;

-- Of which inspection a client was reminded already.
create table inspection_reminders (
  device_id bigint not null references devices,
  inspection_from timestamptz not null,
  stage text not null check (stage in ('soon', 'due')),
  reminded_at timestamptz not null,
  primary key (device_id, inspection_from, stage)
);

-- Links that set a password: known by a keyed digest, good once and for three days.
create table password_links (
  digest bytea primary key,
  contact_id bigint not null references contacts on delete cascade,
  made_at timestamptz not null,
  good_until timestamptz not null
);
create index password_links_contact on password_links (contact_id);
create index password_links_age on password_links (good_until);

-- A partner's path has its own id in it, so the id comes first.
grant usage on sequence partners_id_seq to sixdoors_app;
grant select on estate_counts, device_counts to sixdoors_app;
grant execute on function estate_has(text, text) to sixdoors_app;
grant select, insert, delete on password_links to sixdoors_app;
