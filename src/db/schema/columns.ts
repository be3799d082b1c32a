/** The columns of tables and views, one line of text each. */
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** A line of the printed schema and the relation that it belongs to. */
export interface Line {
  readonly relation: number;
  readonly text: string;
}

export function groupByRelation(lines: readonly Line[]): ReadonlyMap<number, readonly string[]> {
  const groups = Map.groupBy(lines, ({ relation }) => relation);
  return new Map([...groups].map(([oid, group]) => [oid, group.map(({ text }) => text)]));
}

/** The options of the sequence s that differ from the defaults. */
export const SEQUENCE_OPTIONS = sql`concat_ws(' ',
  'start with ' || nullif(s.seqstart, 1),
  'increment by ' || nullif(s.seqincrement, 1),
  'minvalue ' || nullif(s.seqmin, 1),
  'maxvalue ' || case when s.seqmax not in (32767, 2147483647, 9223372036854775807)
    then s.seqmax end,
  'cache ' || nullif(s.seqcache, 1),
  case when s.seqcycle then 'cycle' end)`;

export async function columnLines(db: Database, relations: readonly number[]): Promise<Line[]> {
  return db.rows<Line>`
    select a.attrelid as relation,
      concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        'collate ' || quote_ident(foreign_collation.collname),
        'storage ' || case when a.attstorage <> t.typstorage then a.attstorage::text end,
        'compression ' || nullif(a.attcompression::text, ''),
        case when a.attnotnull then 'not null' end,
        ${COLUMN_VALUE}) as text
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    left join pg_collation foreign_collation
      on foreign_collation.oid = a.attcollation and a.attcollation <> t.typcollation
    left join pg_attrdef e on e.adrelid = a.attrelid and e.adnum = a.attnum
    left join pg_depend d on d.classid = 'pg_class'::regclass
      and d.refclassid = 'pg_class'::regclass and d.refobjid = a.attrelid
      and d.refobjsubid = a.attnum and d.deptype = 'i' and a.attidentity <> ''
    left join pg_sequence s on s.seqrelid = d.objid
    where a.attrelid = any (${relations}::oid[]) and a.attnum > 0 and not a.attisdropped
      and not exists (select from pg_class c where c.oid = a.attrelid and c.relkind = 'S')
    order by a.attrelid, a.attnum`;
}

/** The default, identity or generation expression of a column. */
const COLUMN_VALUE = sql`case
  when a.attidentity <> '' then
    'generated ' || case a.attidentity when 'a' then 'always' else 'by default' end
    || ' as identity' || coalesce(' (' || nullif(${SEQUENCE_OPTIONS}, '') || ')', '')
  when a.attgenerated <> '' then
    'generated always as (' || pg_get_expr(e.adbin, e.adrelid, true) || ') '
    || case a.attgenerated when 's' then 'stored' else 'virtual' end
  else 'default ' || pg_get_expr(e.adbin, e.adrelid, true)
end`;
