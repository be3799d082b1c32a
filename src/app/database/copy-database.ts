/** Copies all tables and rows to an empty server, for an upgrade of the embedded PostgreSQL. */
import { PassThrough } from "node:stream";
import { ensureMonths } from "../../core/payments/ids/partition-store.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { type Migration, migrate, readMigrations } from "../../db/migrate.ts";
import { printSchema } from "../../db/schema/schema-printer.ts";
import { findSchemaNumber } from "../../db/transfer/catalog.ts";
import { exportDatabase } from "../../db/transfer/export-database.ts";
import { TransferError, type TransferSummary } from "../../db/transfer/format.ts";
import { importDatabase } from "../../db/transfer/import-database.ts";
import { StartError } from "../../ports/start-error.ts";
import { VERSION } from "../version.ts";
import { explainSchemaErrors } from "./explain-schema-errors.ts";

/** The data goes from one process to the next, so compressing it would only cost time. */
const GZIP_LEVEL = 0;

export async function copyDatabase(
  from: DatabasePool,
  to: DatabasePool,
): Promise<{ rows: number }> {
  const schema = await findSchemaNumber(from);
  // A first start that was killed leaves a database without tables.
  if (schema === undefined) return { rows: 0 };
  try {
    const migrations = await readMigrations();
    await explainSchemaErrors(() => migrate(to, migrations, schema));
    await requireSameSchema(from, to);
    return { rows: await copyRows(from, to, migrations) };
  } catch (error) {
    throw error instanceof TransferError ? new StartError(error.message) : error;
  }
}

async function copyRows(
  from: DatabasePool,
  to: DatabasePool,
  migrations: readonly Migration[],
): Promise<number> {
  const stream = new PassThrough();
  const product = `sixdoors ${VERSION}`;
  const writing = exportDatabase(from, stream, { product, gzipLevel: GZIP_LEVEL });
  const reading = importDatabase(to, stream, {
    migrations,
    ensureMonths: (months) => ensureMonths(to, months),
  });
  // The side that fails first has the reason. The other one only loses its stream.
  writing.catch((error) => stream.destroy(error));
  reading.catch((error) => stream.destroy(error));
  const [written, read] = await Promise.all([writing, reading]);
  return requireSameCounts(written, read);
}

function requireSameCounts(written: TransferSummary, read: TransferSummary): number {
  const counts = new Map(read.tables.map(({ table, rows }) => [table, rows]));
  for (const { table, rows } of written.tables) {
    if (counts.get(table) !== rows) {
      throw new StartError(`The copy of ${table} is not complete. The old data was not changed.`);
    }
  }
  return written.tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** A permission of an operator's own role is carried over separately. */
const GRANT = /^grant /;

/** Tables, indexes or functions that an operator added would be lost without a word. */
async function requireSameSchema(from: DatabasePool, to: DatabasePool): Promise<void> {
  const known = new Set((await printSchema(to)).split("\n"));
  const lines = (await printSchema(from)).split("\n");
  const foreign = lines.find((line) => !known.has(line) && !GRANT.test(line));
  if (foreign === undefined) return;
  throw new StartError(
    `The database contains something that Sixdoors did not create and an upgrade would lose: "${foreign.trim()}". The old data was not changed. Remove it with the previous release, and start again.`,
  );
}
