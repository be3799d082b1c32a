/**
 * The product like in operation: one `serve` with its embedded PostgreSQL, and a second web process. Any
 * part can be killed and restarted, in any order.
 */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { TestContext } from "node:test";
import type { serveHere } from "../kit/command-process.ts";
import { findPostgres, isAlive, type Settings, serve } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { until } from "../kit/until.ts";
import { asking } from "./books.ts";
import { ACCOUNTS, Merchant } from "./merchant.ts";
import type { Place } from "./proof.ts";

export type Part = "first" | "second" | "database";

/** With short time limits. Reconciliation starts after twice the card host's. */
export const QUICK_SETTINGS = {
  LOG_LEVEL: "silent",
  RATE_PER_CALLER: "0",
  RATE_PER_ADDRESS: "0",
  DATABASE_TIMEOUT_MS: "3000",
  PROCESSOR_TIMEOUT_MS: "500",
};
/** The first process runs the database and the jobs. */
const WORDS = { first: [], second: ["--web"] } as const;
type Web = keyof typeof WORDS;
const WEBS: readonly Web[] = ["first", "second"];

interface Running {
  readonly isOver: boolean;
  readonly stderr: string;
  stop(signal?: NodeJS.Signals): Promise<unknown>;
}

export interface InstallationWish {
  readonly settings?: Settings;
  /** A second web process that is never killed may be the test's own. */
  readonly startSecond?: typeof serve | typeof serveHere;
}

export class Installation implements Place {
  readonly #t: TestContext;
  readonly #dataDir: string;
  readonly #merchant: Merchant;
  readonly #settings: Settings;
  readonly #startSecond: typeof serve | typeof serveHere;
  readonly #webs = new Map<Web, { readonly child: Running; readonly url: string }>();
  databaseUrl = "";

  private constructor(
    t: TestContext,
    dataDir: string,
    { settings = {}, startSecond = serve }: InstallationWish,
  ) {
    this.#t = t;
    this.#dataDir = dataDir;
    this.#settings = settings;
    this.#startSecond = startSecond;
    this.#merchant = new Merchant(t);
  }

  static async open(t: TestContext, wish: InstallationWish = {}): Promise<Installation> {
    const installation = new Installation(t, await openStartedDir(t), wish);
    await installation.mend();
    return installation;
  }

  urls(): readonly string[] {
    return [...this.#webs.values()].map(({ url }) => url);
  }

  async kill(part: Part): Promise<void> {
    if (part === "database") return killDatabase(this.#dataDir);
    await this.#webs.get(part)?.child.stop("SIGKILL");
  }

  /** PostgreSQL outlives the process that started it, and the next start finds it running. */
  async assertDatabaseRuns(): Promise<void> {
    assert.ok(await findPostgres(this.#dataDir), "PostgreSQL ended with the process");
  }

  /** Starts dead parts, and waits until all parts answer. */
  async mend(): Promise<void> {
    for (const web of WEBS) {
      const running = this.#webs.get(web);
      if (running === undefined || running.child.isOver) await this.#start(web);
    }
    await until(() => this.#isWell());
    for (const [web, { child }] of this.#webs) {
      assert.equal(child.isOver, false, `${web} ended: ${child.stderr}`);
    }
  }

  /** Readiness may be outdated for a moment, so the database and both processes are called directly. */
  async #isWell(): Promise<boolean> {
    const answers = await Promise.all([
      asking(this.databaseUrl, (client) => client.query("select 1")).catch(() => undefined),
      ...this.urls().map((url) => this.#merchant.fetchId(url, ACCOUNTS[0] ?? "")),
    ]);
    return answers.every((answer) => answer !== undefined);
  }

  async #start(web: Web): Promise<void> {
    const settings = { ...QUICK_SETTINGS, ...this.#settings, DATA_DIR: this.#dataDir };
    const start = web === "second" ? this.#startSecond : serve;
    this.#webs.set(web, await start(this.#t, settings, WORDS[web]));
    this.databaseUrl = await findDatabase(this.#dataDir);
  }
}

/** Reads the process ids from files of the product. */
export async function findDatabase(dataDir: string): Promise<string> {
  const read = (name: string) => readFile(path.join(dataDir, name), "utf8");
  const { port } = JSON.parse(await read("postgres.json"));
  const password = (await read("postgres.password")).trim();
  return `postgres://postgres:${password}@127.0.0.1:${port}/sixdoors`;
}

/** Kills the server first, otherwise it would restart its child processes. */
export async function killDatabase(dataDir: string): Promise<void> {
  const server = await findPostgres(dataDir);
  if (server === undefined) return;
  const children = await findChildren(server);
  for (const pid of [server, ...children]) killIfAlive(pid);
  await until(() => ![server, ...children].some(isAlive));
}

export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** On systems other than Linux they end by themselves when their server is gone. */
export async function findChildren(server: number): Promise<readonly number[]> {
  if (process.platform !== "linux") return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")),
  );
  const readParent = (stat: string) => Number(stat.split(") ").at(-1)?.split(" ")[1]);
  return pids.filter((_, place) => readParent(stats[place] ?? "") === server);
}
