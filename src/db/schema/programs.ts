/** Prints functions and triggers, and in one line each all other kinds of objects. */
import type { Database } from "../database.ts";
import { OUR_SCHEMAS } from "../our-schemas.ts";
import type { Line } from "./columns.ts";
import { roleName } from "./permissions.ts";

interface Routine {
  readonly head: string;
  readonly traits: string;
  readonly body: string;
  readonly after: readonly string[] | null;
}

/** Built from catalog columns, because the layout of pg_get_functiondef depends on the version. */
export async function printRoutines(db: Database): Promise<string[]> {
  const routines = await db.rows<Routine>`
    select
      format('%s %s(%s)', case p.prokind when 'p' then 'procedure' else 'function' end,
        p.oid::regproc, pg_get_function_arguments(p.oid)) as head,
      concat_ws(' ', 'returns ' || pg_get_function_result(p.oid), 'language ' || l.lanname,
        case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
        case when p.proisstrict then 'strict' end,
        case when p.prosecdef then 'security definer' end,
        case when p.proleakproof then 'leakproof' end,
        case p.proparallel when 's' then 'parallel safe' when 'r' then 'parallel restricted' end,
        (select string_agg('set ' || setting, ' ' order by setting collate "C")
          from unnest(p.proconfig) setting)) as traits,
      coalesce(pg_get_function_sqlbody(p.oid), 'as $$' || p.prosrc || '$$') as body,
      array(
        select 'comment on function ' || p.oid::regprocedure || ' is '
          || quote_literal(description) collate "C"
        from pg_description
        where objoid = p.oid and classoid = 'pg_proc'::regclass
        union all
        select 'grant execute on function ' || p.oid::regprocedure || ' to '
          || ${roleName("x.grantee", "p.proowner")}
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
        where x.grantee <> p.proowner
        order by 1) as after
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_language l on l.oid = p.prolang
    where n.nspname = any (${OUR_SCHEMAS}) and p.prokind in ('f', 'p', 'w')
      and not exists (
        select from pg_depend brought
        where brought.classid = 'pg_proc'::regclass and brought.objid = p.oid
          and brought.deptype = 'e')
    order by n.nspname collate "C", p.proname collate "C",
      pg_get_function_identity_arguments(p.oid) collate "C"`;
  return routines.map(({ head, traits, body, after }) => {
    const additions = (after ?? []).map((text) => `${text};\n`);
    return `create ${head}\n  ${traits}\n${body};\n${additions.join("")}`;
  });
}

export async function triggerLines(db: Database, relations: readonly number[]): Promise<Line[]> {
  return db.rows<Line>`
    select tgrelid as relation,
      pg_get_triggerdef(oid, true)
        || case tgenabled when 'O' then '' else ' /* enabled: ' || tgenabled::text || ' */' end
        as text
    from pg_trigger
    where tgrelid = any (${relations}::oid[]) and not tgisinternal
    order by tgrelid, tgname collate "C"`;
}

/** Kinds of objects that are hardly used. They are listed so that a change is noticed. */
export async function printOtherObjects(db: Database): Promise<string[]> {
  const objects = await db.rows<{ text: string }>`
    select ('extension ' || quote_ident(extname)) collate "C" as text
    from pg_extension where extname not in ('plpgsql', 'citus', 'citus_columnar')
    union all
    select concat_ws(' ', 'type', t.oid::regtype::text, 'kind', t.typtype::text,
      nullif(format_type(t.typbasetype, t.typtypmod), '-'),
      (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder)
        from pg_enum where enumtypid = t.oid),
      (select string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', '
          order by attnum)
        from pg_attribute where attrelid = t.typrelid and not attisdropped),
      (select string_agg(pg_get_constraintdef(k.oid, true), ' ' order by k.conname collate "C")
        from pg_constraint k where k.contypid = t.oid))
    from pg_type t
    join pg_namespace n on n.oid = t.typnamespace
    left join pg_class c on c.oid = t.typrelid
    where n.nspname = any (${OUR_SCHEMAS}) and t.typcategory <> 'A'
      and (t.typrelid = 0 or c.relkind = 'c')
    union all
    select 'statistics ' || pg_get_statisticsobjdef(s.oid)
    from pg_statistic_ext s
    join pg_namespace n on n.oid = s.stxnamespace
    where n.nspname = any (${OUR_SCHEMAS})
    union all
    select 'rule ' || pg_get_ruledef(r.oid, true)
    from pg_rewrite r
    join pg_class c on c.oid = r.ev_class
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${OUR_SCHEMAS}) and r.rulename <> '_RETURN'
    union all
    select 'aggregate ' || p.oid::regprocedure
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any (${OUR_SCHEMAS}) and p.prokind = 'a'
    order by text`;
  return objects.length === 0 ? [] : [objects.map(({ text }) => `-- ${text}\n`).join("")];
}
