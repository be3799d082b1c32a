/** Prepares the files of the embedded PostgreSQL, so that it can be started. */
import { StartError } from "../../ports/start-error.ts";
import type { Secret } from "../../values/secret.ts";
import { makeCluster } from "./cluster.ts";
import { DataFolder } from "./data-folder.ts";
import {
  chooseDataPlace,
  createDataFolder,
  type DataPlace,
  type DataPlaceOptions,
} from "./data-place.ts";
import { type Programs, programsFor } from "./programs.ts";
import { refuseRunningRestore } from "./restore-lock.ts";
import type { ServerAccount } from "./server-account.ts";
import { removeAbandoned } from "./staging.ts";

export interface EmbeddedOptions extends DataPlaceOptions {
  log(line: string): void;
  /** More arguments for the server, for tests. */
  readonly flags?: readonly string[];
}

export interface ServerFiles {
  readonly folder: DataFolder;
  readonly account: ServerAccount | undefined;
  readonly programs: Programs;
  readonly password: Secret;
  readonly flags: readonly string[];
  log(line: string): void;
}

export async function prepareServerFiles(options: EmbeddedOptions): Promise<ServerFiles> {
  const place = await chooseDataPlace(options);
  try {
    return await prepare(place, options);
  } catch (error) {
    throw explainFileError(error, place.dataDir);
  }
}

async function prepare(
  place: DataPlace,
  { log, flags = [] }: EmbeddedOptions,
): Promise<ServerFiles> {
  const { dataDir, account } = place;
  await createDataFolder(place);
  const folder = new DataFolder(dataDir);
  const programs = await programsFor(account, dataDir);
  const version = await folder.clusterVersion();
  if (version !== undefined && version !== programs.major) throw otherVersion(version, programs);

  await removeAbandoned(dataDir);
  if (version === undefined) await refuseRunningRestore(dataDir);
  const password = await folder.password(version !== undefined);
  if (version === undefined) {
    log(`First start: PostgreSQL ${programs.major} creates its files in ${folder.cluster}.`);
    await makeCluster({ cluster: folder.cluster, account, programs, password });
  }
  return { folder, account, programs, password, flags, log };
}

export function otherVersion(found: string, { major }: Programs): StartError {
  const advice =
    Number(found) < Number(major)
      ? "Start the gateway with `npm start` or `sixdoors serve`, which upgrades the data."
      : "Use the release of Sixdoors that upgraded it, or a newer one.";
  return new StartError(
    `DATA_DIR contains data of PostgreSQL ${found}, but this release of Sixdoors runs PostgreSQL ${major}. ${advice}`,
  );
}

const IN_WORDS: Record<string, string> = {
  EACCES: "cannot be used: permission is missing",
  EPERM: "cannot be used: permission is missing",
  EROFS: "cannot be used: the disk is read-only",
  ENOSPC: "cannot be used: the disk is full",
  EDQUOT: "cannot be used: the disk quota is used up",
  ENOTDIR: "cannot be used: a part of the path is not a folder",
  EEXIST: "cannot be used: a part of the path is not a folder",
  ENAMETOOLONG: "cannot be used: the path is too long",
};

/** Turns an error of the file system into a StartError. Other errors stay as they are. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  const { code = "", path: where } = error as NodeJS.ErrnoException;
  const words = IN_WORDS[code];
  if (words === undefined) return error;
  const place = where === undefined || where === dataDir ? "" : ` (${where})`;
  return new StartError(
    `DATA_DIR ${dataDir} ${words}${place}. Correct this, or choose another DATA_DIR.`,
  );
}
