/** `snapshot`: saves the whole database under a name, and puts it back later. */

import { randomBytes } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { checkServer } from "../../app/database/database-logins.ts";
import { explainSchemaErrors } from "../../app/database/explain-schema-errors.ts";
import { type Installation, joinInstallation, openOwner } from "../../app/database/installation.ts";
import { checkInstallation, migrateInstallation } from "../../app/database/prepare.ts";
import { VERSION } from "../../app/version.ts";
import type { Config } from "../../config.ts";
import { ensureMonths } from "../../core/payments/ids/partition-store.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { readMigrations } from "../../db/migrate.ts";
import { siblingDatabaseUrl, withScratchDatabase } from "../../db/scratch.ts";
import { exportDatabase } from "../../db/transfer/export-database.ts";
import type { TransferSummary } from "../../db/transfer/format.ts";
import { importDatabase } from "../../db/transfer/import-database.ts";
import { restoreDatabase } from "../../db/transfer/restore-database.ts";
import { explainTransferError } from "../database/transfer.ts";
import { writeWholeFile } from "../database/whole-file.ts";
import { linesOrMessage, momentText, type OutputOptions, print } from "../output.ts";
import { requireCertification } from "./require-certification.ts";
import { findSnapshot, listSnapshots, newSnapshotFile } from "./snapshot-folder.ts";

export async function saveSnapshotCommand(config: Config, name: string, options: OutputOptions) {
  const { file, rows } = await saveSnapshot(config, name);
  print(options, { saved: name, file, rows }, [
    `Snapshot ${name} was saved: ${rows} rows in ${file}.`,
  ]);
}

export async function saveSnapshot(config: Config, name: string) {
  requireCertification(config, "snapshot");
  const { file } = await newSnapshotFile(config, name);
  const summary = await withTransfer(config, file, async (installation) => {
    await checkServer(installation);
    return writeExport(installation.owner, file);
  });
  return { file, rows: countAllRows(summary) };
}

export async function restoreSnapshotCommand(config: Config, name: string, options: OutputOptions) {
  const { rows } = await restoreSnapshot(config, name);
  print(options, { restored: name, rows }, [
    `Snapshot ${name} was restored: ${rows} rows, with the business clock and the simulators.`,
  ]);
}

export async function restoreSnapshot(config: Config, name: string) {
  requireCertification(config, "snapshot");
  const { file } = await findSnapshot(config, name);
  const summary = await withTransfer(config, file, async (installation) => {
    await checkInstallation(installation);
    const restored =
      (await restoreFrom(installation, file)) ?? (await restoreOlder(installation, file));
    await migrateInstallation(installation);
    return restored;
  });
  return { rows: countAllRows(summary) };
}

export async function listSnapshotsCommand(config: Config, options: OutputOptions): Promise<void> {
  requireCertification(config, "snapshot");
  const snapshots = (await listSnapshots(config)).map(({ name, savedAt, bytes }) => ({
    ...{ name, savedAt: momentText(savedAt), bytes },
  }));
  const lines = snapshots.map(
    ({ name, savedAt, bytes }) =>
      `${savedAt}  ${`${Math.ceil(bytes / 1024)} KB`.padStart(10)}  ${name}`,
  );
  const message = "No snapshots. Save one with `snapshot save <name>`.";
  print(options, { snapshots }, linesOrMessage(message, lines));
}

export async function removeSnapshotCommand(config: Config, name: string, options: OutputOptions) {
  requireCertification(config, "snapshot");
  const { file } = await findSnapshot(config, name);
  await rm(file);
  print(options, { removed: name }, [`Snapshot ${name} was removed.`]);
}

async function withTransfer<Result>(
  config: Config,
  file: string,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const installation = await joinInstallation(config);
  try {
    return await explainSchemaErrors(() => work(installation));
  } catch (error) {
    throw explainTransferError(error, file);
  } finally {
    await installation.close();
  }
}

function writeExport(db: DatabasePool, file: string): Promise<TransferSummary> {
  const product = `sixdoors ${VERSION}`;
  return writeWholeFile(file, (out) => exportDatabase(db, out, { product }));
}

/** Returns undefined if the file has an older schema. Then nothing was changed. */
async function restoreFrom({ owner }: Installation, file: string) {
  const input = (await open(file)).createReadStream();
  const outcome = await restoreDatabase(owner, input, await importNeeds(owner));
  return outcome.kind === "restored" ? outcome.summary : undefined;
}

/** Migrates a copy in a temporary database, and restores what it exports. */
async function restoreOlder(installation: Installation, file: string): Promise<TransferSummary> {
  const { owner, place } = installation;
  const name = `sixdoors_snapshot_${randomBytes(4).toString("hex")}`;
  const upgraded = `${file}.part`;
  try {
    await withScratchDatabase(owner, name, async () => {
      const scratch = openOwner(siblingDatabaseUrl(place.ownerUrl, name));
      try {
        const input = (await open(file)).createReadStream();
        await importDatabase(scratch, input, await importNeeds(scratch));
        await writeExport(scratch, upgraded);
      } finally {
        await scratch.close();
      }
    });
    const restored = await restoreFrom(installation, upgraded);
    if (restored === undefined) throw new Error("The snapshot still has an older schema.");
    return restored;
  } finally {
    await rm(upgraded, { force: true });
  }
}

async function importNeeds(db: DatabasePool) {
  const migrations = await readMigrations();
  return { migrations, ensureMonths: (months: readonly number[]) => ensureMonths(db, months) };
}

function countAllRows({ tables }: TransferSummary): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
