-- Access: what every process must hear of within a second, and logins that failed.

-- Who may log in, or what they may do, has changed. The triggers below write it in the commit of
-- the change itself; processes that remember callers look here several times a second. A row is
-- found by its transaction, not by a counter: what commits late is not missed. A crash empties the
-- table, and with their connections the processes lose all they remember.
create unlogged table access_changes (
  xid xid8 not null default pg_current_xact_id(),
  subject text not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (xid, subject)
);
create index access_changes_age on access_changes (changed_at);

-- The till counted for itself until now.
drop table till_login_attempts;

-- Failures of one name, one address or one of both, known by a keyed digest only. A row that is
-- locked counts nothing more; the lock takes the place of the failures that led to it.
create table login_failures (
  digest bytea primary key,
  failed_at timestamptz[] not null,
  locked_until timestamptz,
  -- From then on nothing in the row matters.
  forget_at timestamptz not null
);
create index login_failures_age on login_failures (forget_at);

-- Works with the owner's rights, so that whoever may change a row also tells of it.
create function tell_access_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    insert into public.access_changes (subject) values ('everything') on conflict do nothing;
  elsif tg_op = 'DELETE' or old is distinct from new then
    insert into public.access_changes (subject)
    values (tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1]))
    on conflict do nothing;
  end if;
  return null;
end
$$;

-- A new row takes nothing from anybody, so only changes and removals are told. Columns that change
-- with every payment or login have no place in these tables.
do $$
declare
  watched record;
begin
  for watched in
    select * from (values
      ('accounts', 'account', 'id'),
      ('account_keys', 'account', 'account_id'),
      ('partners', 'partner', 'id'),
      ('partner_credentials', 'partner', 'partner_id'),
      ('contact_credentials', 'contact', 'contact_id'),
      ('till_users', 'till user', 'id'),
      ('operators', 'operator', 'id')) as list (name, kind, key)
  loop
    execute format('create trigger tell_access_change after update or delete on %I'
      ' for each row execute function tell_access_change(%L, %L)',
      watched.name, watched.kind, watched.key);
    execute format('create trigger tell_access_truncation after truncate on %I'
      ' for each statement execute function tell_access_change()', watched.name);
  end loop;
end
$$;

create trigger tell_access_lock after update on login_failures
  for each row when (old.locked_until is distinct from new.locked_until)
  execute function tell_access_change('login', 'digest');
create trigger tell_access_unlock after delete on login_failures
  for each row when (old.locked_until is not null)
  execute function tell_access_change('login', 'digest');
create trigger tell_access_truncation after truncate on login_failures
  for each statement execute function tell_access_change();

grant select, delete on access_changes to sixdoors_app;
grant select, insert, update, delete on login_failures to sixdoors_app;
