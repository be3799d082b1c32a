/** A bash session that runs the shell blocks of a page one after the other, as a reader pastes them. */
import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { TestContext } from "node:test";
import { atEnd, MAIN, NODE, NODE_COMPILE_CACHE, type Settings, within } from "./process.ts";
import { until } from "./until.ts";

const BLOCK_LIMIT_MS = 120_000;
const isInstalled = (program: string) =>
  spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

/**
 * Pages are for users of the package. Here, `npx sixdoors` runs in the test's process. Only `help`
 * starts the compiled program of the clone.
 */
const OWN_NPX = `npx() {
  [ "$1" = sixdoors ] || return 1
  shift
  [ "$1" = help ] || { run_here "$@"; return; }
  NODE_COMPILE_CACHE='${NODE_COMPILE_CACHE}' '${NODE}' '${MAIN}' "$@"
}`;

/** Why the examples cannot run on this machine; false when they can. */
export const NO_SHELL = ["bash", "curl", "openssl"].every(isInstalled)
  ? false
  : "bash, curl or openssl is missing";

export interface DocShellSettings {
  /** The working directory, from which readers run commands. */
  readonly cwd: string;
  /** An existing directory for the script files. */
  readonly scratchDir: string;
  readonly env: Settings;
  /** Defines the shell function `run_here` (command-server.ts). */
  readonly commands: string;
}

export class DocShell {
  readonly #bash: ChildProcessWithoutNullStreams;
  readonly #scratchDir: string;
  #output = "";
  #isClosed = false;

  constructor({ cwd, scratchDir, env, commands }: DocShellSettings) {
    this.#scratchDir = scratchDir;
    // Through `cat`, because `tee /dev/stderr` cannot open the socket that Node gives a child.
    this.#bash = spawn("sh", ["-c", "bash --noprofile --norc 2>&1 | cat"], {
      cwd,
      env: { PATH: process.env["PATH"], ...env },
      detached: true,
    });
    this.#bash.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#output += text;
    });
    this.#bash.once("close", () => {
      this.#isClosed = true;
    });
    this.#bash.stdin.write(`set -eu\n${commands}\n${OWN_NPX}\n`);
  }

  /** Everything that the commands print. A command that fails ends the session and the test. */
  async run(script: string): Promise<string> {
    const file = path.join(this.#scratchDir, "block.sh");
    const endMark = `end of block ${randomUUID()}`;
    await writeFile(file, script);
    this.#output = "";
    this.#bash.stdin.write(`source '${file}' </dev/null\nprintf '%s\\n' '${endMark}'\n`);
    const isDone = () => this.#isClosed || this.#output.includes(endMark);
    await until(isDone, BLOCK_LIMIT_MS);
    assert.ok(this.#output.includes(endMark), `a command failed:\n${script}${this.#output}`);
    return this.#output.slice(0, this.#output.indexOf(endMark));
  }

  /** The value of a shell variable. */
  async read(name: string): Promise<string> {
    return this.run(`printf '%s' "$${name}"\n`);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      if (this.#isClosed) resolve();
      this.#bash.once("close", () => resolve());
    });
    this.#kill();
    await within(closed, BLOCK_LIMIT_MS, "the end of the shell");
  }

  /** Also ends what the page started in the background. */
  #kill(): void {
    try {
      process.kill(-(this.#bash.pid ?? Number.NaN), "SIGKILL");
    } catch {
      // The session has ended already.
    }
  }
}

export function openDocShell(t: TestContext, settings: DocShellSettings): DocShell {
  const shell = new DocShell(settings);
  atEnd(t, () => shell.close());
  return shell;
}
