/** Creates the cluster, which is PostgreSQL's data folder, completely or not at all. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { StartError } from "../../ports/start-error.ts";
import type { Secret } from "../../values/secret.ts";
import type { Programs } from "./programs.ts";
import { refuseRunningRestore } from "./restore-lock.ts";
import { CLEAN_ENVIRONMENT, giveTo, type ServerAccount } from "./server-account.ts";
import { createFolderWhole, withTemporaryFile } from "./staging.ts";

const run = promisify(execFile);

export const SUPERUSER = "postgres";

/** The built-in locale sorts by code point, so the order is the same on every machine. */
const INITDB_FLAGS = [
  `--username=${SUPERUSER}`,
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--data-checksums",
  "--no-instructions",
  // More rounds protect guessable passwords. Ours is 24 random bytes, and 4096 rounds would cost
  // five milliseconds of CPU time for each connection.
  "--set=scram_iterations=1",
  ...(process.platform === "linux" ? ["--sync-method=syncfs"] : []),
];

export interface ClusterNeeds {
  readonly cluster: string;
  readonly account: ServerAccount | undefined;
  readonly programs: Pick<Programs, "initdb">;
  readonly password: Secret;
}

export async function makeCluster(needs: ClusterNeeds): Promise<void> {
  const { cluster, account, password } = needs;
  const aside = path.join(path.dirname(cluster), "postgres.initdb-password");
  await createFolderWhole(cluster, (staging) =>
    withTemporaryFile(aside, password.reveal(), async (passwordFile) => {
      await refuseRunningRestore(path.dirname(cluster));
      await giveTo(account, passwordFile, staging);
      await initdb(needs, staging, passwordFile);
    }),
  );
}

/** Writes every file of a stopped cluster to the disk. */
export async function syncCluster(needs: Omit<ClusterNeeds, "password">): Promise<void> {
  const method = process.platform === "linux" ? ["--sync-method=syncfs"] : [];
  const flags = ["--sync-only", ...method, `--pgdata=${needs.cluster}`];
  await runInitdb(needs, flags, needs.cluster);
}

async function runInitdb(
  { account, programs }: Pick<ClusterNeeds, "account" | "programs">,
  flags: readonly string[],
  cwd: string,
): Promise<void> {
  const user = account === undefined ? {} : { uid: account.uid, gid: account.gid };
  const options = { ...user, cwd, env: CLEAN_ENVIRONMENT, windowsHide: true };
  await run(programs.initdb, [...flags], options);
}

async function initdb(needs: ClusterNeeds, staging: string, passwordFile: string): Promise<void> {
  const flags = [...INITDB_FLAGS, `--pgdata=${staging}`, `--pwfile=${passwordFile}`];
  try {
    await runInitdb(needs, flags, staging);
  } catch (error) {
    const reason = lastLine(error as InitdbFailure).replaceAll(passwordFile, "the password file");
    throw new StartError(`PostgreSQL could not create its files in ${needs.cluster}: ${reason}`);
  }
}

interface InitdbFailure {
  readonly message: string;
  readonly stderr?: string;
}

function lastLine({ stderr = "", message }: InitdbFailure): string {
  // The last lines of initdb only describe its cleanup.
  const lines = stderr.split("\n").filter((line) => line !== "" && !/removing/.test(line));
  return lines.at(-1) ?? message.split("\n")[0] ?? message;
}
