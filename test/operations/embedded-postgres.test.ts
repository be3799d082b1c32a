/** The embedded PostgreSQL in processes of its own: what survives which kill, and who may have a folder. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { suite, type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import {
  findPostmaster,
  type Postmaster,
} from "../../src/adapters/embedded-postgres/postmaster-file.ts";
import { isRoot } from "../../src/adapters/embedded-postgres/server-account.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { findQuickFolder } from "../kit/quick-folder.ts";

const SRC = path.resolve(import.meta.dirname, "../../src");
const NOBODY = 65_534;
const asRoot = isRoot() ? {} : { skip: "only root can become another user" };

/** A Sixdoors in small: serves from a folder, and says which rows the database has acknowledged. */
const CHILD = `
  import { startEmbedded } from "${SRC}/adapters/embedded-postgres/embedded-postgres.ts";
  import { DatabasePool } from "${SRC}/db/database-pool.ts";
  const say = (words) => process.stdout.write(JSON.stringify(words) + "\\n");
  const options = { dataDir: process.argv[1], dataDirIsDefault: false, log: () => {} };
  const { connectionString, stop } = await startEmbedded(options).catch((error) => {
    say({ end: error.name + ": " + error.message });
    process.exit(1);
  });
  process.stdin.once("data", () => stop().then(() => process.exit(0)));
  say({ url: connectionString });
  const db = new DatabasePool({ connectionString, size: 2, queueMax: 9, statementTimeoutMs: 9000 });
  // It fails if the process is told to stop at this moment.
  await db.rows\`create table if not exists kept (id int8 generated always as identity)\`.catch(
    () => {},
  );
  for (;;) {
    const [row] = await db.rows\`insert into kept default values returning id\`.catch(() => []);
    if (row) say({ kept: row.id });
    await new Promise((resume) => setTimeout(resume, 2));
  }`;

suite("embedded PostgreSQL", { concurrency: 2 }, () => {
  test("starts and kills of processes, one after the other in one folder", async (t) => {
    const folder = await openFolder(t);
    await t.test("a kill during the first start leaves nothing half made", () =>
      killFirstStart(folder),
    );
    await t.test("of two first starts at once, one gets the folder", () => startTwice(folder));
    await t.test("a folder in use is refused by name, and its owner notices nothing", () =>
      refuseSecond(folder),
    );
    await t.test(
      "kill -9 of the process loses no acknowledged row, and its server is used on",
      () => killOwner(folder),
    );
    await t.test("a hung server without an owner is replaced", () => replaceHung(folder));
    await t.test("kill -9 of both loses no acknowledged row", () => killBoth(folder));
    await t.test("a process that is told to stop stops its server", async () => {
      await folder.owner.stop();
      assert.equal(await findPostmaster(folder.cluster), undefined);
    });
  });

  test("users, and kills of PostgreSQL, one after the other in one folder", async (t) => {
    const folder = await openFolder(t);
    await t.test("an ordinary user runs it as itself, and root after it as that user", asRoot, () =>
      changeUsers(folder),
    );
    await t.test("kill -9 of PostgreSQL: the same process goes on, and keeps its folder", () =>
      killServer(folder),
    );
    await t.test("a long statement of a killed server does not keep the next one away", () =>
      killDuringStatement(folder),
    );
  });
});

async function killFirstStart(folder: Folder): Promise<void> {
  const first = folder.serve();
  await until(async () => (await folder.leftovers()).some((name) => /^postgres.new/.test(name)));
  await first.kill();
  await assert.rejects(stat(folder.cluster), { code: "ENOENT" });
}

async function startTwice(folder: Folder): Promise<void> {
  const pair = [folder.serve(), folder.serve()];
  const words = await Promise.all(pair.map((child) => child.next()));
  assert.equal(words.filter(({ url }) => url !== undefined).length, 1);
  assert.match(words.find(({ end }) => end !== undefined)?.end ?? "", /StartError: .*in use/);
  assert.deepEqual(await folder.leftovers(), []);
  folder.owner = pair.find((_, index) => words[index]?.url !== undefined) ?? assert.fail();
}

async function refuseSecond(folder: Folder): Promise<void> {
  const { owner } = folder;
  await owner.keep(1);
  const refusal = await folder.serve().end();
  assert.match(refusal, new RegExp(`StartError: .*\\(process ${owner.process.pid}\\)\\. Stop it`));
  await owner.keep(50);
}

async function killOwner(folder: Folder): Promise<void> {
  const first = folder.owner;
  const old = await folder.postmaster();
  await first.kill();
  folder.owner = folder.serve();
  assert.deepEqual(await folder.owner.missing(first.kept), []);
  assert.equal((await folder.postmaster()).pid, old.pid);
}

async function replaceHung(folder: Folder): Promise<void> {
  const first = folder.owner;
  await first.keep(10);
  const old = await folder.postmaster();
  process.kill(old.pid, "SIGSTOP");
  await first.kill();
  folder.owner = folder.serve();
  assert.deepEqual(await folder.owner.missing(first.kept), []);
  assert.notEqual((await folder.postmaster()).pid, old.pid);
}

async function killBoth(folder: Folder): Promise<void> {
  const first = folder.owner;
  await first.keep(50);
  const old = await folder.postmaster();
  process.kill(old.pid, "SIGKILL");
  await first.kill();
  folder.owner = folder.serve();
  assert.deepEqual(await folder.owner.missing(first.kept), []);
  assert.equal((await folder.postmaster()).port, old.port);
}

async function changeUsers(folder: Folder): Promise<void> {
  folder.uid = NOBODY;
  assert.match(await folder.serve().end(), /StartError: .*permission is missing/);
  await chown(folder.path, NOBODY, NOBODY);
  const child = folder.serve();
  await child.keep(10);
  assert.equal((await stat(folder.cluster)).uid, NOBODY);
  await child.stop();
  folder.uid = 0;
  folder.owner = folder.serve();
  assert.deepEqual(await folder.owner.missing(child.kept), []);
}

/** It is the first in the folder where only root can change users. */
async function killServer(folder: Folder): Promise<void> {
  if (!isRoot()) folder.owner = folder.serve();
  const child = folder.owner;
  await child.keep(50);
  const old = await folder.postmaster();
  process.kill(old.pid, "SIGKILL");
  const now = await folder.postmasterAfter(old);
  assert.equal(now.port, old.port);
  await child.goesOn();
  assert.match(await folder.serve().end(), /in use by another Sixdoors/);
  assert.deepEqual(await child.missing(child.kept), []);
}

async function killDuringStatement(folder: Folder): Promise<void> {
  const child = folder.owner;
  const db = await child.database();
  const lost = db.rows`select count(*) from generate_series(1, 2000000000)`.catch(() => "lost");
  const isRunning = () => db.count`select from pg_stat_activity
    where state = 'active' and query like 'select count(*)%'`;
  await until(async () => (await isRunning()) === 1);
  const old = await folder.postmaster();
  process.kill(old.pid, "SIGKILL");
  assert.equal(await lost, "lost");
  await folder.postmasterAfter(old);
  await child.goesOn();
  await db.close();
}

interface Words {
  readonly url?: string;
  readonly kept?: string;
  readonly end?: string;
}

class Child {
  readonly process: ChildProcess;
  readonly kept: string[] = [];
  #url: string | undefined;
  readonly #lines: AsyncIterator<string>;

  constructor(uid: number | undefined, dataDir: string) {
    this.process = spawn(process.execPath, ["--input-type=module", "-e", CHILD, "--", dataDir], {
      ...(uid === undefined ? {} : { uid, gid: uid }),
      env: { PATH: "/usr/bin:/bin", NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] },
      cwd: "/",
      stdio: ["pipe", "pipe", "inherit"],
    });
    assert.ok(this.process.stdout);
    this.#lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  async next(): Promise<Words> {
    const line = await this.#lines.next();
    const words = (line.done ? { end: "over" } : JSON.parse(line.value)) as Words;
    if (words.kept !== undefined) this.kept.push(words.kept);
    this.#url ??= words.url;
    return words;
  }

  /** Reads on until so many more rows are acknowledged. */
  async keep(count: number): Promise<void> {
    const goal = this.kept.length + count;
    while (this.kept.length < goal) assert.equal((await this.next()).end, undefined);
  }

  /** A row that is newer than any in the database now is acknowledged. */
  async goesOn(): Promise<void> {
    const db = await this.database();
    const [newest] = await db.rows<{ id: string }>`select max(id) as id from kept`;
    await db.close();
    while (Number(this.kept.at(-1)) <= Number(newest?.id)) await this.keep(1);
  }

  /** Takes in everything that is said to the end. */
  async end(): Promise<string> {
    const { end } = await this.next();
    return end ?? this.end();
  }

  async kill(): Promise<void> {
    this.process.kill("SIGKILL");
    await this.end();
  }

  async stop(): Promise<void> {
    this.process.stdin?.write("stop");
    await this.end();
  }

  async database(): Promise<DatabasePool> {
    while (this.#url === undefined) assert.equal((await this.next()).end, undefined);
    const connectionString = this.#url;
    return new DatabasePool({ connectionString, size: 2, queueMax: 9, statementTimeoutMs: 60_000 });
  }

  /** Rows that were acknowledged and are not there. */
  async missing(kept: readonly string[]): Promise<string[]> {
    assert.notEqual(kept.length, 0);
    const db = await this.database();
    const rows = await db.rows<{ id: string }>`select id from kept`.finally(() => db.close());
    const found = new Set(rows.map(({ id }) => id));
    return kept.filter((id) => !found.has(id));
  }
}

/** A DATA_DIR, and the processes that a test starts in it. */
class Folder {
  readonly path: string;
  readonly cluster: string;
  uid: number | undefined;
  readonly #children: Child[] = [];
  #owner: Child | undefined;

  constructor(dataDir: string) {
    this.path = dataDir;
    this.cluster = path.join(dataDir, "postgres");
  }

  /** The process that serves from the folder now. */
  get owner(): Child {
    return this.#owner ?? assert.fail("no process serves from the folder");
  }

  set owner(child: Child) {
    this.#owner = child;
  }

  serve(): Child {
    const child = new Child(this.uid, this.path);
    this.#children.push(child);
    return child;
  }

  async postmaster(): Promise<Postmaster> {
    const found = await findPostmaster(this.cluster);
    assert.ok(found, "no server runs");
    return found;
  }

  async postmasterAfter(old: Postmaster): Promise<Postmaster> {
    const isBack = (now?: Postmaster) => now?.status === "ready" && now.pid !== old.pid;
    await until(async () => isBack(await findPostmaster(this.cluster)));
    return this.postmaster();
  }

  async leftovers(): Promise<string[]> {
    return (await readdir(this.path)).filter((name) => name.includes(".new-"));
  }

  async clear(): Promise<void> {
    for (const child of this.#children) child.process.kill("SIGKILL");
    const server = await findPostmaster(this.cluster);
    if (server !== undefined) process.kill(server.pid, "SIGKILL");
    await rm(path.dirname(this.path), { recursive: true, force: true, maxRetries: 10 });
  }
}

async function openFolder(t: TestContext): Promise<Folder> {
  const base = await mkdtemp(path.join(await findQuickFolder(), "sixdoors-"));
  await chmod(base, 0o755);
  await mkdir(path.join(base, "data"));
  const folder = new Folder(path.join(base, "data"));
  t.after(() => folder.clear());
  return folder;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, "it took too long");
    await delay(5);
  }
}
