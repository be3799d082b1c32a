/**
 * An installation as an operator runs it: a worker, which also runs the embedded PostgreSQL, and two web
 * processes. Parts can be killed, started again, and replaced by another release.
 */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { asking } from "../faults/books.ts";
import { findDatabase, killDatabase } from "../faults/installation.ts";
import { ACCOUNTS, Merchant } from "../faults/merchant.ts";
import type { Place } from "../faults/proof.ts";
import { type Release, startWeb, startWorker, stopAll, THIS_RELEASE } from "../faults/release.ts";
import { type Child, launch, type Settings, within } from "../kit/process.ts";
import { until } from "../kit/until.ts";

export type DayProcess = "worker" | "web 1" | "web 2";
export type DayPart = DayProcess | "database";

/** The worker starts first and stops last, because it runs the database. */
const STARTS = { worker: startWorker, "web 1": startWeb, "web 2": startWeb } as const;
const PROCESSES = Object.keys(STARTS) as readonly DayProcess[];
const WEBS = ["web 1", "web 2"] as const;
/** A busy machine takes its time to recover a database. */
const WELL_WITHIN_MS = 120_000;
/** Many times what a backup or a restore of the day takes, so a command that hangs fails by its name. */
const COMMAND_LIMIT_MS = 300_000;

interface Running {
  readonly child: Child;
  readonly url: string;
  readonly startedAt: number;
}

export class DayInstallation implements Place {
  readonly #t: TestContext;
  readonly #merchant: Merchant;
  readonly #running = new Map<DayProcess, Running>();
  readonly dataDir: string;
  readonly settings: Settings;
  #release = THIS_RELEASE;
  databaseUrl = "";
  commandLimitMs = COMMAND_LIMIT_MS;

  constructor(t: TestContext, dataDir: string, settings: Settings) {
    this.#t = t;
    this.#merchant = new Merchant(t);
    this.dataDir = dataDir;
    this.settings = { ...settings, DATA_DIR: dataDir };
  }

  urls(): readonly string[] {
    return WEBS.flatMap((web) => this.#running.get(web)?.url ?? []);
  }

  /** The processes that run, and for how long. */
  processes() {
    return [...this.#running]
      .filter(([, { child }]) => !child.isOver)
      .map(([name, { child, startedAt }]) => {
        return { name, pid: child.pid, ageMs: performance.now() - startedAt };
      });
  }

  async kill(parts: readonly DayPart[]): Promise<void> {
    for (const part of parts) {
      if (part === "database") await killDatabase(this.dataDir);
      else await this.#running.get(part)?.child.stop("SIGKILL");
    }
  }

  /** As a supervisor does: starts what has ended, and waits until all parts answer. */
  async mend(): Promise<void> {
    for (const name of PROCESSES) {
      if (this.#running.get(name)?.child.isOver ?? true) await this.#start(name);
    }
    await until(() => this.#isWell(), WELL_WITHIN_MS);
  }

  /** The worker pauses the database while it is replaced. Web processes overlap. */
  async upgrade(release: Release): Promise<void> {
    const { name: old } = this.#release;
    this.#release = release;
    const worker = this.#running.get("worker");
    if (worker !== undefined) await stopAll(old, worker.child);
    await this.#start("worker");
    for (const web of WEBS) {
      const leaving = this.#running.get(web);
      await this.#start(web);
      if (leaving !== undefined) await stopAll(old, leaving.child);
    }
    await until(() => this.#isWell(), WELL_WITHIN_MS);
  }

  /** In order: what runs, finishes. */
  async stop(): Promise<void> {
    for (const name of PROCESSES.toReversed()) {
      const running = this.#running.get(name);
      if (running !== undefined) await stopAll(name, running.child);
    }
  }

  /** Runs a command of this release to its end. */
  async command(words: readonly string[], settings: Settings = {}) {
    const command = { words, settings: { ...this.settings, ...settings } };
    const { ended } = launch(this.#t, command);
    return within(ended, this.commandLimitMs, words.join(" "));
  }

  async commandDone(words: readonly string[], settings: Settings = {}): Promise<string> {
    const { code, stdout, stderr } = await this.command(words, settings);
    assert.equal(code, 0, `${words.join(" ")}: ${stderr}${stdout}`);
    return stdout;
  }

  async #start(name: DayProcess): Promise<void> {
    const started = await STARTS[name](this.#t, this.#release, this.settings);
    this.#running.set(name, { ...started, startedAt: performance.now() });
    this.databaseUrl = await findDatabase(this.dataDir);
  }

  async #isWell(): Promise<boolean> {
    const answers = await Promise.all([
      asking(this.databaseUrl, (client) => client.query("select 1")).catch(() => undefined),
      ...this.urls().map((url) => this.#merchant.fetchId(url, ACCOUNTS[0] ?? "")),
    ]);
    return answers.every((answer) => answer !== undefined);
  }
}

/** Without rate limits, and with a short time limit of the card host. */
const SETTINGS = {
  LOG_LEVEL: "silent",
  RATE_PER_CALLER: "0",
  RATE_PER_ADDRESS: "0",
  PROCESSOR_TIMEOUT_MS: "2000",
  BACKUP_LOG_SECONDS: "5",
};

export interface DayWish {
  readonly dataDir: string;
  readonly settings: Settings;
  /** Where webhooks go. */
  readonly hook: string;
}

export async function openDayInstallation(
  t: TestContext,
  { dataDir, settings, hook }: DayWish,
): Promise<DayInstallation> {
  const installation = new DayInstallation(t, dataDir, { ...SETTINGS, ...settings });
  await installation.mend();
  for (const account of ACCOUNTS) {
    await installation.commandDone(["accounts", "webhook", account, "--url", hook]);
  }
  return installation;
}
