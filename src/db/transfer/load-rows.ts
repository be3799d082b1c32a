/** The transaction of an import: suspends constraints, loads all rows, restores constraints. */
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { Database } from "../database.ts";
import type { DatabasePool } from "../database-pool.ts";
import { type Sql, sql, sqlIdentifier } from "../sql.ts";
import { fullName, listTables, type OurTable, quotedName } from "./catalog.ts";
import { isFilledByMigrations, requireEmptyTables } from "./empty-tables.ts";
import {
  countRows,
  damagedFileError,
  type OnProgress,
  type TableCount,
  type TableStart,
  TransferError,
  type TransferRecord,
} from "./format.ts";
import type { RecordReader } from "./record-reader.ts";
import { restoreSequences } from "./sequences.ts";
import { commaList, withTransferTransaction } from "./session.ts";
import { suspendConstraints } from "./suspend-constraints.ts";

const LOCK_NOT_AVAILABLE = "55P03";

export interface LoadOptions {
  readonly onProgress?: OnProgress | undefined;
  /** Removes the rows that are there, in the same transaction. Otherwise there must be none. */
  readonly replacesRows?: boolean;
}

export async function loadRows(
  owner: DatabasePool,
  reader: RecordReader,
  { onProgress, replacesRows = false }: LoadOptions = {},
): Promise<readonly TableCount[]> {
  return withTransferTransaction(owner, "begin", async (client) => {
    const db = new Database(client);
    const tables = await lockTables(db);
    if (replacesRows) await requireNoOtherSessions(db);
    else await requireEmptyTables(db, tables);
    const restoreConstraints = await suspendConstraints(db);
    await removeRows(db, replacesRows ? tables : tables.filter(isFilledByMigrations));
    const counts = await loadTables({ client, reader, tables, onProgress });
    await restoreConstraints().catch(explainRefusedRows("a foreign key"));
    await analyzeTables(db, tables, counts);
    return counts;
  });
}

/** Locks all tables until the commit. */
async function lockTables(db: Database): Promise<readonly OurTable[]> {
  const tables = await listTables(db);
  await db.rows`set local lock_timeout = '2s'`;
  await db.rows`lock table ${commaList(tables.map(quotedName))} in access exclusive mode`.catch(
    explainLockTimeout,
  );
  return tables;
}

async function removeRows(db: Database, tables: readonly OurTable[]): Promise<void> {
  await db.rows`truncate ${commaList(tables.map(quotedName))}`;
}

/** Tables without rows need no statistics. */
async function analyzeTables(
  db: Database,
  tables: readonly OurTable[],
  counts: readonly TableCount[],
): Promise<void> {
  const filled = new Set(counts.filter(({ rows }) => rows > 0).map(({ table }) => table));
  const names = tables.filter((table) => filled.has(fullName(table))).map(quotedName);
  if (names.length > 0) await db.rows`analyze ${commaList(names)}`;
}

async function requireNoOtherSessions(db: Database): Promise<void> {
  if ((await countOtherSessions(db)) === 0) return;
  throw new TransferError("Another process is connected to the database. Stop the gateway first.");
}

function explainLockTimeout(error: { readonly code?: string }): never {
  if (error.code !== LOCK_NOT_AVAILABLE) throw error;
  throw new TransferError(
    "Another process is using the database. Stop all Sixdoors processes before the import.",
  );
}

interface Load {
  readonly client: pg.PoolClient;
  readonly reader: RecordReader;
  readonly tables: readonly OurTable[];
  readonly onProgress: OnProgress | undefined;
}

async function loadTables(load: Load): Promise<readonly TableCount[]> {
  const { client, reader, tables } = load;
  const awaited = new Map(tables.map((table) => [fullName(table), table]));
  const counts: TableCount[] = [];
  for (;;) {
    const record = await reader.next();
    if (record.kind === "end") {
      await reader.check();
      await reader.finish();
      requireAllTables(awaited);
      await restoreSequences(new Database(client), record.sequences);
      return counts;
    }
    if (record.kind !== "table") throw damagedFileError();
    counts.push(await loadTable(load, takeAwaited(awaited, record)));
  }
}

function requireAllTables(awaited: ReadonlyMap<string, OurTable>): void {
  const [missing] = awaited.keys();
  if (missing === undefined) return;
  throw new TransferError(
    `The file has no table ${missing}, which its schema requires. Export the database again.`,
  );
}

/** Uses a name from the file in a statement only if the database has it too. */
function takeAwaited(awaited: Map<string, OurTable>, start: TableStart): OurTable {
  const table = awaited.get(fullName(start));
  const isKnown = table !== undefined && sameNames(table.columns, start.columns);
  if (!isKnown) {
    throw new TransferError(
      `The file has a table ${fullName(start)} that does not fit this database. Import it with the release that wrote it.`,
    );
  }
  awaited.delete(fullName(start));
  return { ...table, columns: start.columns };
}

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join() === other.toSorted().join();
}

async function loadTable(load: Load, table: OurTable): Promise<TableCount> {
  const { reader } = load;
  const first = await reader.next();
  const isEmpty = first.kind === "rows" && first.rows === 0;
  const rows = isEmpty ? 0 : await copyRows(load, table, first);
  await reader.check();
  return { table: fullName(table), rows };
}

async function copyRows(load: Load, table: OurTable, first: TransferRecord): Promise<number> {
  const { client, reader, onProgress } = load;
  const tally = { table: fullName(table), rows: 0, announced: 0 };
  const target = client.query(copyFrom(copyInto(table).toQuery().text));
  await pipeline(rowData({ reader, first, tally, onProgress }), target).catch(
    explainRefusedRows(tally.table),
  );
  const isComplete = tally.rows === tally.announced && target.rowCount === tally.announced;
  if (!isComplete) throw damagedFileError();
  return tally.rows;
}

function copyInto(table: OurTable): Sql {
  const columns = commaList(table.columns.map(sqlIdentifier));
  return sql`copy ${quotedName(table)} (${columns}) from stdin (format text)`;
}

interface Passing {
  readonly reader: RecordReader;
  /** The first record after the name of the table. */
  readonly first: TransferRecord;
  readonly tally: { readonly table: string; rows: number; announced: number };
  readonly onProgress: OnProgress | undefined;
}

async function* rowData({ reader, first, tally, onProgress }: Passing): AsyncGenerator<Buffer> {
  for (let record = first; ; record = await reader.next()) {
    if (record.kind === "rows") {
      tally.announced = record.rows;
      return;
    }
    if (record.kind !== "data") throw damagedFileError();
    for await (const piece of reader.bytes(record.bytes)) {
      tally.rows += countRows(piece);
      yield piece;
    }
    onProgress?.({ table: tally.table, rows: tally.rows });
  }
}

/** Passes on only the code and the constraint, because the server's message may quote the row. */
function explainRefusedRows(what: string): (error: unknown) => never {
  return (error) => {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === undefined || !/^2[23]/.test(code)) throw error;
    const reason = constraint === undefined ? code : `${code}, ${constraint}`;
    throw new TransferError(
      `The database refused rows of the file because of ${what} (${reason}).`,
    );
  };
}

/** Sessions of this process have the same name and come from the same address. */
async function countOtherSessions(db: Database): Promise<number> {
  const [row] = await db.rows<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and coalesce(backend_type, 'client backend') = 'client backend'
      and not (coalesce(application_name, '') = current_setting('application_name')
        and client_addr is not distinct from inet_client_addr())`;
  return row?.count ?? 0;
}
