/**
 * Puts a restored cluster into a data folder, completely or not at all: it is filled, started and finished
 * in a temporary data folder inside, and then renamed. The next start removes what a killed restore left.
 */
import { chmod, copyFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../ports/start-error.ts";
import { CLUSTER } from "./cluster-name.ts";
import { DataFolder } from "./data-folder.ts";
import { chooseDataPlace, createDataFolder, type DataPlaceOptions } from "./data-place.ts";
import { type EmbeddedServer, joinEmbedded } from "./embedded-postgres.ts";
import { installedPrograms } from "./programs.ts";
import { refuseOtherMakers, restoreFolder } from "./restore-lock.ts";
import type { ServerAccount } from "./server-account.ts";
import { withTemporaryFolder } from "./staging.ts";

const PASSWORD = "postgres.password";

export interface RestoreSteps extends DataPlaceOptions {
  /** The major version of PostgreSQL that wrote the files. */
  readonly postgres: string;
  /** The file with the password of the restored server. */
  readonly password: string;
  /** Arguments for the server that replays the log. */
  readonly flags: readonly string[];
  log(line: string): void;
  fill(cluster: string, account: ServerAccount | undefined): Promise<void>;
  /** Called while the restored server runs, before it gets its place. */
  finish(server: EmbeddedServer): Promise<void>;
}

/** Refuses a folder that has a database. Returns the folder that is really used. */
export async function restoreCluster(steps: RestoreSteps): Promise<string> {
  const place = await chooseDataPlace(steps);
  const { dataDir, account } = place;
  await refuseDatabase(dataDir);
  await refuseOtherVersion(steps.postgres);
  await createDataFolder(place);
  await withTemporaryFolder(restoreFolder(dataDir), async (staging) => {
    await refuseOtherMakers(dataDir, staging);
    await refuseDatabase(dataDir);
    if (account !== undefined) await chmod(staging, 0o711);
    await steps.fill(path.join(staging, CLUSTER), account);
    await copyFile(steps.password, path.join(staging, PASSWORD));
    await chmod(path.join(staging, PASSWORD), 0o600);
    const { log, flags } = steps;
    const server = await joinEmbedded({ dataDir: staging, dataDirIsDefault: false, log, flags });
    try {
      await steps.finish(server);
    } finally {
      await server.stop();
    }
    await refuseOtherMakers(dataDir, staging);
    await refuseDatabase(dataDir);
    // The password first: a cluster without it cannot be used.
    await rename(path.join(staging, PASSWORD), path.join(dataDir, PASSWORD));
    await rename(path.join(staging, CLUSTER), path.join(dataDir, CLUSTER));
  });
  return dataDir;
}

async function refuseDatabase(dataDir: string): Promise<void> {
  const { cluster } = new DataFolder(dataDir);
  if ((await stat(cluster).catch(() => undefined)) === undefined) return;
  throw new StartError(
    `The data folder ${dataDir} has a database. Restore into another DATA_DIR, or stop the gateway and rename ${cluster} first.`,
  );
}

async function refuseOtherVersion(postgres: string): Promise<void> {
  const { major } = await installedPrograms();
  if (postgres === major) return;
  throw new StartError(
    `The backup was made by PostgreSQL ${postgres}, but this release of Sixdoors runs PostgreSQL ${major}. Restore it with the release that made it.`,
  );
}
