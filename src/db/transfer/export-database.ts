/**
 * Writes all rows of all tables into one stream, from one snapshot. The file contains sealed
 * secrets and password hashes, so protect it like the database.
 */
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { Database } from "../database.ts";
import type { DatabasePool } from "../database-pool.ts";
import { type Sql, sql, sqlIdentifier } from "../sql.ts";
import {
  findMasterKeyId,
  findSchemaNumber,
  fullName,
  listPartitionMonths,
  listTables,
  type OurTable,
  quotedName,
  readSequenceStates,
  requireFullVisibility,
} from "./catalog.ts";
import {
  countRows,
  FORMAT,
  FORMAT_VERSION,
  type Header,
  type OnProgress,
  type TableCount,
  TransferError,
  type TransferSummary,
} from "./format.ts";
import { RecordWriter } from "./record-writer.ts";
import { commaList, withTransferTransaction } from "./session.ts";

export interface ExportOptions {
  /** The program and its version, for the header of the file. */
  readonly product: string;
  /** From 0 (not compressed) to 9. */
  readonly gzipLevel?: number;
  readonly onProgress?: OnProgress;
}

/** A fast level, because the file is written once and read once. */
const GZIP_LEVEL = 3;
const BLOCK_BYTES = 65_536;
const ONE_MOMENT = "begin isolation level repeatable read, read only";

export async function exportDatabase(
  owner: DatabasePool,
  out: Writable,
  options: ExportOptions,
): Promise<TransferSummary> {
  return withTransferTransaction(owner, ONE_MOMENT, async (client) => {
    const source = await openSource(new Database(client), options);
    const counts: TableCount[] = [];
    const records = writeRecords({ client, source, counts, ...options });
    const blocks = Readable.from(joinPieces(records), { objectMode: false });
    await pipeline(blocks, createGzip({ level: options.gzipLevel ?? GZIP_LEVEL }), out);
    const { schema, masterKey } = source.header;
    return { schema, masterKey, tables: counts };
  });
}

interface Source {
  readonly header: Header;
  readonly tables: readonly OurTable[];
}

async function openSource(db: Database, { product }: ExportOptions): Promise<Source> {
  const schema = await findSchemaNumber(db);
  if (schema === undefined) {
    throw new TransferError(
      "This database has no Sixdoors tables, so there is nothing to export. Check DATABASE_URL.",
    );
  }
  await requireFullVisibility(db);
  const tables = await listTables(db);
  // Without the lock, a table could be dropped or truncated meanwhile, despite the snapshot.
  await db.rows`lock table ${commaList(tables.map(quotedName))} in access share mode`;
  const [server] = await db.rows<{ server: string }>`
    select current_setting('server_version') as server`;
  const masterKey = await findMasterKeyId(db);
  const header: Header = {
    kind: "header",
    format: FORMAT,
    version: FORMAT_VERSION,
    product,
    server: server?.server ?? "",
    schema,
    months: await listPartitionMonths(db),
    ...(masterKey === undefined ? {} : { masterKey }),
  };
  return { header, tables };
}

interface Work extends ExportOptions {
  readonly client: pg.PoolClient;
  readonly source: Source;
  /** Gets an entry for each finished table. */
  readonly counts: TableCount[];
}

async function* writeRecords(work: Work): AsyncGenerator<Buffer> {
  const writer = new RecordWriter();
  yield writer.line(work.source.header);
  yield writer.check();
  for (const table of work.source.tables) yield* writeTable(work, writer, table);
  // Sequences are not part of the snapshot. Read last, they are past every row written above.
  const sequences = await readSequenceStates(new Database(work.client));
  yield writer.line({ kind: "end", sequences });
  yield writer.check();
}

/** Most pieces are short lines, and each write to the compressor costs time. */
async function* joinPieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < BLOCK_BYTES) continue;
    yield Buffer.concat(held, bytes);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held, bytes);
}

async function* writeTable(
  { client, counts, onProgress }: Work,
  writer: RecordWriter,
  table: OurTable,
): AsyncGenerator<Buffer> {
  const { schema, columns } = table;
  yield writer.line({ kind: "table", schema, table: table.table, columns });
  let rows = 0;
  const copied: AsyncIterable<Buffer> = client.query(copyTo(selectAll(table).toQuery().text));
  for await (const data of copied) {
    rows += countRows(data);
    yield* writer.data(data);
    onProgress?.({ table: fullName(table), rows });
  }
  counts.push({ table: fullName(table), rows });
  yield writer.line({ kind: "rows", rows });
  yield writer.check();
}

/** Uses a query, because COPY cannot read a partitioned table by name. */
function selectAll(table: OurTable): Sql {
  const columns = commaList(table.columns.map(sqlIdentifier));
  return sql`copy (select ${columns} from ${quotedName(table)}) to stdout (format text)`;
}
