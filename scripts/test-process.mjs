/** Starts run-tests.mjs, a process that runs test files, and talks to it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { ROOT } from "./install.mjs";

const RUN_TESTS = path.join(ROOT, "scripts", "run-tests.mjs");
/** A process that has nothing to run ends at once, unless a test left something open. */
const END_WITHIN_MS = 30_000;

export class TestProcess {
  #child;
  #closed;
  #output = [];

  constructor(env = {}) {
    const stdio = ["ignore", "pipe", "pipe", "ipc"];
    this.#child = spawn(process.execPath, [RUN_TESTS], {
      cwd: ROOT,
      stdio,
      env: { ...process.env, ...env },
    });
    this.#closed = once(this.#child, "close");
    const { stdout, stderr } = this.#child;
    for (const stream of [stdout, stderr]) stream.on("data", (text) => this.#output.push(text));
  }

  get hasEnded() {
    return !this.#child.connected;
  }

  kill(signal) {
    this.#child.kill(signal);
  }

  /** Returns what the process and its tests printed, and the results. If the process ended, there are none. */
  async run(files) {
    const answer = once(this.#child, "message");
    // An error means that the process has ended, which is handled below.
    this.#child.send(files, () => {});
    const [results] = await Promise.race([answer, this.#closed.then(() => [])]);
    return { printed: this.#takeOutput(), results };
  }

  /** Returns why the process failed after its last tests, if it did. */
  async end() {
    this.#child.send([], () => {});
    const limit = setTimeout(() => this.kill("SIGKILL"), END_WITHIN_MS);
    const [status, signal] = await this.#closed;
    clearTimeout(limit);
    return status === 0 ? undefined : `${signal ?? `exit code ${status}`}\n${this.#takeOutput()}`;
  }

  #takeOutput() {
    return Buffer.concat(this.#output.splice(0)).toString();
  }
}
