/**
 * Imports a file of export-database.ts into an empty database, on any server and with the same or a
 * newer release. All rows are committed at once, after the whole file was checked.
 */
import type { Readable } from "node:stream";
import type { DatabasePool } from "../database-pool.ts";
import { type Migration, migrate } from "../migrate.ts";
import { isDistributed } from "../sharding/shard-map.ts";
import { findSchemaNumber, listTables } from "./catalog.ts";
import { requireEmptyTables } from "./empty-tables.ts";
import {
  damagedFileError,
  FORMAT,
  FORMAT_VERSION,
  type Header,
  type OnProgress,
  TransferError,
  type TransferSummary,
} from "./format.ts";
import { loadRows } from "./load-rows.ts";
import { RecordReader } from "./record-reader.ts";

export interface ImportNeeds {
  readonly migrations: readonly Migration[];
  /** Creates the partitions of these months (numbers as in a transaction id). */
  readonly ensureMonths: (months: readonly number[]) => Promise<void>;
  readonly onProgress?: OnProgress;
}

export async function importDatabase(
  owner: DatabasePool,
  input: Readable,
  needs: ImportNeeds,
): Promise<TransferSummary> {
  const reader = new RecordReader(input);
  try {
    const header = await readHeader(reader);
    requireKnownSchema(header, needs.migrations);
    await requireImportTarget(owner, header);
    await migrate(owner, needs.migrations, header.schema);
    await needs.ensureMonths(header.months);
    const tables = await loadRows(owner, reader, { onProgress: needs.onProgress });
    const later = await migrate(owner, needs.migrations);
    // A later migration may have created another table with monthly partitions.
    if (later.length > 0) await needs.ensureMonths(header.months);
    return { schema: header.schema, masterKey: header.masterKey, tables };
  } finally {
    await reader.close();
  }
}

export async function readHeader(reader: RecordReader): Promise<Header> {
  const header = await reader.expect("header");
  if (header.format !== FORMAT) throw damagedFileError();
  if (header.version !== FORMAT_VERSION) {
    throw new TransferError(
      `The file has format version ${header.version}, but this release reads version ${FORMAT_VERSION}. Use the release of Sixdoors that wrote the file, or a newer one.`,
    );
  }
  await reader.check();
  return header;
}

export function requireKnownSchema({ schema }: Header, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.number ?? 0;
  if (schema <= newest) return;
  throw new TransferError(
    `The file has schema ${schema}, but this release only knows schemas up to ${newest}. Use a newer release of Sixdoors.`,
  );
}

/** A cluster does not allow its sequences to be set back, or constraints to be suspended. */
export async function requireOneServer(owner: DatabasePool): Promise<void> {
  if (!(await isDistributed(owner))) return;
  throw new TransferError(
    "The tables of this database are distributed over a cluster. Import into a new database of the cluster, then run `sixdoors shard`.",
  );
}

/**
 * Checks the database before anything is changed: migrations only go forward, and it must be empty.
 */
async function requireImportTarget(owner: DatabasePool, { schema }: Header): Promise<void> {
  await requireOneServer(owner);
  const present = await findSchemaNumber(owner);
  if (present !== undefined && present > schema) {
    throw new TransferError(
      `The database has schema ${present}, which is newer than schema ${schema} of the file. Import into a new, empty database.`,
    );
  }
  await owner.atomically(async (db) => requireEmptyTables(db, await listTables(db)));
}
