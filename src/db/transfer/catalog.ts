/** Reads from the catalogs what export and import need: tables, months, sequences, visibility. */
import { monthOfId } from "../../values/transaction-id.ts";
import type { Database } from "../database.ts";
import { LEDGER_TABLE, OUR_SCHEMAS } from "../our-schemas.ts";
import { type Sql, sql, sqlIdentifier } from "../sql.ts";
import { type SequenceState, TransferError } from "./format.ts";

export interface OurTable {
  readonly schema: string;
  readonly table: string;
  /** Without generated columns, which the server computes again. */
  readonly columns: readonly string[];
}

export function fullName({ schema, table }: Pick<OurTable, "schema" | "table">): string {
  return `${schema}.${table}`;
}

export function quotedName({ schema, table }: Pick<OurTable, "schema" | "table">): Sql {
  return sql`${sqlIdentifier(schema)}.${sqlIdentifier(table)}`;
}

/**
 * Partitions are exported with the table that they belong to. Unlogged tables are left out, because
 * their content may be lost in a crash anyway.
 */
export async function listTables(db: Database): Promise<readonly OurTable[]> {
  const tables = await db.rows<OurTable>`
    select n.nspname as schema, c.relname as table, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${OUR_SCHEMAS}) and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p' and not exists (
        select from pg_depend brought
        where brought.classid = 'pg_class'::regclass and brought.objid = c.oid
          and brought.objsubid = 0 and brought.deptype = 'e')
    order by n.nspname collate "C", c.relname collate "C"`;
  return tables.filter((table) => fullName(table) !== LEDGER_TABLE);
}

/** Returns the number of the newest applied migration, or undefined if there is none. */
export async function findSchemaNumber(db: Database): Promise<number | undefined> {
  const [ledger] = await db.rows<{ isThere: boolean }>`
    select to_regclass(${LEDGER_TABLE}) is not null as "isThere"`;
  if (ledger?.isThere !== true) return undefined;
  const [newest] = await db.rows<{ number: number | null }>`
    select max(number) as number from public.migrations`;
  return newest?.number ?? undefined;
}

/** Returns the id of the master key that the sealed values need. */
export async function findMasterKeyId(db: Database): Promise<string | undefined> {
  const [table] = await db.rows<{ isThere: boolean }>`
    select to_regclass('public.master_keys') is not null as "isThere"`;
  if (table?.isThere !== true) return undefined;
  const [key] = await db.rows<{ id: string }>`
    select encode(substring(proof from 1 for 6), 'hex') as id
    from public.master_keys where is_current and octet_length(proof) >= 6`;
  return key?.id;
}

/** Returns the months for which any table has a partition. */
export async function listPartitionMonths(db: Database): Promise<readonly number[]> {
  const bounds = await db.rows<{ first: string }>`
    select distinct substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \\(''?(\\d+)') as first
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${OUR_SCHEMAS}) and c.relispartition and c.relkind = 'r'`;
  return bounds.map(({ first }) => monthOfId(first)).sort((one, other) => one - other);
}

export async function readSequenceStates(db: Database): Promise<readonly SequenceState[]> {
  return db.rows<SequenceState>`
    select schemaname as schema, sequencename as sequence, last_value::text as "lastValue"
    from pg_sequences
    where schemaname = any (${OUR_SCHEMAS})
    order by schemaname collate "C", sequencename collate "C"`;
}

/** Throws if row-level security hides rows from this login, because it does so without an error. */
export async function requireFullVisibility(db: Database): Promise<void> {
  const [hidden] = await db.rows<{ table: string }>`
    select c.oid::regclass::text as table
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${OUR_SCHEMAS}) and c.relrowsecurity and row_security_active(c.oid)
      and (
        exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive)
        or not exists (
          select from pg_policy p, unnest(p.polroles) role
          where p.polrelid = c.oid and p.polcmd = '*'
            and pg_get_expr(p.polqual, p.polrelid) = 'true'
            and (role = 0 or pg_has_role(role, 'usage'))))
    order by 1`;
  if (hidden === undefined) return;
  throw new TransferError(
    `This login cannot see every row of ${hidden.table}. Set DATABASE_OWNER_URL to the owner of the tables.`,
  );
}
