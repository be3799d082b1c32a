/** Starts that fail: one sentence for each error, exit code 1, and no process left. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import path from "node:path";
import { suite, type TestContext, test } from "node:test";
import { runHere, serveHere } from "../kit/command-process.ts";
import { openDatabase, openSeededDatabase } from "../kit/database.ts";
import { atEnd, type Ending, makeFolder, run, type Settings, untilReady } from "../kit/process.ts";

const MASTER_KEY = "7e57".repeat(16);
const PRODUCTION = { ENVIRONMENT: "production", MASTER_KEY, TRUSTED_PROXIES: "127.0.0.1" };

function assertOneLine({ code, stdout, stderr }: Ending, words: RegExp): void {
  assert.match(stderr, words);
  assert.match(stderr, /^\S[^\n]*\.\n$/, "one line that ends with a period");
  assert.equal(stdout, "");
  assert.equal(code, 1);
}

async function refusal(t: TestContext, settings: Settings): Promise<Ending> {
  const own = { DATA_DIR: path.join(await makeFolder(t), "data"), ...settings };
  // Web processes are started by a process of their own.
  return settings["WORKERS"] === "2" ? run(t, ["serve"], own) : runHere(["serve"], own);
}

/** A port with a listener that never answers. */
async function takePort(t: TestContext): Promise<string> {
  const accepted = new Set<Socket>();
  const server = createServer((socket) => accepted.add(socket.on("error", () => {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(t, async () => {
    server.close();
    // A start that gives up leaves its connection to the end of its process.
    for (const socket of accepted) socket.destroy();
  });
  return String((server.address() as AddressInfo).port);
}

suite("failed starts", { concurrency: 3 }, () => {
  test("all invalid settings are reported at once", async (t) => {
    const ending = await run(t, ["serve"], { PORT: "many", WORKERS: "-1", LOG_LEVEL: "loud" });
    assert.deepEqual(
      ending.stderr.split("\n").map((line) => line.split(" ")[0]),
      ["PORT", "WORKERS", "LOG_LEVEL", ""],
    );
    assert.deepEqual([ending.code, ending.stdout], [1, ""]);
  });

  test("all errors in the file of a verification provider are reported before anything starts", async (t) => {
    const VERIFIER_FILE = path.join(await makeFolder(t), "provider.json");
    await writeFile(VERIFIER_FILE, '{"url": "ftp://provider.test", "tries": 3}');
    const { code, stdout, stderr } = await refusal(t, { VERIFIER_FILE, LOG_LEVEL: "info" });
    assert.match(stderr, /: tries is unknown\.\n.*: url must begin with https/);
    assert.match(stderr, /^(VERIFIER_FILE [^\n]+: \S[^\n]*\.\n){5,}$/);
    assert.deepEqual([code, stdout], [1, ""]);
  });

  for (const workers of ["0", "2"]) {
    test(`a port in use is reported, with WORKERS=${workers}`, async (t) => {
      const database = await openSeededDatabase(t);
      const PORT = await takePort(t);
      const settings = { PORT, MASTER_KEY, WORKERS: workers, DATABASE_URL: database.url };
      const ending = await refusal(t, { ...settings, LOG_LEVEL: "warn" });
      assertOneLine(ending, /^Port \d+ on 127\.0\.0\.1 is already in use/);
    });
  }

  test("a server without a listener, or one that does not answer, is reported", async (t) => {
    const refused = await refusal(t, { DATABASE_URL: "postgres://postgres@127.0.0.1:1/none" });
    assertOneLine(refused, /^The database server of DATABASE_URL .*ECONNREFUSED/);
    const silent = `postgres://postgres@127.0.0.1:${await takePort(t)}/none`;
    assertOneLine(await refusal(t, { DATABASE_URL: silent }), /^The database server .*timeout/);
  });

  test("an unknown host or database is reported", async (t) => {
    const { url } = await openDatabase(t);
    const elsewhere = new URL(url);
    elsewhere.hostname = "nowhere.invalid";
    const lost = await refusal(t, { DATABASE_URL: elsewhere.href });
    assertOneLine(lost, /^The database server .*nowhere\.invalid/);
    const none = new URL(url);
    none.pathname = "/no_such_database";
    const missing = await refusal(t, { DATABASE_URL: none.href });
    assertOneLine(missing, /^The database server .*"no_such_database" does not exist/);
  });

  test("a data folder that cannot be opened, or that is a file, is reported", async (t) => {
    const closed = path.join(await makeFolder(t), "closed");
    await mkdir(closed);
    await chmod(closed, 0o500);
    const DATA_DIR = path.join(closed, "data");
    assertOneLine(await refusal(t, { DATA_DIR }), /^DATA_DIR .* cannot be used/);
    const file = path.join(await makeFolder(t), "file");
    await writeFile(file, "");
    assertOneLine(await refusal(t, { DATA_DIR: file }), /^DATA_DIR .* is not a folder/);
  });

  test("unreadable TLS files are reported before anything starts", async (t) => {
    const DATA_DIR = path.join(await makeFolder(t), "data");
    const files = { TLS_CERT_FILE: "no-cert.pem", TLS_KEY_FILE: "no-key.pem" };
    const ending = await refusal(t, { DATA_DIR, ...files, LOG_LEVEL: "warn" });
    assertOneLine(ending, /^The certificate in TLS_CERT_FILE .*no-cert\.pem/);
    assert.equal(existsSync(DATA_DIR), false);
  });

  test("a host that is not an address of this machine is reported", async (t) => {
    const { url } = await openSeededDatabase(t);
    const settings = { DATABASE_URL: url, MASTER_KEY, LOG_LEVEL: "warn" };
    const host = await refusal(t, { ...settings, HOST: "192.0.2.1" });
    assertOneLine(host, /^HOST 192\.0\.2\.1 is not an address/);
  });

  test("production without TLS, without a master key, or with an http address is refused", async (t) => {
    const settings = { ENVIRONMENT: "production", PUBLIC_URL: "http://pay.test" };
    const { code, stderr } = await refusal(t, settings);
    assert.deepEqual(
      stderr.split("\n").map((line) => /TLS_CERT_FILE|MASTER_KEY|PUBLIC_URL|^$/.exec(line)?.[0]),
      ["TLS_CERT_FILE", "MASTER_KEY", "PUBLIC_URL", ""],
    );
    assert.equal(code, 1);
  });

  test("production refuses certification data, and certification a production database", async (t) => {
    const seeded = await openSeededDatabase(t);
    const settings = { ...PRODUCTION, LOG_LEVEL: "warn" };
    const refused = await refusal(t, { ...settings, DATABASE_URL: seeded.url });
    assertOneLine(refused, /^This database belongs to certification/);

    const empty = await openDatabase(t);
    const { child, url } = await serveHere(t, { ...settings, DATABASE_URL: empty.url });
    await untilReady(url);
    assert.doesNotMatch(child.stdout, /curl|Key/);
    const [row] = await empty.owner.rows<{ count: string }>`select count(*) from accounts`;
    assert.equal(row?.count, "0");
    const seeding = await runHere(["seed"], { ...PRODUCTION, DATABASE_URL: empty.url });
    assertOneLine(seeding, /^Production cannot be seeded/);
    assert.equal((await child.stop()).code, 0);
    const other = await refusal(t, { MASTER_KEY, DATABASE_URL: empty.url });
    assertOneLine(other, /^This database belongs to production/);
  });
});
