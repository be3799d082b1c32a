/** The check that an import finds no rows. */
import type { Database } from "../database.ts";
import { FILLED_BY_MIGRATIONS, OUR_SCHEMAS } from "../our-schemas.ts";
import { sql } from "../sql.ts";
import { fullName, type OurTable, quotedName, requireFullVisibility } from "./catalog.ts";
import { TransferError } from "./format.ts";

/** Throws if a table has rows. Rows that migrations wrote are replaced. */
export async function requireEmptyTables(db: Database, tables: readonly OurTable[]): Promise<void> {
  await requireFullVisibility(db);
  const sized = await listSizedTables(db);
  const suspects = tables.filter(
    (table) => sized.has(fullName(table)) && !isFilledByMigrations(table),
  );
  const filled = await findFilledTable(db, suspects);
  if (filled === undefined) return;
  throw new TransferError(
    `The table ${filled} already has rows. Import into a new, empty database.`,
  );
}

export function isFilledByMigrations(table: OurTable): boolean {
  return FILLED_BY_MIGRATIONS.includes(fullName(table));
}

/** A table without a single byte has no rows. Looking at rows takes longer for most tables. */
async function listSizedTables(db: Database): Promise<ReadonlySet<string>> {
  const sized = await db.rows<{ schema: string; table: string }>`
    select distinct n.nspname as schema, whole.relname as table
    from pg_class c
    join pg_class whole on whole.oid = coalesce(pg_partition_root(c.oid), c.oid)
    join pg_namespace n on n.oid = whole.relnamespace
    where n.nspname = any (${OUR_SCHEMAS}) and c.relkind = 'r' and pg_relation_size(c.oid) > 0`;
  return new Set(sized.map(fullName));
}

/** Asks about all tables in one statement. */
async function findFilledTable(
  db: Database,
  tables: readonly OurTable[],
): Promise<string | undefined> {
  const parts = tables.map(
    (table) => sql`
      select ${fullName(table)}::text as name where exists (select from ${quotedName(table)})`,
  );
  if (parts.length === 0) return undefined;
  const [filled] = await db.rows<{ name: string }>`
    ${parts.reduce((left, right) => sql`${left} union all ${right}`)} limit 1`;
  return filled?.name;
}
