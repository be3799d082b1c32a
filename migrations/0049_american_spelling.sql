-- American spelling in the database, as in the code. Only payments whose authorization is open have
-- the renamed state, and the old index finds them.

alter table transactions rename column authorised_at to authorized_at;
alter view report_records rename column authorised_at to authorized_at;
alter view report_refunds rename column authorised_at to authorized_at;

alter table transactions drop constraint transactions_state_check;
update transactions set state = 'authorized' where state = 'authorised';
alter table transactions add constraint transactions_state_check check (state in (
  'authorized', 'sold', 'forced', 'captured', 'credited', 'refunded', 'stored', 'closed', 'pending',
  'settled', 'returned', 'rejected', 'declined', 'not_sent', 'not_batched', 'capturing', 'voiding',
  'reversing', 'reversed', 'voided'));
drop index transactions_to_lapse;
create index transactions_to_lapse on transactions (authorized_at) where state = 'authorized';

alter table ach_notices drop constraint ach_notices_kind_check;
update ach_notices set kind = 'dishonored_return' where kind = 'dishonoured_return';
alter table ach_notices add constraint ach_notices_kind_check
  check (kind in ('change', 'refused_change', 'dishonored_return', 'contested_return'));

-- An index keeps the old name of its column, and the partitions' indexes have it in their names too.
alter table transactions_by_time rename column authorised_at to authorized_at;
do $$
declare
  item record;
  view_name text;
begin
  for item in
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'i' and relname like '%authorised%'
  loop
    execute format('alter index %I rename to %I', item.name,
      replace(item.name, 'authorised', 'authorized'));
  end loop;

  -- A view's plan keeps the old name until the view is written again.
  foreach view_name in array array['report_records', 'report_refunds'] loop
    execute format('create or replace view %I with (security_invoker = true) as %s', view_name,
      pg_get_viewdef(view_name::regclass));
  end loop;
end
$$;
