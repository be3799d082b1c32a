/**
 * Reads what export-database.ts wrote into an empty database, on any server and with any newer
 * program. All rows land in one commit, after the last byte of the file was found sound.
 */
import type { Readable } from "node:stream";
import type { DatabasePool } from "../database-pool.ts";
import { type Migration, migrate } from "../migrate.ts";
import { findSchemaNumber } from "./catalog.ts";
import {
  damagedFileError,
  FORMAT,
  FORMAT_VERSION,
  type Header,
  type OnProgress,
  TransferError,
  type TransferSummary,
} from "./format.ts";
import { loadRows, requireEmptyTables } from "./load-rows.ts";
import { RecordReader } from "./record-reader.ts";

export interface ImportNeeds {
  readonly migrations: readonly Migration[];
  /** Makes the partitions of these months (numbers as in a transaction id) in the database. */
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
    const tables = await loadRows(owner, reader, needs.onProgress);
    const later = await migrate(owner, needs.migrations);
    // A later migration may have brought another table that is kept by month.
    if (later.length > 0) await needs.ensureMonths(header.months);
    return { schema: header.schema, masterKey: header.masterKey, tables };
  } finally {
    await reader.close();
  }
}

async function readHeader(reader: RecordReader): Promise<Header> {
  const header = await reader.expect("header");
  if (header.format !== FORMAT) throw damagedFileError();
  if (header.version !== FORMAT_VERSION) {
    throw new TransferError(
      `The file has format ${header.version} and this program reads ${FORMAT_VERSION}.`,
    );
  }
  await reader.check();
  return header;
}

function requireKnownSchema({ schema }: Header, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.number ?? 0;
  if (schema <= newest) return;
  throw new TransferError(
    `The file is of schema ${schema} and this program knows ${newest}: use a newer release.`,
  );
}

/** Before anything is changed: migrations only go forward, and rows are never mixed. */
async function requireImportTarget(owner: DatabasePool, { schema }: Header): Promise<void> {
  const present = await findSchemaNumber(owner);
  if (present !== undefined && present > schema) {
    throw new TransferError(
      `The database is at schema ${present} and the file at ${schema}: import into a new, empty one.`,
    );
  }
  await owner.atomically(requireEmptyTables);
}
