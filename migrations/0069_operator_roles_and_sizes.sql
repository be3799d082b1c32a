-- expand
-- Roles of operators, and the size of the database on each day, for the forecast of the disk.

-- Everyone who is an operator now keeps all permissions.
alter table operators add column role text not null default 'administrator'
  constraint operators_role_check check (role in ('administrator', 'support', 'auditor'));

create table database_sizes (
  day date primary key,
  bytes bigint not null
);
grant select on database_sizes to sixdoors_app;
