/**
 * A connection pooler between the product and PostgreSQL: session mode works, other modes are refused.
 * The tests with PgBouncer are skipped where it is not installed (Debian: pgbouncer).
 */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { choosePort } from "../../src/adapters/embedded-postgres/port.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { APP_ROLE } from "../../src/db/roles.ts";
import { sharesSessions } from "../../src/db/sessions/pooled-session.ts";
import { ACCOUNT, CARD } from "../kit/app.ts";
import { runHere } from "../kit/command-process.ts";
import { openDatabase, openSeededDatabase } from "../kit/database.ts";
import { atEnd, makeFolder, serve, untilReady } from "../kit/process.ts";
import { until } from "../kit/until.ts";

const MASTER_KEY = "7e57".repeat(16);
/** PgBouncer does not run as root. */
const NOBODY = 65_534;

const isMissing = spawnSync("pgbouncer", ["--version"]).error !== undefined;
const skip = isMissing && "pgbouncer is not installed";

test("with pooler=session, a connection sets its role and settings by a statement", async (t) => {
  const { url } = await openDatabase(t);
  const pool = new DatabasePool({
    connectionString: `${url}?pooler=session`,
    role: APP_ROLE,
    size: 1,
    queueMax: 10,
    statementTimeoutMs: 4_321,
    settings: { enable_seqscan: "off" },
  });
  const [row] = await pool.rows`
    select current_user::text as role, current_setting('statement_timeout') as timeout,
      current_setting('enable_seqscan') as scans, current_setting('timezone') as zone`;
  await pool.close();
  assert.deepEqual(row, { role: APP_ROLE, timeout: "4321ms", scans: "off", zone: "UTC" });
  assert.equal(await sharesSessions(url), false);
});

/** Returns the URL of the database through PgBouncer. */
async function openPgBouncer(t: TestContext, databaseUrl: string, lines: readonly string[]) {
  const folder = await makeFolder(t);
  await chmod(folder, 0o777);
  const server = new URL(databaseUrl);
  const port = await choosePort(undefined);
  const file = path.join(folder, "pgbouncer.ini");
  const [user, password] = [server.username, server.password].map(decodeURIComponent);
  const login = `user=${user}${password ? ` password=${password}` : ""}`;
  await writeFile(path.join(folder, "users"), `"${user}" "${password}"\n`);
  await writeFile(
    file,
    [
      "[databases]",
      `* = host=${server.hostname} port=${server.port} ${login}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = trust",
      `auth_file = ${path.join(folder, "users")}`,
      "default_pool_size = 60",
      ...lines,
    ].join("\n"),
  );
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn("pgbouncer", ["-q", file], { stdio: "ignore", ...identity });
  atEnd(t, async () => {
    child.kill("SIGKILL");
  });
  server.port = String(port);
  server.hostname = "127.0.0.1";
  server.password = "";
  await until(() =>
    sharesSessions(server.href).then(
      () => true,
      () => false,
    ),
  );
  return server.href;
}

async function settingsFor(t: TestContext, url: string) {
  return { DATABASE_URL: url, DATA_DIR: await makeFolder(t), MASTER_KEY, LOG_LEVEL: "silent" };
}

test("PgBouncer in session mode serves payments, jobs and commands", { skip }, async (t) => {
  const { url } = await openSeededDatabase(t);
  const pooled = await openPgBouncer(t, url, ["pool_mode = session"]);
  const direct = await runHere(["migrate"], await settingsFor(t, pooled));
  assert.match(direct.stderr, /^DATABASE_URL leads to a connection pooler .* add pooler=session/);
  const settings = await settingsFor(t, `${pooled}?pooler=session`);
  const { url: base } = await serve(t, settings);
  const body = new URLSearchParams({
    ...ACCOUNT,
    ...CARD,
    transaction_type: "SALE",
    transaction_amount: "12.34",
    response_format: "JSON",
  });
  const answer = await fetch(`${base}/api/qsapi/3.8`, { method: "POST", body });
  const record = (await answer.json()) as { readonly transaction_approved: boolean };
  assert.equal(record.transaction_approved, true);
  await untilReady(base);
  const advanced = await runHere(["clock", "advance", "1d"], settings);
  assert.equal(advanced.code, 0, advanced.stderr);
});

test("PgBouncer in transaction mode is refused, and so is one that drops start parameters", {
  skip,
}, async (t) => {
  const { url } = await openSeededDatabase(t);
  const pooled = await openPgBouncer(t, url, ["pool_mode = transaction"]);
  const shared = await runHere(["migrate"], await settingsFor(t, `${pooled}?pooler=session`));
  assert.match(shared.stderr, /gives one session to several connections.*needs session mode/);
  const ignoring = ["pool_mode = transaction", "ignore_startup_parameters = options"];
  const deaf = await openPgBouncer(t, url, ignoring);
  const dropped = await runHere(["migrate"], await settingsFor(t, deaf));
  assert.match(dropped.stderr, /^A connection pooler drops the start parameters of connections/);
  assert.deepEqual([shared.code, dropped.code], [1, 1]);
});
