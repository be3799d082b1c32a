-- Whether a partner's users, or those of one of its clients, may get in: the partner, every partner
-- above it and the client are active. A tenant does not see the partners above it, so the owner looks.
create function estate_is_active(of_partner bigint, of_client bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
      select from partners item
      where item.id = of_partner and item.is_active and not exists (
        select from partners above where above.id = any (item.path) and not above.is_active))
    and (of_client is null or exists (
      select from clients where id = of_client and is_active))
$$;
revoke all on function estate_is_active(bigint, bigint) from public;
grant execute on function estate_is_active(bigint, bigint) to sixdoors_app;

-- Every process forgets the callers whom a switch of their client or of a partner above concerns.
create function tell_estate_switch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'partners' then
    insert into public.access_changes (subject)
    select 'partner:' || id from public.partners
    where path operator(pg_catalog.@>) array[new.id] and id <> new.id
    on conflict do nothing;
  else
    insert into public.access_changes (subject)
    select 'contact:' || id from public.contacts where client_id = new.id
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger tell_estate_switch after update on partners
  for each row when (old.is_active is distinct from new.is_active)
  execute function tell_estate_switch();
create trigger tell_estate_switch after update on clients
  for each row when (old.is_active is distinct from new.is_active)
  execute function tell_estate_switch();

-- Until now every partner role could do everything at /api/v1. So that no partner loses its
-- administrator, the contact of a partner without an active System Admin becomes one, or else its
-- first active Partner User.
with appointed as (
  select distinct on (partner.id) person.id
  from partners partner
  join contacts person on person.partner_id = partner.id
  where person.client_id is null and person.is_active and person.user_role = 'Partner User'
    and not exists (
      select from contacts admin
      where admin.partner_id = partner.id and admin.client_id is null and admin.is_active
        and admin.user_role = 'System Admin')
  order by partner.id, person.id = partner.contact_id desc, person.id
), changed as (
  update contacts set user_role = 'System Admin', version = version + 1, modified_at = now()
  where id in (select id from appointed)
  returning id
)
update contact_credentials set user_role = 'System Admin'
where contact_id in (select id from changed);
