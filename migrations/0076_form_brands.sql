-- expand
-- Logo, color and button text of an account's hosted forms. Earlier releases show the default look.

create table form_brands (
  account_id bigint primary key references accounts,
  color text constraint form_brands_color_check check (color ~ '^#[0-9a-f]{6}$'),
  button_text text constraint form_brands_button_text_check check (char_length(button_text) <= 30),
  logo_type text constraint form_brands_logo_type_check
    check (logo_type in ('image/png', 'image/jpeg')),
  logo bytea constraint form_brands_logo_check check (octet_length(logo) <= 1048576),
  -- The beginning of the SHA-256 of the logo. It is part of its address.
  logo_hash text,
  logo_width integer,
  logo_height integer,
  constraint form_brands_logo_whole_check
    check (num_nulls(logo, logo_type, logo_hash, logo_width, logo_height) in (0, 5))
);
alter table form_brands enable row level security;
alter table form_brands force row level security;
create policy form_brands_visible on form_brands to sixdoors_app
  using (account_id = nullif(current_setting('sixdoors.account_id', true), '')::bigint);
do $$
begin
  execute 'create policy form_brands_owner on form_brands to current_user using (true)';
end
$$;
grant select, insert, update on form_brands to sixdoors_app;
