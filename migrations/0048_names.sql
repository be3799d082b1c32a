-- One name for each area: point of sale (pos) and management, in the database too.

do $$
declare
  item record;
begin
  for item in
    select relname as name, relkind as kind from pg_class
    where relnamespace = 'public'::regnamespace and relname like 'till\_%' and relkind in ('r', 'S')
  loop
    execute format('alter %s %I rename to %I', case item.kind when 'S' then 'sequence' else 'table' end,
      item.name, regexp_replace(item.name, '^till_', 'pos_'));
  end loop;

  -- A constraint brings its index along.
  for item in
    select conname as name, conrelid::regclass as home from pg_constraint
    where connamespace = 'public'::regnamespace and conname like 'till\_%'
  loop
    execute format('alter table %s rename constraint %I to %I', item.home, item.name,
      regexp_replace(item.name, '^till_', 'pos_'));
  end loop;

  for item in
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relname like 'till\_%' and relkind = 'i'
  loop
    execute format('alter index %I rename to %I', item.name,
      regexp_replace(item.name, '^till_', 'pos_'));
  end loop;

  for item in
    select polname as name, polrelid::regclass as home from pg_policy where polname like 'till\_%'
  loop
    execute format('alter policy %I on %s rename to %I', item.name, item.home,
      regexp_replace(item.name, '^till_', 'pos_'));
  end loop;
end
$$;

drop trigger tell_access_change on pos_users;
create trigger tell_access_change after update or delete on pos_users
  for each row execute function tell_access_change('pos user', 'id');

alter table authenticators drop constraint authenticators_person_kind_check;
update authenticators set person_kind = 'pos_user' where person_kind = 'till_user';
alter table authenticators add constraint authenticators_person_kind_check
  check (person_kind in ('operator', 'contact', 'pos_user'));

alter table console_sessions drop constraint console_sessions_person_kind_check;
update console_sessions set person_kind = 'pos_user' where person_kind = 'till_user';
alter table console_sessions add constraint console_sessions_person_kind_check
  check (person_kind in ('operator', 'contact', 'pos_user'));

alter table request_log rename column door to interface_name;

alter table estate_counts rename to management_counts;
alter table management_counts rename constraint estate_counts_pkey to management_counts_pkey;
alter table management_counts
  rename constraint estate_counts_partner_id_fkey to management_counts_partner_id_fkey;
alter policy estate_counts_owner on management_counts rename to management_counts_owner;
alter policy estate_counts_visible on management_counts rename to management_counts_visible;

alter function estate_has(text, text) rename to management_has;
alter function estate_is_active(bigint, bigint) rename to is_partner_active;
alter function tell_estate_switch() rename to tell_activation_change;
alter trigger tell_estate_switch on partners rename to tell_activation_change;
alter trigger tell_estate_switch on clients rename to tell_activation_change;

alter function count_estate() rename to count_management;
create or replace function count_management() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner text := case tg_table_name when 'clients' then 'direct_partner_id' else 'partner_id' end;
  changes text := case tg_op
    when 'INSERT' then format('select %I as partner_id, 1 as delta from added', owner)
    when 'DELETE' then format('select %I as partner_id, -1 as delta from removed', owner)
    else format('select %1$I as partner_id, 1 as delta from added'
      ' union all select %1$I, -1 from removed', owner) end;
begin
  execute format('insert into management_counts as known (partner_id, %1$I)'
    ' select partner_id, sum(delta) from (%2$s) change'
    ' group by partner_id having sum(delta) <> 0 order by partner_id'
    ' on conflict (partner_id) do update set %1$I = known.%1$I + excluded.%1$I',
    tg_table_name, changes);
  return null;
end
$$;

alter table ach_inbound_files rename column faults to errors;
alter table ach_inbound_files drop constraint ach_inbound_files_state_check;
update ach_inbound_files set state = 'invalid' where state = 'faulty';
alter table ach_inbound_files add constraint ach_inbound_files_state_check
  check (state in ('read', 'invalid', 'too_big'));
