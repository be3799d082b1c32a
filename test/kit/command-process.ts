/**
 * Commands inside the test's own process: the same command line with its own streams, environment,
 * signals and end. It costs a fraction of a child process. What is about the process itself, such as
 * real signals, descriptors and exit codes, needs a child (process.ts).
 */
import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";
import type { TestContext } from "node:test";
import { runProgram } from "../../src/commands/program.ts";
import { type CommandProcess, runInProcess } from "../../src/ports/command-process.ts";
import {
  atEnd,
  COMMAND_ENVIRONMENT,
  type Ending,
  findUrl,
  type Settings,
  within,
} from "./process.ts";
import { until } from "./until.ts";

const PATIENCE_MS = 40_000;

/** Ends the work of a command that called `exit`. */
class CommandEnded extends Error {}

class Collector extends Writable {
  text = "";

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

/** What the command sees as its process. */
class TestProcess extends EventEmitter {
  readonly stdout = new Collector();
  readonly stderr = new Collector();
  readonly stdin: Readable;
  readonly env: NodeJS.ProcessEnv;
  exitCode: number | undefined;
  isOver = false;

  constructor(settings: Settings, input: string) {
    super();
    this.env = { ...COMMAND_ENVIRONMENT, ...settings };
    this.stdin = Readable.from([Buffer.from(input)]);
  }

  /** A timer of the command may call it after the end, where a real process would be gone. */
  exit = (code?: number): void => {
    if (this.isOver) return;
    if (code !== undefined) this.exitCode = code;
    throw new CommandEnded();
  };

  async run(words: readonly string[]): Promise<Ending> {
    try {
      await runInProcess(this as unknown as CommandProcess, () => runProgram(words));
    } catch (error) {
      if (!(error instanceof CommandEnded)) this.#fail(error);
    }
    this.isOver = true;
    return this.#ending();
  }

  /** As Node does with an error that nobody caught. */
  #fail(error: unknown): void {
    this.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    this.exitCode = 1;
  }

  #ending(): Ending {
    const { stdout, stderr, exitCode = 0 } = this;
    return { code: exitCode, signal: null, stdout: stdout.text, stderr: stderr.text };
  }
}

/** Runs a command to its end. */
export async function runHere(
  words: readonly string[],
  settings: Settings = {},
  input = "",
): Promise<Ending> {
  return within(new TestProcess(settings, input).run(words), PATIENCE_MS, words.join(" "));
}

/** `serve` inside the test's process. It has no web processes of its own (WORKERS). */
export class ServedHere {
  readonly #own: TestProcess;
  readonly ended: Promise<Ending>;

  constructor(settings: Settings, words: readonly string[]) {
    this.#own = new TestProcess(settings, "");
    this.ended = this.#own.run(["serve", ...words]);
  }

  get stdout(): string {
    return this.#own.stdout.text;
  }

  get stderr(): string {
    return this.#own.stderr.text;
  }

  get isOver(): boolean {
    return this.#own.isOver;
  }

  /** The first SIGTERM stops it, and SIGHUP makes it read its files again. */
  kill(signal: "SIGTERM" | "SIGHUP"): void {
    this.#own.emit(signal, signal);
  }

  async stop(): Promise<Ending> {
    if (!this.isOver) this.kill("SIGTERM");
    return within(this.ended, PATIENCE_MS, "the end after SIGTERM");
  }
}

/** Starts `serve` and waits until it answers, or until its jobs run. */
export async function serveHere(t: TestContext, settings: Settings, words: readonly string[] = []) {
  const child = new ServedHere(settings, words);
  atEnd(t, async () => void (await child.stop()));
  const isStarted = () => findUrl(child.stdout) !== undefined || RUNS_JOBS.test(child.stdout);
  await until(() => child.isOver || isStarted());
  if (!isStarted()) throw new Error(`it did not start: ${child.stdout}${child.stderr}`);
  return { child, url: findUrl(child.stdout) ?? "" };
}

const RUNS_JOBS = /runs jobs only/;
