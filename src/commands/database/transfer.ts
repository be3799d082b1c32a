/** `export` and `import`: moves the whole database to another server or version in one file. */
import { open } from "node:fs/promises";
import type { Writable } from "node:stream";
import { checkServer } from "../../app/database/database-logins.ts";
import { explainSchemaErrors } from "../../app/database/explain-schema-errors.ts";
import { joinInstallation } from "../../app/database/installation.ts";
import { VERSION } from "../../app/version.ts";
import type { Config } from "../../config.ts";
import { ensureMonths } from "../../core/payments/ids/partition-store.ts";
import { readMigrations } from "../../db/migrate.ts";
import { exportDatabase } from "../../db/transfer/export-database.ts";
import { TransferError, type TransferSummary } from "../../db/transfer/format.ts";
import { importDatabase } from "../../db/transfer/import-database.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { type OutputOptions, print, writeToStandardOutput } from "../output.ts";
import { fileError, writeWholeFile } from "./whole-file.ts";

/** The file name that means standard output or standard input. */
const STREAM = "-";

export async function exportCommand(config: Config, file: string, options: OutputOptions) {
  const installation = await joinInstallation(config);
  try {
    await checkServer(installation);
    const product = `sixdoors ${VERSION}`;
    const write = (out: Writable) => exportDatabase(installation.owner, out, { product });
    if (file === STREAM) await writeToStandardOutput(write);
    else printSummary("Exported", await writeWholeFile(file, write), options);
  } catch (error) {
    throw explainTransferError(error, file);
  } finally {
    await installation.close();
  }
}

export async function importCommand(config: Config, file: string, options: OutputOptions) {
  const installation = await joinInstallation(config);
  const { owner } = installation;
  try {
    await checkServer(installation);
    const input = file === STREAM ? commandProcess().stdin : (await open(file)).createReadStream();
    const migrations = await readMigrations();
    const summary = await explainSchemaErrors(() =>
      importDatabase(owner, input, {
        migrations,
        ensureMonths: (months) => ensureMonths(owner, months),
      }),
    );
    printSummary("Imported", summary, options);
  } catch (error) {
    throw explainTransferError(error, file);
  } finally {
    await installation.close();
  }
}

function printSummary(verb: string, summary: TransferSummary, options: OutputOptions): void {
  const rows = summary.tables.reduce((sum, table) => sum + table.rows, 0);
  const some = summary.tables.filter((table) => table.rows > 0);
  print(options, summary, [
    ...some.map(({ table, rows }) => `${String(rows).padStart(12)}  ${table}`),
    `${verb} ${rows} rows of ${some.length} tables (schema ${summary.schema}).`,
    ...keyLines(summary),
  ]);
}

/** An export cannot be used without its master key, so its id is printed. */
function keyLines({ masterKey }: TransferSummary): readonly string[] {
  return masterKey === undefined
    ? []
    : [`This export needs master key ${masterKey}. Keep the key as long as the export.`];
}

export function explainTransferError(error: unknown, file: string): unknown {
  return error instanceof TransferError ? new StartError(error.message) : fileError(error, file);
}
