/** Prints tables, views and sequences, with their constraints and indexes. */
import type { Database } from "../database.ts";
import { OUR_SCHEMAS } from "../our-schemas.ts";
import { sql } from "../sql.ts";
import { type Line, SEQUENCE_OPTIONS } from "./columns.ts";

export interface Relation {
  readonly oid: number;
  readonly name: string;
  readonly noun: string;
  readonly options: string | null;
  /** What follows the columns: the partitioning of a table, the options of a sequence. */
  readonly suffix: string | null;
  readonly isSecured: boolean;
  readonly isForced: boolean;
  /** The query of a view. */
  readonly definition: string | null;
}

/** Leaves out relations of extensions, and sequences of identity columns. */
export const NOT_OWNED_BY_OTHERS = sql`not exists (
  select from pg_depend brought
  where brought.classid = 'pg_class'::regclass and brought.objid = c.oid
    and brought.objsubid = 0 and brought.deptype in ('e', 'i'))`;

export async function listRelations(db: Database): Promise<readonly Relation[]> {
  const relations = await db.rows<Relation & { sources: readonly string[] | null }>`
    select c.oid, c.oid::regclass::text as name,
      case when c.relpersistence = 'u' then 'unlogged ' else '' end ||
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view'
        when 'S' then 'sequence' when 'f' then 'foreign table' else 'table' end as noun,
      (select string_agg(option, ', ' order by option collate "C")
        from unnest(c.reloptions) option) as options,
      case c.relkind when 'p' then ' partition by ' || pg_get_partkeydef(c.oid)
        when 'S' then ' as ' || format_type(s.seqtypid, null)
          || coalesce(' ' || nullif(${SEQUENCE_OPTIONS}, ''), '') end as suffix,
      c.relrowsecurity as "isSecured", c.relforcerowsecurity as "isForced",
      case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid, true) end as definition,
      ${VIEW_SOURCES} as sources
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_sequence s on s.seqrelid = c.oid
    where n.nspname = any (${OUR_SCHEMAS}) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not c.relispartition and ${NOT_OWNED_BY_OTHERS}
    order by n.nspname collate "C", c.relname collate "C"`;
  return relations.map(({ sources, ...relation }) => ({
    ...relation,
    definition: relation.definition && unqualified(relation.definition, sources ?? []),
  }));
}

const VIEW_SOURCES = sql`(
  select array_agg(distinct quote_ident(source.relname))
  from pg_rewrite r
  join pg_depend used on used.classid = 'pg_rewrite'::regclass and used.objid = r.oid
    and used.refclassid = 'pg_class'::regclass and used.refobjid <> c.oid
  join pg_class source on source.oid = used.refobjid
  where r.ev_class = c.oid)`;

/** PostgreSQL 15 writes the table before each column even if a view reads only one table. */
function unqualified(definition: string, sources: readonly string[]): string {
  const text = definition.trim().replace(/;$/, "");
  if (sources.length > 1) return text;
  const origins = text.matchAll(/(?:FROM|JOIN) (?:\w+\.)?([a-z_]\w*)(?: ([a-z_]\w*))?/g);
  const names = [...origins].flatMap(([, origin = "", alias]) => alias ?? origin);
  if (names.length === 0) return text;
  return text.replaceAll(new RegExp(`(?<![\\w"'.])(?:${names.join("|")})\\.(?=[\\w"])`, "g"), "");
}

/** Since PostgreSQL 18, NOT NULL is also a constraint (n), but its column already shows it. */
export async function constraintLines(db: Database, relations: readonly number[]): Promise<Line[]> {
  return db.rows<Line>`
    select conrelid as relation,
      'constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid, true) as text
    from pg_constraint
    where conrelid = any (${relations}::oid[]) and contype not in ('n', 't')
    order by conrelid, conname collate "C"`;
}

export async function indexLines(db: Database, relations: readonly number[]): Promise<Line[]> {
  return db.rows<Line>`
    select i.indrelid as relation, pg_get_indexdef(i.indexrelid, 0, true) as text
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any (${relations}::oid[])
      and not exists (
        select from pg_constraint k
        where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by i.indrelid, c.relname collate "C"`;
}
