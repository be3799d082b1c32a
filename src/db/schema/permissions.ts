/** Prints schemas, grants and row-level security policies. */
import type { Database } from "../database.ts";
import { OUR_SCHEMAS } from "../our-schemas.ts";
import { APP_ROLE } from "../roles.ts";
import { TOKEN_COLUMNS } from "../sharding/token-columns.ts";
import { Sql, sql } from "../sql.ts";
import type { Line } from "./columns.ts";

/** The name of a role in the printed schema. Both arguments are trusted SQL expressions. */
export function roleName(role: string, owner: string): Sql {
  const [subject, possessor] = [new Sql([role], []), new Sql([owner], [])];
  return sql`case ${subject} when 0 then 'public' when ${possessor} then 'owner'
    else ${subject}::regrole::text end`;
}

/** Leaves out MAINTAIN, which older versions than PostgreSQL 17 do not have. */
const PRIVILEGES = sql`string_agg(
  lower(x.privilege_type) || case when x.is_grantable then ' with grant option' else '' end,
  ', ' order by x.privilege_type collate "C") filter (where x.privilege_type <> 'MAINTAIN')`;

export async function printSchemas(db: Database): Promise<string[]> {
  const schemas = await db.rows<{ name: string; grants: readonly string[] }>`
    select quote_ident(n.nspname) as name, array(
      select format('grant %s on schema %I to %s', ${PRIVILEGES}, n.nspname,
        ${roleName("x.grantee", "n.nspowner")})
      from aclexplode(n.nspacl) x
      where x.grantee <> n.nspowner
      group by x.grantee
      order by x.grantee::regrole::text collate "C") as grants
    from pg_namespace n
    where n.nspname = any (${OUR_SCHEMAS})
    order by n.nspname collate "C"`;
  return schemas.map(({ name, grants }) =>
    [`create schema ${name}`, ...grants].map((text) => `${text};\n`).join(""),
  );
}

/** Grants on tables, followed by grants on columns, without those that only a cluster has. */
export async function grantLines(db: Database, relations: readonly number[]): Promise<Line[]> {
  return db.rows<Line>`
    select c.oid as relation, 0 as position,
      format('grant %s on %s%s to %s', ${PRIVILEGES},
        case c.relkind when 'S' then 'sequence ' else '' end, c.oid::regclass,
        ${roleName("x.grantee", "c.relowner")}) collate "C" as text
    from pg_class c, aclexplode(c.relacl) x
    where c.oid = any (${relations}::oid[]) and x.grantee <> c.relowner
    group by c.oid, c.relowner, x.grantee
    union all
    select c.oid, a.attnum,
      format('grant %s (%I) on %s to %s', ${PRIVILEGES}, a.attname, c.oid::regclass,
        ${roleName("x.grantee", "c.relowner")}) collate "C"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) x
    where c.oid = any (${relations}::oid[]) and x.grantee <> c.relowner
      and not (c.oid = to_regclass('vault') and x.grantee = to_regrole(${APP_ROLE})
        and a.attname = any (${TOKEN_COLUMNS}::name[]))
    group by c.oid, c.relowner, x.grantee, a.attname, a.attnum
    order by relation, position, text`;
}

export async function policyLines(db: Database, relations: readonly number[]): Promise<Line[]> {
  return db.rows<Line>`
    select p.polrelid as relation, concat_ws(' ',
      format('create policy %I on %s', p.polname, c.oid::regclass),
      case when not p.polpermissive then 'as restrictive' end,
      case p.polcmd when 'r' then 'for select' when 'a' then 'for insert'
        when 'w' then 'for update' when 'd' then 'for delete' end,
      'to ' || (
        select string_agg(${roleName("role", "c.relowner")}, ', '
          order by role::regrole::text collate "C")
        from unnest(p.polroles) role),
      'using (' || pg_get_expr(p.polqual, p.polrelid, true) || ')',
      'with check (' || pg_get_expr(p.polwithcheck, p.polrelid, true) || ')') as text
    from pg_policy p
    join pg_class c on c.oid = p.polrelid
    where p.polrelid = any (${relations}::oid[])
    order by p.polrelid, p.polname collate "C"`;
}
