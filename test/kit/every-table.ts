/**
 * Fills every table of a database with rows of unusual values, and compares databases by their
 * rows. It reads the catalog, so a new table is filled without a change here, unless it has a
 * constraint other than a list of texts.
 */

import type { Database } from "../../src/db/database.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { type Sql, sql, sqlIdentifier } from "../../src/db/sql.ts";
import { idRange, monthNumber } from "../../src/values/transaction-id.ts";

const ROWS = 4;

/** Each value must be restored unchanged. Tabs, backslashes and newlines are special in COPY. */
const TEXTS = [
  "",
  "\\N",
  "\\.",
  "a\ttab",
  "back\\slash\\\\",
  "a line\nand another\r\nand \\n",
  "Grüße, 東京, 🌍, e\u0301, \u{10ffff}",
  "quotes ' and \" and , ; -- $1",
  "\u0001\u001f\u007f",
  " at both ends ",
  "NULL",
] as const;

type Row = Record<string, unknown>;

/** Columns whose values are limited by an unusual constraint, a unique index or a partition. */
const CHOSEN: Record<string, (k: number) => Row> = {
  accounts: (k) => ({ currency: "USD", duplicate_minutes: k }),
  verification_settings: (k) => ({ sec_codes: ["WEB", ...TEXTS], frequency_days: 30 * k }),
  verification_leases: () => ({ answer: "refused", answered_at: "2026-02-21T23:59:59.000001Z" }),
  payment_forms: () => ({ methods: ["card", "ach"], return_secret: "\\x00ff" }),
  bank_connections: () => ({ odfi: "12345678" }),
  card_hosts: (k) => ({ name: `host-${k}` }),
  form_brands: (k) => ({
    color: `#00ff0${k}`,
    button_text: "Pay\\now",
    logo_type: "image/png",
    logo: "\\x00ff",
    logo_hash: "a",
    logo_width: k,
    logo_height: k,
  }),
  webhook_endpoints: () => ({ number: 1 }),
  further_webhook_endpoints: (k) => ({ number: k + 1 }),
  ach_reversals: (k) => ({ requested_by: `one ${k}`, decided_by: `other ${k}` }),
  approvals: (k) => ({ requested_by: `one ${k}`, decided_by: `other ${k}` }),
  bank_states: () => ({ failing_since: null, error: null }),
  master_keys: (k) => ({ is_current: k === 1 }),
  data_keys: () => ({ purpose: "seal" }),
  base_keys: (k) => ({ ksi: `A${k}` }),
  ach_entries: (k) => ({ presentment: k % 3 }),
  ach_retries: (k) => ({ retry_number: k % 3 }),
  ach_files: () => ({ state: "handed_over", draft_name: "a" }),
  month_counters: (k) => ({ month: 300 + k }),
  purges: () => ({
    held_at: "2026-02-21T23:59:59.000001Z",
    held_up_to: "2026-02-21T03:00:00Z",
    held_counts: "{}",
    held_why: "much",
  }),
  attempts: (k) => ({ transaction_id: unusedId(k) }),
  transactions: (k) => ({ id: unusedId(k), last4: "1111" }),
  pos_sales: (k) => ({
    subtotal_cents: 2 * k,
    discount_cents: k,
    total_cents: 3 * k,
    refunded_cents: k,
  }),
  pos_items: (k) => ({ canonical_id: k }),
  locations: () => ({ country_code: "US" }),
  device_types: (k) => ({ id: 100 + k }),
  device_states: (k) => ({ id: 100 + k }),
};

/** In two different months, with space for the rows of tests. */
function unusedId(k: number): string {
  const month = monthNumber(Temporal.Now.instant()) - (k % 2);
  return String(Number(idRange(month).first) + 500_000_000 + k);
}

export async function fillEveryTable(owner: DatabasePool): Promise<void> {
  const tables = await readColumns(owner);
  await owner.atomically(async (db) => {
    // Partners, locations and contacts refer to each other, so none of them can be first.
    await db.rows`set local session_replication_role = replica`;
    for (const [table, columns] of tables) await fill(db, table, columns);
  });
}

async function fill(db: Database, table: string, columns: readonly Column[]): Promise<void> {
  const [schema = "", plain = ""] = table.split(".");
  const isSingle = columns.some(({ column }) => column === "only_row");
  const count = isSingle ? 1 : ROWS;
  const rows = Array.from({ length: count }, (_, index) => {
    const k = index + 1;
    const made = columns.map((column, place) => [column.column, madeValue(column, k, k + place)]);
    return { ...Object.fromEntries(made), only_row: true, ...CHOSEN[plain]?.(k) };
  });
  const into = sql`${sqlIdentifier(schema)}.${sqlIdentifier(plain)}`;
  if (isSingle) await db.rows`delete from ${into}`;
  const list = columns.map(({ column }) => sqlIdentifier(column)).reduce((a, b) => sql`${a}, ${b}`);
  await db.rows`
    insert into ${into} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${into}, ${JSON.stringify(rows)}::json)`;
}

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** Returns the texts that a check allows. */
  readonly allowed: readonly string[] | null;
}

/** The permanent tables that are exported. Partitions are read through their parent table. */
const OUR_TABLES = sql`
  select c.oid, n.nspname as schema, c.relname as plain, n.nspname || '.' || c.relname as table
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'simulator') and c.relname <> 'migrations'
    and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'`;

/** Reads the catalog directly, because the views of the standard take ten times as long. */
async function readColumns(db: Database): Promise<ReadonlyMap<string, readonly Column[]>> {
  const columns = await db.rows<Column>`
    select t.table, a.attname as column,
      case when y.typcategory = 'A' then y.typname else format_type(y.oid, null) end as type,
      not a.attnotnull as "isNullable", ${ALLOWED} as allowed
    from (${OUR_TABLES}) t
    join pg_attribute a on a.attrelid = t.oid
    join pg_type y on y.oid = a.atttypid
    where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by t.table, a.attnum`;
  return Map.groupBy(columns, ({ table }) => table);
}

/** Matches a check such as `kind in ('card', 'bank')`, as the catalog writes it. */
const ALLOWED = sql`(
  select array(
    select word[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') word)
  from pg_constraint k
  where k.conrelid = t.oid and k.conkey = array[a.attnum] and k.contype = 'c'
    and y.typname = 'text' and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%')`;

/** All numbers are k, so that every foreign key finds its row. */
const VALUES: Record<string, (k: number, turn: number) => unknown> = {
  bigint: (k) => k,
  integer: (k) => k,
  smallint: (k) => k,
  boolean: (k) => k % 2 === 0,
  text: (_, turn) => TEXTS[turn % TEXTS.length],
  uuid: (k, turn) => `00000000-0000-4000-8000-${String(k * 1_000 + turn).padStart(12, "0")}`,
  bytea: (k) => `\\x00ff5c0a090d27${k.toString(16).padStart(2, "0")}`,
  json: (k, turn) => ({ z: k, a: TEXTS[turn % TEXTS.length], "\n\\": [] }),
  jsonb: (k, turn) => ({ k, text: TEXTS[turn % TEXTS.length], list: [null, 1.5, {}, "\t\\"] }),
  "timestamp with time zone": (k, turn) =>
    turn % 5 === 0 ? "infinity" : `2026-02-2${k}T23:59:59.00000${turn % 10}+05:30`,
  date: (k) => `2026-02-2${k}`,
  "timestamp without time zone": (k) => `2026-02-2${k}T23:59:59.000001`,
  interval: (k) => `${k} months 3 days 04:05:06.000007`,
  numeric: (k) => `${k}.000000000000000000012300`,
  real: (k) => k / 3,
  "double precision": (k) => k / 3,
  inet: (k) => `10.0.0.${k}/8`,
  _text: () => [...TEXTS, "{}", "a,b", null],
  _timestamptz: (k) => [`2026-02-2${k}T01:02:03.000004Z`, null, "infinity"],
  _int4: (k) => [k, -k],
  _int8: (k) => [k, -k],
  _uuid: (k) => [`00000000-0000-4000-8000-${String(k).padStart(12, "0")}`, null],
  _cidr: (k) => (k === 1 ? [] : ["10.0.0.0/8", "2001:db8::/32", "192.0.2.7/32"]),
};

function madeValue(about: Column, k: number, turn: number): unknown {
  const { table, column, type, isNullable, allowed } = about;
  if (isNullable && turn % 3 === 0) return null;
  if (allowed !== null) return allowed[turn % allowed.length];
  const make = VALUES[type];
  if (make === undefined) throw new Error(`No value for ${table}.${column} of type ${type}.`);
  return make(k, turn);
}

export interface TableDigest {
  readonly table: string;
  readonly rows: number;
  /** A sum over the rows, so that their order does not matter. */
  readonly digest: string | null;
}

/** Reads all rows without COPY, with every column, in one statement. */
export async function digestTables(owner: DatabasePool): Promise<readonly TableDigest[]> {
  const tables = await owner.rows<OurTable>`${OUR_TABLES} order by 4`;
  return owner.atomically(async (db) => {
    // Starting parallel workers would take longer than reading these few rows.
    await db.rows`set local max_parallel_workers_per_gather = 0`;
    const digests = tables.map(selectDigest);
    return db.rows<TableDigest>`${digests.reduce((left, right) => sql`${left} union all ${right}`)}`;
  });
}

interface OurTable {
  readonly schema: string;
  readonly plain: string;
  readonly table: string;
}

/** Uses the binary format, because writing long rows as text takes twice as long. */
function selectDigest({ schema, plain, table }: OurTable): Sql {
  return sql`
    select ${table}::text as table, count(*)::integer as rows,
      sum(('x' || left(md5(record_send(r)), 15))::bit(60)::bigint)::text as digest
    from ${sqlIdentifier(schema)}.${sqlIdentifier(plain)} r`;
}
