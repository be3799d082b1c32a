/**
 * The product as a child process that tests start, read, stop or kill. At the end of the test the
 * child, its PostgreSQL and its folder are removed, also if the test fails.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { findPostmaster } from "../../src/adapters/embedded-postgres/postmaster-file.ts";
import { findQuickFolder } from "./quick-folder.ts";
import { until } from "./until.ts";

export const ROOT = path.resolve(import.meta.dirname, "../..");
/** Tests run on the pinned Node. */
export const NODE = process.execPath;
/** The compiled program: it starts in half the time that the sources take. */
export const MAIN = path.join(ROOT, "dist/main.js");
/** The launcher's compile cache, which halves the time of a start. */
export const NODE_COMPILE_CACHE = path.join(ROOT, "node_modules/.cache/sixdoors");
/** What every command gets beside the settings of its test. */
export const COMMAND_ENVIRONMENT = {
  PATH: process.env["PATH"],
  HOME: tmpdir(),
  PORT: "0",
  WORKER_PORT: "0",
};
const PATIENCE_MS = 40_000;
/** Longer than any start takes, also on a slow machine beside other tests. */
const START_LIMIT_MS = 120_000;

export type Settings = Readonly<Record<string, string>>;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Command {
  readonly program?: string;
  /** The arguments after the program. If absent: the product's command line and `words`. */
  readonly args?: readonly string[];
  readonly words?: readonly string[];
  readonly settings?: Settings;
  readonly cwd?: string;
}

export class Child {
  readonly #child: ChildProcess;
  readonly ended: Promise<Ending>;
  #stdout = "";
  #stderr = "";
  #isOver = false;

  /** In its own process group, as in a terminal. */
  constructor({ program = NODE, args, words = ["serve"], settings = {}, cwd = ROOT }: Command) {
    this.#child = spawn(program, args ?? [MAIN, ...words], {
      cwd,
      env: { ...COMMAND_ENVIRONMENT, NODE_COMPILE_CACHE, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#child.stdout?.on("data", (text) => {
      this.#stdout += text;
    });
    this.#child.stderr?.on("data", (text) => {
      this.#stderr += text;
    });
    this.ended = this.#end();
  }

  async #end(): Promise<Ending> {
    const { promise, resolve, reject } = Promise.withResolvers<Ending>();
    this.#child.once("error", reject);
    // "close", not "exit": a process that still holds our pipes has not ended yet.
    this.#child.once("close", (code, signal) => {
      this.#isOver = true;
      resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr });
    });
    return promise;
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Like Ctrl-C in a terminal: the whole process group gets the signal. */
  killGroup(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.pid, signal);
    } catch {
      // The group is empty.
    }
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Ending> {
    this.kill(signal);
    return within(this.ended, PATIENCE_MS, `the end after ${signal}`);
  }

  /** The base address, which the program prints when it is ready. */
  async url(): Promise<string> {
    const isReady = () => this.#isOver || findUrl(this.#stdout) !== undefined;
    await until(isReady, START_LIMIT_MS).catch(() => {});
    const url = findUrl(this.#stdout);
    assert.ok(url, `it did not start: ${this.#stdout}${this.#stderr}`);
    return url;
  }
}

const BASE_URL = /Base URL {3}(\S+)\n/;
/** In production, a line of JSON. */
const READY_URL = /"url":"([^"]+)"[^\n]*"msg":"ready, answers requests"/;

/** The base address in what `serve` printed. */
export function findUrl(text: string): string | undefined {
  return (BASE_URL.exec(text) ?? READY_URL.exec(text))?.[1];
}

const closers = new WeakMap<TestContext, (() => Promise<void>)[]>();

/** Runs in reverse order: what was opened last is closed first. */
export function atEnd(t: TestContext, close: () => Promise<void>): void {
  const known = closers.get(t);
  if (known !== undefined) {
    known.push(close);
    return;
  }
  const list = [close];
  closers.set(t, list);
  t.after(async () => {
    for (const each of list.reverse()) await each();
  });
}

export function launch(t: TestContext, command: Command): Child {
  const child = new Child(command);
  atEnd(t, async () => {
    child.killGroup("SIGKILL");
    await child.ended;
  });
  return child;
}

/** Starts `serve` and waits until it answers. */
export async function serve(t: TestContext, settings: Settings, words: readonly string[] = []) {
  const child = launch(t, { words: ["serve", ...words], settings });
  return { child, url: await child.url() };
}

/** On a slow machine, a check may time out at first. The next one follows within two seconds. */
export async function untilReady(url: string): Promise<void> {
  await until(async () => (await fetch(`${url}/health/ready`)).status === 200);
}

/** Runs a command to its end. */
export async function run(
  t: TestContext,
  words: readonly string[],
  settings: Settings = {},
): Promise<Ending> {
  return within(launch(t, { words, settings }).ended, PATIENCE_MS, words.join(" "));
}

/** An empty folder that PostgreSQL may enter too. */
export async function makeFolder(t: TestContext, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(parent, "sixdoors process "));
  await chmod(folder, 0o755);
  atEnd(t, () => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A new data folder, inside a folder with a space in its name. Its server ends with the test. */
export async function makeDataDir(t: TestContext): Promise<string> {
  const dataDir = path.join(await makeFolder(t, await findQuickFolder()), "data");
  atEnd(t, async () => {
    const pid = await findPostgres(dataDir);
    // PostgreSQL must stop in order, or its shared memory stays behind.
    if (pid !== undefined) process.kill(pid, "SIGINT");
    await until(async () => (await findPostgres(dataDir)) === undefined);
  });
  return dataDir;
}

/** Returns the process id of the embedded PostgreSQL of a data folder. */
export async function findPostgres(dataDir: string): Promise<number | undefined> {
  return (await findPostmaster(path.join(dataDir, "postgres")))?.pid;
}

/** A process that has ended but is not reaped yet (a zombie) is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch (error) {
    return (error as NodeJS.ErrnoException).syscall === "open" && process.platform !== "linux";
  }
}

export async function within<Result>(
  work: Promise<Result>,
  limitMs: number,
  what: string,
): Promise<Result> {
  const timer = new AbortController();
  const late = delay(limitMs, undefined, { signal: timer.signal }).then(
    () => assert.fail(`${what} took longer than ${limitMs} ms`),
    () => work,
  );
  return Promise.race([work, late]).finally(() => timer.abort());
}
