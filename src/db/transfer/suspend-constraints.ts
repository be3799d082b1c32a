/**
 * Suspends what prevents loading whole tables: foreign keys (partners and locations refer to each
 * other), triggers, and forced row-level security, which COPY refuses. The owner does this within
 * the transaction, so no superuser is needed and other sessions do not notice.
 */
import type { Database } from "../database.ts";
import { OUR_SCHEMAS } from "../our-schemas.ts";
import { Sql } from "../sql.ts";

/** The changes of one table, in one statement each way. */
interface Suspension {
  readonly off: string;
  /** Restores triggers and foreign keys, which checks every foreign key. */
  readonly on: string | null;
  /** Only after all of these: checks of foreign keys must see all rows. */
  readonly secure: string | null;
}

/** Returns a function that restores everything, which checks every foreign key. */
export async function suspendConstraints(db: Database): Promise<() => Promise<void>> {
  const suspensions = await listSuspensions(db);
  const change = async (texts: readonly (string | null)[]) => {
    const statements = texts.filter((text) => text !== null).join(";\n");
    await db.rows`${new Sql([statements], [])}`;
  };
  await change(suspensions.map(({ off }) => off));
  return async () => {
    await change(suspensions.toReversed().map(({ on }) => on));
    await change(suspensions.map(({ secure }) => secure));
  };
}

async function listSuspensions(db: Database): Promise<readonly Suspension[]> {
  return db.rows<Suspension>`
    with ours as (
      select c.oid, c.relforcerowsecurity,
        format('alter table %I.%I ', n.nspname, c.relname) as alter
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any (${OUR_SCHEMAS}) and c.relkind in ('r', 'p') and not c.relispartition
    ), actions as (
      select alter, 'no force row level security' as off, null as on,
        'force row level security' as secure
      from ours
      where relforcerowsecurity
      union all
      select alter, format('disable trigger %I', t.tgname), format('enable %s trigger %I',
        case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname), null
      from ours
      join pg_trigger t on t.tgrelid = ours.oid and not t.tgisinternal and t.tgenabled <> 'D'
      union all
      select alter, format('drop constraint %I', k.conname),
        format('add constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), null
      from ours
      join pg_constraint k on k.conrelid = ours.oid and k.contype = 'f' and k.conparentid = 0
    )
    select alter || string_agg(off, ', ' order by off) as off,
      alter || string_agg("on", ', ' order by off) as on,
      alter || string_agg(secure, ', ') as secure
    from actions
    group by alter
    order by alter`;
}
