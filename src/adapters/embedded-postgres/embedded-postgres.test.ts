/** Starting, joining and stopping within one process. Tests with kills are in test/. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { after, test } from "node:test";
import { findQuickFolder } from "../../../test/kit/quick-folder.ts";
import { DatabasePool } from "../../db/database-pool.ts";
import { DataFolder } from "./data-folder.ts";
import { type EmbeddedServer, joinEmbedded, startEmbedded } from "./embedded-postgres.ts";
import { findPostmaster } from "./postmaster-file.ts";
import { isRoot } from "./server-account.ts";

process.env["CANARY"] = "sings";

/** A folder after its first start. Most tests use it one after another, and leave it stopped. */
const template = await mkdtemp(path.join(await findQuickFolder(), "sixdoors-"));
await chmod(template, 0o755);
const began = performance.now();
const firstServer = await startEmbedded(serverOptions(template));
const firstMs = Math.round(performance.now() - began);
await firstServer.stop();
const firstMade = await readTimeMade(template);
after(() => rm(template, { recursive: true, force: true }));

/** A server for tests that neither stop it nor change its settings. */
const shared = await copyFolder({ after });
const sharedServer = await shared.start();

test("the first start creates the files, and a later start uses them and is faster", async (t) => {
  const folder = openStopped(t);
  const laterMs = await timed(() => folder.start());
  t.diagnostic(`first start ${firstMs} ms, later start ${laterMs} ms`);
  assert.equal(await readTimeMade(folder.dataDir), firstMade);
  assert.ok(laterMs < firstMs, `${laterMs} ms after ${firstMs} ms`);
});

test("two folders can run at the same time, also with blanks and umlauts in their path", async (t) => {
  const spaced = await copyFolder(t, "Müllers data’s dir");
  const other = await spaced.start();
  assert.notEqual(readPort(sharedServer), readPort(other));
  assert.equal(await readSetting(sharedServer, "data_directory"), shared.cluster);
  assert.equal(await readSetting(other, "data_directory"), spaced.cluster);
});

test("the port stays the same while it is free, but not in a copy of the folder", async (t) => {
  const folder = openStopped(t);
  const { connectionString } = await folder.start();
  await folder.server?.stop();
  const copy = await copyFolder(t);
  assert.notEqual(await new DataFolder(folder.dataDir).readNote(), undefined);
  assert.equal(await new DataFolder(copy.dataDir).readNote(), undefined);
  assert.equal((await folder.start()).connectionString, connectionString);
  await folder.server?.stop();
  const squatter = createServer().listen(Number(readPort(connectionString)), "127.0.0.1");
  t.after(() => squatter.close());
  assert.notEqual(readPort(await folder.start()), readPort(connectionString));
});

test("sort order, checks and durability do not depend on the machine", async () => {
  const [row] = await query<{ sorted: string[] }>(
    sharedServer,
    (db) => db.rows`select array_agg(w order by w) sorted from unnest('{b,Ä,a,B,ä}'::text[]) w`,
  );
  assert.deepEqual(row?.sorted, ["B", "a", "b", "Ä", "ä"]);
  const [upper] = await query(sharedServer, (db) => db.rows`select upper('äé') as upper`);
  assert.deepEqual(upper, { upper: "ÄÉ" });
  for (const setting of ["data_checksums", "fsync", "synchronous_commit", "full_page_writes"]) {
    assert.equal(await readSetting(sharedServer, setting), "on");
  }
});

test("the log has no values, the environment has none of ours, and the files are private", async () => {
  const insert = (word: string) =>
    query(sharedServer, (db) => db.rows`insert into once values (${word})`);
  await query(
    sharedServer,
    (db) => db.rows`create table once (word text check (length(word) < 9))`,
  );
  await assert.rejects(insert("telltale-word"));
  await assert.rejects(query(sharedServer, (db) => db.rows`select ${"telltale-word"}::text::int`));
  const log = await readFile(path.join(shared.dataDir, "postgres.log"), "utf8");
  assert.match(log, /ready to accept connections/);
  assert.doesNotMatch(log, /telltale/);
  for (const name of ["postgres.password", "postgres.log", "postgres.json"]) {
    const { mode, uid } = await stat(path.join(shared.dataDir, name));
    assert.deepEqual([mode & 0o777, uid], [0o600, process.getuid?.()]);
  }
  if (process.platform !== "linux") return;
  const postmaster = await findPostmaster(shared.cluster);
  assert.doesNotMatch(await readFile(`/proc/${postmaster?.pid}/environ`, "utf8"), /CANARY/);
});

test("a postmaster.pid that is empty or names another program does not prevent a start", async (t) => {
  const { cluster, start } = openStopped(t);
  const { uid, gid } = await stat(cluster);
  const other = spawn("sleep", ["60"], isRoot() ? { uid, gid } : {});
  t.after(() => other.kill());
  const stale = [other.pid, cluster, 1_700_000_000, 5_432, "", "127.0.0.1", "1 1", "ready   "];
  await writeFile(path.join(cluster, "postmaster.pid"), `${stale.join("\n")}\n`);
  await (await start()).stop();
  assert.equal(other.signalCode, null);
  await writeFile(path.join(cluster, "postmaster.pid"), "");
  await start();
});

test("the error of a server that fails to start is quoted", async (t) => {
  const { start } = openStopped(t);
  await assert.rejects(start("-c", "shared_buffers=nonsense"), {
    name: "StartError",
    message: 'PostgreSQL could not start: invalid value for parameter "shared_buffers": "nonsense"',
  });
});

test("a command joins a running server and does not stop it", async () => {
  const guest = await joinEmbedded(serverOptions(shared.dataDir));
  assert.equal(guest.connectionString, sharedServer.connectionString);
  await guest.stop();
  assert.equal(await readSetting(sharedServer, "data_directory"), shared.cluster);
});

test("a server that commands started ends with the last command", async (t) => {
  const { dataDir, cluster } = openStopped(t);
  const guests = [
    await joinEmbedded(serverOptions(dataDir)),
    await joinEmbedded(serverOptions(dataDir)),
  ];
  await guests[0]?.stop();
  assert.notEqual(await findPostmaster(cluster), undefined);
  await guests[1]?.stop();
  assert.equal(await findPostmaster(cluster), undefined);
});

test("if several commands end at the same time, one of them stops the server", async (t) => {
  const { dataDir, cluster } = openStopped(t);
  const guests = await Promise.all([1, 2, 3].map(() => joinEmbedded(serverOptions(dataDir))));
  await Promise.all(guests.map((guest) => guest.stop()));
  assert.equal(await findPostmaster(cluster), undefined);
});

test("a command that begins while the last one ends gets a server", async (t) => {
  const { dataDir, cluster } = openStopped(t);
  let leaving = Promise.resolve();
  for (let round = 0; round < 3; round++) {
    const guest = await joinEmbedded(serverOptions(dataDir));
    assert.equal(await readSetting(guest, "data_directory"), cluster);
    await leaving;
    leaving = guest.stop();
  }
  await leaving;
  assert.equal(await findPostmaster(cluster), undefined);
});

test("a serving process takes over a server that a command started", async (t) => {
  const folder = openStopped(t);
  const guest = await joinEmbedded(serverOptions(folder.dataDir));
  const server = await folder.start();
  await guest.stop();
  assert.equal(await readSetting(server, "data_directory"), folder.cluster);
  await server.stop();
  assert.equal(await findPostmaster(folder.cluster), undefined);
});

test("a server that nobody serves from and that has other settings is replaced", async (t) => {
  const folder = openStopped(t);
  const guest = await joinEmbedded(serverOptions(folder.dataDir));
  const old = await findPostmaster(folder.cluster);
  const server = await folder.start("-c", "work_mem=9MB");
  assert.equal(await readSetting(server, "work_mem"), "9MB");
  assert.notEqual((await findPostmaster(folder.cluster))?.pid, old?.pid);
  await guest.stop();
});

/** A test, or the whole file. */
interface Lifetime {
  after(close: () => Promise<void>): void;
}

interface Folder {
  readonly dataDir: string;
  readonly cluster: string;
  server: EmbeddedServer | undefined;
  readonly start: (...flags: string[]) => Promise<EmbeddedServer>;
}

/** The folder of the first start. Its server is stopped after the test. */
function openStopped(t: Lifetime): Folder {
  const folder = describeFolder(template);
  t.after(async () => folder.server?.stop());
  return folder;
}

async function copyFolder(t: Lifetime, name = "data"): Promise<Folder> {
  const base = await mkdtemp(path.join(await findQuickFolder(), "sixdoors-"));
  await chmod(base, 0o755);
  const folder = describeFolder(path.join(base, name));
  execFileSync("cp", ["-a", template, folder.dataDir]);
  t.after(async () => {
    await folder.server?.stop();
    await rm(base, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

function describeFolder(dataDir: string): Folder {
  const folder: Folder = {
    dataDir,
    cluster: path.join(dataDir, "postgres"),
    server: undefined,
    start: async (...flags) => {
      folder.server = await startEmbedded({ ...serverOptions(dataDir), flags });
      return folder.server;
    },
  };
  return folder;
}

async function readTimeMade(dataDir: string): Promise<number> {
  return (await stat(path.join(dataDir, "postgres/PG_VERSION"))).mtimeMs;
}

function serverOptions(dataDir: string) {
  return { dataDir, dataDirIsDefault: false, log: () => undefined };
}

async function query<Row>(
  { connectionString }: EmbeddedServer,
  ask: (db: DatabasePool) => Promise<Row[]>,
): Promise<Row[]> {
  const db = new DatabasePool({
    connectionString,
    size: 1,
    queueMax: 9,
    statementTimeoutMs: 9_000,
  });
  return ask(db).finally(() => db.close());
}

async function readSetting(server: EmbeddedServer, name: string): Promise<string | undefined> {
  const [row] = await query<{ value: string }>(
    server,
    (db) => db.rows`select current_setting(${name}) as value`,
  );
  return row?.value;
}

function readPort(server: EmbeddedServer | string | undefined): string {
  assert.ok(server);
  return new URL(typeof server === "string" ? server : server.connectionString).port;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round(performance.now() - started);
}
