/**
 * What belongs to the server and not to our tables: roles with their passwords, memberships,
 * settings of roles and databases, extensions, and permissions that an operator granted. Read as
 * statements from the old server, so that the new one can run them.
 */
import type { Database } from "../../../db/database.ts";
import { OUR_SCHEMAS } from "../../../db/our-schemas.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../../../db/roles.ts";
import { SUPERUSER } from "../cluster.ts";

const DATABASE = "sixdoors";
const JOB_SCHEMA = "pgboss";
/** Their permissions come from the migrations. */
const OUR_ROLES = [SUPERUSER, APP_ROLE, PAYMENTS_ROLE];
/** Settings whose stored value is a list of quoted names already. */
const QUOTED_LISTS = [
  "local_preload_libraries",
  "search_path",
  "session_preload_libraries",
  "shared_preload_libraries",
  "temp_tablespaces",
  "unix_socket_directories",
];

/** Databases and schemas that are not ours and would be lost. */
export async function listForeignObjects(db: Database): Promise<readonly string[]> {
  const rows = await db.rows<{ name: string }>`
    select 'the database ' || datname as name from pg_database
    where not datistemplate and datname not in ('postgres', ${DATABASE})
    union all
    select 'the schema ' || nspname from pg_namespace n
    where nspname !~ '^pg_' and nspname not in ('information_schema', ${JOB_SCHEMA})
      and nspname <> all (${OUR_SCHEMAS}) and not exists (
        select from pg_depend d where d.classid = 'pg_namespace'::regclass and d.objid = n.oid
          and d.deptype = 'e')
    order by 1`;
  return rows.map(({ name }) => name);
}

/** Statements for the time before the tables exist. */
export async function readRoleStatements(db: Database): Promise<readonly string[]> {
  return [
    ...(await readRoles(db)),
    ...(await readMemberships(db)),
    ...(await readRoleSettings(db)),
    ...(await readExtensions(db)),
  ];
}

/** Passwords are copied as the digests that the server stores. */
function readRoles(db: Database): Promise<readonly string[]> {
  return statements(db.rows<Statement>`
    select format('create role %I', rolname) as text from pg_authid
    where rolname !~ '^pg_' and rolname <> ${SUPERUSER}
    union all
    select format('alter role %I with %s connection limit %s password %s valid until %s', rolname,
      concat_ws(' ',
        case when rolsuper then 'superuser' else 'nosuperuser' end,
        case when rolinherit then 'inherit' else 'noinherit' end,
        case when rolcreaterole then 'createrole' else 'nocreaterole' end,
        case when rolcreatedb then 'createdb' else 'nocreatedb' end,
        case when rolcanlogin then 'login' else 'nologin' end,
        case when rolreplication then 'replication' else 'noreplication' end,
        case when rolbypassrls then 'bypassrls' else 'nobypassrls' end),
      rolconnlimit, coalesce(quote_literal(rolpassword), 'null'),
      quote_literal(coalesce(rolvaliduntil::text, 'infinity')))
    from pg_authid where rolname !~ '^pg_' and rolname <> ${SUPERUSER}
    order by 1 desc`);
}

function readMemberships(db: Database): Promise<readonly string[]> {
  return statements(db.rows<Statement>`
    select format('grant %I to %I with admin %s, inherit %s, set %s', r.rolname, m.rolname,
      a.admin_option, a.inherit_option, a.set_option) as text
    from pg_auth_members a
    join pg_roles r on r.oid = a.roleid
    join pg_roles m on m.oid = a.member
    where m.rolname !~ '^pg_'
    order by 1`);
}

function readRoleSettings(db: Database): Promise<readonly string[]> {
  return statements(db.rows<Statement>`
    select format('alter %s set %I to %s',
      case
        when s.setrole = 0 then format('database %I', d.datname)
        when s.setdatabase = 0 then format('role %I', r.rolname)
        else format('role %I in database %I', r.rolname, d.datname)
      end, v.name, case when v.name = any (${QUOTED_LISTS}) then v.value else quote_literal(v.value) end) as text
    from pg_db_role_setting s
    left join pg_roles r on r.oid = s.setrole
    left join pg_database d on d.oid = s.setdatabase
    cross join lateral (
      select split_part(each, '=', 1) as name, substr(each, strpos(each, '=') + 1) as value
      from unnest(s.setconfig) each) v
    order by 1`);
}

function readExtensions(db: Database): Promise<readonly string[]> {
  return statements(db.rows<Statement>`
    select format('create extension if not exists %I schema %I', e.extname, n.nspname) as text
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname <> 'plpgsql' and (n.nspname = any (${OUR_SCHEMAS}) or n.nspname = 'pg_catalog')
    order by 1`);
}

/** Permissions of roles that are not ours, for the time after the tables exist. */
export function readGrantStatements(db: Database): Promise<readonly string[]> {
  return statements(db.rows<Statement>`
    with granted as (
      select 'database ' || quote_ident(datname) as object, datacl as acl, null::text as prefix
      from pg_database where datname = ${DATABASE}
      union all
      select 'schema ' || quote_ident(nspname), nspacl, null from pg_namespace
      where nspname = any (${OUR_SCHEMAS})
      union all
      select case relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass, relacl, null
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any (${OUR_SCHEMAS}) and not relispartition
      union all
      select case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
          when 'T' then 'types' else 'schemas' end, defaclacl,
        format('alter default privileges for role %I %s ', r.rolname,
          coalesce('in schema ' || quote_ident(n.nspname), ''))
      from pg_default_acl d join pg_roles r on r.oid = d.defaclrole
      left join pg_namespace n on n.oid = d.defaclnamespace)
    select coalesce(prefix, '') || format('grant %s on %s to %I%s', lower(a.privilege_type), object,
      r.rolname, case when a.is_grantable then ' with grant option' else '' end) as text
    from granted cross join lateral aclexplode(acl) a
    join pg_roles r on r.oid = a.grantee
    where r.rolname <> all (${OUR_ROLES})
    order by 1`);
}

interface Statement {
  readonly text: string;
}

async function statements(rows: Promise<readonly Statement[]>): Promise<readonly string[]> {
  return (await rows).map(({ text }) => text);
}
