/**
 * Suspends what prevents loading whole tables: foreign keys (partners and locations refer to each
 * other), triggers, and forced row-level security, which COPY refuses. The owner does this within
 * the transaction, so no superuser is needed and other sessions do not notice.
 */
import type { Database } from "../database.ts";
import { OUR_SCHEMAS } from "../our-schemas.ts";
import { Sql } from "../sql.ts";

interface Suspension {
  readonly off: string;
  readonly on: string;
}

/** Returns a function that restores everything, which checks every foreign key. */
export async function suspendConstraints(db: Database): Promise<() => Promise<void>> {
  const restraints = await listSuspensions(db);
  for (const { off } of restraints) await db.rows`${new Sql([off], [])}`;
  return async () => {
    for (const { on } of restraints.toReversed()) await db.rows`${new Sql([on], [])}`;
  };
}

/**
 * Row-level security is suspended first and restored last: foreign key checks must see all rows.
 */
async function listSuspensions(db: Database): Promise<readonly Suspension[]> {
  return db.rows<Suspension>`
    with ours as (
      select c.oid, c.relforcerowsecurity,
        format('alter table %I.%I', n.nspname, c.relname) as alter
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any (${OUR_SCHEMAS}) and c.relkind in ('r', 'p') and not c.relispartition
    )
    select 1 as rank, alter || ' no force row level security' as off,
      alter || ' force row level security' as on
    from ours
    where relforcerowsecurity
    union all
    select 2, format('%s disable trigger %I', alter, t.tgname),
      format('%s enable %s trigger %I', alter,
        case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname)
    from ours
    join pg_trigger t on t.tgrelid = ours.oid and not t.tgisinternal and t.tgenabled <> 'D'
    union all
    select 3, format('%s drop constraint %I', alter, k.conname),
      format('%s add constraint %I %s', alter, k.conname, pg_get_constraintdef(k.oid))
    from ours
    join pg_constraint k on k.conrelid = ours.oid and k.contype = 'f' and k.conparentid = 0
    order by rank, off`;
}
