/** `export` and `import`: everything, from one server or version to another, in one file. */
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { joinInstallation } from "../app/installation.ts";
import { inOneSentence } from "../app/prepare.ts";
import { VERSION } from "../app/version.ts";
import type { Config } from "../config.ts";
import { ensureMonths } from "../core/payments/ids/partition-store.ts";
import { readMigrations } from "../db/migrate.ts";
import { exportDatabase } from "../db/transfer/export-database.ts";
import { TransferFault, type TransferSummary } from "../db/transfer/format.ts";
import { importDatabase } from "../db/transfer/import-database.ts";
import { StartFault } from "../ports/start-fault.ts";
import { type OutputOptions, print } from "./output.ts";

/** Stands for standard output or standard input. */
const STREAM = "-";

export async function exportCommand(config: Config, file: string, options: OutputOptions) {
  const installation = await joinInstallation(config);
  try {
    const product = `sixdoors ${VERSION}`;
    const write = (out: Writable) => exportDatabase(installation.owner, out, { product });
    if (file === STREAM) await write(process.stdout);
    else tell("Exported", await toFile(file, write), options);
  } finally {
    await installation.close();
  }
}

export async function importCommand(config: Config, file: string, options: OutputOptions) {
  const installation = await joinInstallation(config);
  const { owner } = installation;
  try {
    const input = file === STREAM ? process.stdin : (await open(file)).createReadStream();
    const migrations = await readMigrations();
    const summary = await inOneSentence(() =>
      importDatabase(owner, input, {
        migrations,
        ensureMonths: (months) => ensureMonths(owner, months),
      }),
    );
    tell("Imported", summary, options);
  } catch (error) {
    throw asSentence(error, file);
  } finally {
    await installation.close();
  }
}

/** Under another name until it is whole and on the disk: a file with the right name is complete. */
async function toFile(
  file: string,
  write: (out: Writable) => Promise<TransferSummary>,
): Promise<TransferSummary> {
  const draft = `${file}.part`;
  try {
    const summary = await write(createWriteStream(draft, { mode: 0o600 }));
    const handle = await open(draft, "r+");
    await handle.sync();
    await handle.close();
    await rename(draft, file);
    return summary;
  } catch (error) {
    await rm(draft, { force: true });
    throw asSentence(error, file);
  }
}

function tell(verb: string, summary: TransferSummary, options: OutputOptions): void {
  const rows = summary.tables.reduce((sum, table) => sum + table.rows, 0);
  const some = summary.tables.filter((table) => table.rows > 0);
  print(options, summary, [
    ...some.map(({ table, rows }) => `${String(rows).padStart(12)}  ${table}`),
    `${verb} ${rows} rows of ${some.length} tables (schema ${summary.schema}).`,
  ]);
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "may not be used by this user",
  EISDIR: "is a folder",
  ENOSPC: "does not fit on the disk",
};

function asSentence(error: unknown, file: string): unknown {
  if (error instanceof TransferFault) return new StartFault(error.message);
  const why = FILE_FAULTS[(error as { code?: string }).code ?? ""];
  return why === undefined ? error : new StartFault(`The file ${file} ${why}.`);
}
