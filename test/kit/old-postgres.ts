/**
 * The programs of PostgreSQL 17, for tests of the upgrade. `npm run proof -- postgres` installs them
 * into node_modules/.cache; without them the tests are skipped.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { makeCluster } from "../../src/adapters/embedded-postgres/cluster.ts";
import { DataFolder } from "../../src/adapters/embedded-postgres/data-folder.ts";
import {
  chooseDataPlace,
  createDataFolder,
} from "../../src/adapters/embedded-postgres/data-place.ts";
import { claimServer } from "../../src/adapters/embedded-postgres/own-server.ts";
import { stopPostmaster } from "../../src/adapters/embedded-postgres/postmaster.ts";
import {
  platformPackage,
  programsFor,
  readPrograms,
} from "../../src/adapters/embedded-postgres/programs.ts";
import { connectionString } from "../../src/adapters/embedded-postgres/reach-server.ts";
import { ROOT } from "./process.ts";
import { IS_PROOF } from "./tier.ts";

const PLACE = path.join(ROOT, "node_modules/.cache/postgresql-17");
const PACKAGE = `${platformPackage()}@17.10.0-beta.17`;

/** Why a test cannot run, or false. Installs the programs in a proof. */
export function whyNoOldPostgres(): string | false {
  if (!existsSync(PLACE) && IS_PROOF) {
    execFileSync("npm", ["install", "--prefix", PLACE, PACKAGE], { stdio: "ignore" });
  }
  return !existsSync(PLACE) && "PostgreSQL 17 is not installed: npm run proof -- postgres";
}

/** What the command in the message of `npm start` does. */
export async function installOldPostgres(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, "postgresql-17");
  await mkdir(folder, { recursive: true });
  await symlink(path.join(PLACE, "node_modules"), path.join(folder, "node_modules"));
}

/** Creates a data folder with a server of PostgreSQL 17 and starts it. */
export async function startOldPostgres(dataDir: string) {
  const place = await chooseDataPlace({ dataDir, dataDirIsDefault: false });
  await createDataFolder(place);
  const { account } = place;
  const folder = new DataFolder(dataDir);
  const found = await readPrograms(path.join(PLACE, "node_modules", platformPackage(), "native"));
  const programs = await programsFor(account, dataDir, found);
  const password = await folder.password(false);
  await makeCluster({ cluster: folder.cluster, account, programs, password });
  const site = { folder, account, programs, password, flags: [], log: () => undefined };
  const { postmaster, session } = await claimServer(site, { signal: new AbortController().signal });
  return {
    url: connectionString(site, postmaster.port),
    stop: async () => {
      await session.close();
      await stopPostmaster(site, postmaster.pid);
    },
  };
}
