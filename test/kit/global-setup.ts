/**
 * The server that the whole suite runs on: the cluster of TEST_CITUS_URL (cluster.ts), the server of
 * TEST_DATABASE_URL, or an embedded one of its own. It forgets everything at the end, so it need not
 * be careful with the disk. Beside it, a folder for what test files share, with a token of SoftHSM.
 */
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import {
  type EmbeddedServer,
  startEmbedded,
} from "../../src/adapters/embedded-postgres/embedded-postgres.ts";
import { findQuickFolder } from "./quick-folder.ts";
import { makeSoftHsm } from "./soft-hsm.ts";

let server: EmbeddedServer | undefined;
let folder: string | undefined;

export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(path.join(await findQuickFolder(), "sixdoors-suite-"));
  // PostgreSQL, which may run as another user, must be able to enter it.
  await chmod(folder, 0o755);
  process.env["TEST_FOLDER"] = folder;
  const hsm = await makeSoftHsm(folder);
  if (hsm !== undefined) process.env["SOFTHSM2_CONF"] = hsm.conf;
  if (process.env["TEST_DATABASE_URL"] || process.env["TEST_CITUS_URL"]) return;
  const dataDir = await mkdtemp(path.join(await findQuickFolder(), "sixdoors-test-"));
  const flags = ["fsync=off", "full_page_writes=off", "synchronous_commit=off"];
  server = await startEmbedded({
    dataDir,
    dataDirIsDefault: false,
    log: () => {},
    flags: flags.flatMap((flag) => ["-c", flag]),
  });
  await makeLoginsCheap(server.connectionString);
  process.env["TEST_DATABASE_URL"] = server.connectionString;
}

/**
 * Tests open thousands of connections. SCRAM takes over a millisecond of CPU time of each, and 5
 * more with 4,096 rounds. The password in plain text does not leave the machine.
 */
async function makeLoginsCheap(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("set scram_iterations = 1");
  const password = client.escapeLiteral(decodeURIComponent(new URL(connectionString).password));
  await client.query(`alter role current_user password ${password}`);
  const { rows } = await client.query<{ hba_file: string }>("show hba_file");
  await acceptPlainPasswords(rows[0]?.hba_file ?? "");
  await client.query("select pg_reload_conf()");
  await client.end();
}

async function acceptPlainPasswords(rulesFile: string): Promise<void> {
  const rules = await readFile(rulesFile, "utf8");
  await writeFile(rulesFile, rules.replaceAll("scram-sha-256", "password"));
}

export async function globalTeardown(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  await server?.stop();
  if (server !== undefined) await rm(server.dataDir, { recursive: true, force: true });
}
