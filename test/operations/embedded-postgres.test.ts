/** The embedded PostgreSQL in processes of its own: what survives which kill, and who may have a folder. */
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, suite, type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import {
  findPostmaster,
  type Postmaster,
} from "../../src/adapters/embedded-postgres/postmaster-file.ts";
import { isRoot } from "../../src/adapters/embedded-postgres/server-account.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";

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
  await db.rows\`create table if not exists kept (id int8 generated always as identity)\`;
  for (;;) {
    const [row] = await db.rows\`insert into kept default values returning id\`.catch(() => []);
    if (row) say({ kept: row.id });
    await new Promise((resume) => setTimeout(resume, 2));
  }`;

/** A folder after its first start: most tests begin with a copy of it. */
let template: Folder;

suite("embedded PostgreSQL", { concurrency: 2 }, () => {
  before(async () => {
    template = await makeFolder();
    const child = template.serve();
    await child.keep(1);
    await child.stop();
  });
  after(() => template.clear());

  test("kill -9 of the process loses no acknowledged row, and its server is used on", async (t) => {
    const folder = await openFolder(t);
    const first = folder.serve();
    await first.keep(50);
    const old = await folder.postmaster();
    await first.kill();
    const second = folder.serve();
    assert.deepEqual(await second.missing(first.kept), []);
    assert.equal((await folder.postmaster()).pid, old.pid);
    await second.stop();
    assert.equal(await findPostmaster(folder.cluster), undefined);
  });

  test("kill -9 of PostgreSQL: the same process goes on, and keeps its folder", async (t) => {
    const folder = await openFolder(t);
    const child = folder.serve();
    await child.keep(50);
    const old = await folder.postmaster();
    process.kill(old.pid, "SIGKILL");
    const now = await folder.postmasterAfter(old);
    assert.equal(now.port, old.port);
    await child.goesOn();
    assert.match(await folder.serve().end(), /in use by another Sixdoors/);
    assert.deepEqual(await child.missing(child.kept), []);
  });

  test("kill -9 of both loses no acknowledged row", async (t) => {
    const folder = await openFolder(t);
    const first = folder.serve();
    await first.keep(50);
    const old = await folder.postmaster();
    process.kill(old.pid, "SIGKILL");
    await first.kill();
    assert.deepEqual(await folder.serve().missing(first.kept), []);
    assert.equal((await folder.postmaster()).port, old.port);
  });

  test("a long statement of a killed server does not keep the next one away", async (t) => {
    const folder = await openFolder(t);
    const child = folder.serve();
    await child.keep(10);
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
  });

  test("a hung server without an owner is replaced", async (t) => {
    const folder = await openFolder(t);
    const first = folder.serve();
    await first.keep(10);
    const old = await folder.postmaster();
    process.kill(old.pid, "SIGSTOP");
    await first.kill();
    assert.deepEqual(await folder.serve().missing(first.kept), []);
    assert.notEqual((await folder.postmaster()).pid, old.pid);
  });

  test("a folder in use is refused by name, and its owner notices nothing", async (t) => {
    const folder = await openFolder(t);
    const owner = folder.serve();
    await owner.keep(1);
    const refusal = await folder.serve().end();
    assert.match(
      refusal,
      new RegExp(`StartError: .*\\(process ${owner.process.pid}\\)\\. Stop it`),
    );
    await owner.keep(50);
    await owner.stop();
    assert.equal(await findPostmaster(folder.cluster), undefined);
  });

  test("of two first starts at once, one gets the folder", async (t) => {
    const folder = await openFolder(t, "empty");
    const words = await Promise.all([folder.serve().next(), folder.serve().next()]);
    assert.equal(words.filter(({ url }) => url !== undefined).length, 1);
    assert.match(words.find(({ end }) => end !== undefined)?.end ?? "", /StartError: .*in use/);
    assert.deepEqual(await folder.leftovers(), []);
  });

  test("a kill during the first start leaves nothing half made", async (t) => {
    const folder = await openFolder(t, "empty");
    const first = folder.serve();
    await until(async () => (await folder.leftovers()).some((name) => /^postgres.new/.test(name)));
    await first.kill();
    await assert.rejects(stat(folder.cluster), { code: "ENOENT" });
    await folder.serve().keep(1);
    assert.deepEqual(await folder.leftovers(), []);
  });

  test("an ordinary user runs it as itself, and root after it as that user", asRoot, async (t) => {
    const folder = await openFolder(t, "empty", NOBODY);
    assert.match(await folder.serve().end(), /StartError: .*permission is missing/);
    await chown(folder.path, NOBODY, NOBODY);
    const child = folder.serve();
    await child.keep(10);
    assert.equal((await stat(folder.cluster)).uid, NOBODY);
    await child.stop();
    folder.uid = 0;
    assert.deepEqual(await folder.serve().missing(child.kept), []);
  });
});

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
      env: { PATH: "/usr/bin:/bin" },
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

  constructor(dataDir: string, uid: number | undefined) {
    this.path = dataDir;
    this.cluster = path.join(dataDir, "postgres");
    this.uid = uid;
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

async function openFolder(t: TestContext, kind = "copy", uid?: number): Promise<Folder> {
  const folder = await makeFolder(uid);
  t.after(() => folder.clear());
  if (kind === "copy") execFileSync("cp", ["-a", `${template.path}/.`, folder.path]);
  return folder;
}

async function makeFolder(uid?: number): Promise<Folder> {
  const base = await mkdtemp(path.join(tmpdir(), "sixdoors-"));
  await chmod(base, 0o755);
  await mkdir(path.join(base, "data"));
  return new Folder(path.join(base, "data"), uid);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, "it took too long");
    await delay(5);
  }
}
