-- Area A: partners and all that belongs to them. Row-level security is the second wall: a
-- connection sees the rows of the partner named by sixdoors.partner_id and of those below it.

create table partners (
  id bigint generated always as identity primary key,
  name text not null,
  reference text not null,
  parent_id bigint references partners,
  -- The ids from the root partner down to this one.
  path bigint[] not null,
  billing_id text,
  verification_phrase text,
  client_can_order_equipment boolean not null default false,
  location_id bigint,
  contact_id bigint,
  is_active boolean not null default true,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint partners_reference_unique unique (reference)
);
create index partners_path on partners using gin (path);

-- How a partner proves itself to the parser. Looked up before anyone is logged in: no policy.
create table partner_credentials (
  partner_id bigint primary key references partners,
  parser_name text not null,
  key_digest bytea not null,
  key_sealed bytea not null,
  public_key text,
  allow_list cidr[] not null default '{}',
  constraint partner_credentials_parser_name_unique unique (parser_name)
);

create table clients (
  id bigint generated always as identity primary key,
  client_number bigint generated always as identity (start with 100001),
  partner_id bigint not null references partners,
  direct_partner_id bigint not null references partners,
  name text not null,
  mid text,
  billing_id text,
  location_id bigint,
  contact_id bigint,
  is_active boolean not null default true,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint clients_number_unique unique (client_number)
);
create index clients_partner on clients (direct_partner_id, id);
create index clients_mid on clients (mid) where mid is not null;

create table locations (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partners,
  client_id bigint references clients,
  unique_id uuid not null default gen_random_uuid(),
  name text not null,
  name_of_business text,
  location_type text not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  address1 text not null,
  address2 text,
  city text not null,
  state_province text,
  postal_code text,
  mail_country text,
  mail_address1 text,
  mail_address2 text,
  mail_city text,
  mail_state_province text,
  mail_postal_code text,
  notes text,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint locations_unique_id_unique unique (unique_id)
);
create index locations_client on locations (client_id, id);
create index locations_partner on locations (partner_id, id);

create table contacts (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partners,
  client_id bigint references clients,
  user_name text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  user_role text not null,
  is_active boolean not null default true,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint contacts_user_name_unique unique (user_name)
);
create index contacts_client on contacts (client_id, id);
create index contacts_partner on contacts (partner_id, id);

-- What a login needs before it knows whose it is: no policy, and nothing but what a login needs.
create table contact_credentials (
  contact_id bigint primary key references contacts on delete cascade,
  user_name text not null,
  partner_id bigint not null,
  client_id bigint,
  user_role text not null,
  is_active boolean not null,
  password_hash text,
  secret_sealed bytea,
  constraint contact_credentials_user_name_unique unique (user_name)
);

alter table partners
  add foreign key (location_id) references locations,
  add foreign key (contact_id) references contacts;
alter table clients
  add foreign key (location_id) references locations,
  add foreign key (contact_id) references contacts;

create table device_types (
  id smallint primary key,
  name text not null unique
);
insert into device_types (id, name) values
  (1, 'generic'), (2, 'vendora'), (3, 'vendorb-ra1'), (4, 'vendorb-rba'), (5, 'vendorc'),
  (6, 'vendord'), (7, 'vendore'), (8, 'vendorf'), (9, 'vendorf2');

create table device_states (
  id smallint primary key,
  name text not null unique
);
insert into device_states (id, name) values
  (1, 'new'), (2, 'injected'), (3, 'inTransit'), (4, 'stored'), (5, 'assigned'),
  (6, 'unassigned'), (7, 'activating'), (8, 'activated'), (9, 'damaged'),
  (10, 'malfunctioning'), (11, 'quarantined'), (12, 'inRepair'), (13, 'rma'), (14, 'doa'),
  (15, 'lost'), (16, 'tampered'), (17, 'tamperedP2PE'), (18, 'retired'), (19, 'destroyed');

create table devices (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partners,
  client_id bigint references clients,
  location_id bigint references locations,
  serial_number text not null,
  device_type_id smallint not null references device_types,
  device_state_id smallint not null references device_states,
  name text,
  notes text,
  ksi text,
  activation_date timestamptz,
  last_activity_date timestamptz,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint devices_serial_unique unique nulls not distinct (partner_id, serial_number, client_id)
);
create index devices_serial on devices (serial_number);
create index devices_client on devices (client_id, id);
create index devices_partner on devices (partner_id, id);

create table attestations (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partners,
  client_id bigint not null references clients,
  device_id bigint not null references devices,
  name text not null,
  complete_date timestamptz not null,
  notes text,
  version integer not null default 0,
  created_at timestamptz not null default now()
);
create index attestations_client on attestations (client_id, id);
create index attestations_device on attestations (device_id, complete_date);

-- True for rows of the caller's partner and of every partner below it.
create function partner_is_visible(row_partner_id bigint) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select from partners
    where id = row_partner_id
      and path @> array[nullif(current_setting('sixdoors.partner_id', true), '')::bigint]
  )
$$;

alter table partners enable row level security;
alter table partners force row level security;
create policy partners_visible on partners to sixdoors_app
  using (path @> array[nullif(current_setting('sixdoors.partner_id', true), '')::bigint]);
create policy partners_owner on partners to current_user using (true);

do $$
declare name text;
begin
  foreach name in array array['clients', 'locations', 'contacts', 'devices', 'attestations'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy %I on %I to sixdoors_app using (partner_is_visible(%s))',
      name || '_visible', name,
      case name when 'clients' then 'direct_partner_id' else 'partner_id' end);
    execute format('create policy %I on %I to current_user using (true)', name || '_owner', name);
  end loop;
end
$$;

grant select, insert, update, delete on partners, partner_credentials, clients, locations,
  contacts, contact_credentials, devices, attestations to sixdoors_app;
grant select on device_types, device_states to sixdoors_app;
