/** Comments on tables, their columns, constraints, indexes, triggers and policies. */
import type { Database } from "../database.ts";
import type { Line } from "./columns.ts";

/**
 * Uses pg_identify_object, because the text of pg_describe_object depends on the server's language.
 */
export async function commentLines(db: Database, relations: readonly number[]): Promise<Line[]> {
  return db.rows<Line>`
    select o.relation, format('comment on %s %s is %L', i.type, i.identity, d.description) as text
    from (
      select 'pg_class'::regclass as catalog, oid, oid as relation from pg_class
      union all select 'pg_class'::regclass, indexrelid, indrelid from pg_index
      union all select 'pg_constraint'::regclass, oid, conrelid from pg_constraint
      union all select 'pg_trigger'::regclass, oid, tgrelid from pg_trigger
      union all select 'pg_policy'::regclass, oid, polrelid from pg_policy
    ) o
    join pg_description d on d.classoid = o.catalog and d.objoid = o.oid
    cross join pg_identify_object(d.classoid, d.objoid, d.objsubid) i
    where o.relation = any (${relations}::oid[])
    order by o.relation, i.identity collate "C", i.type collate "C"`;
}
