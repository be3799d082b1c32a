/**
 * A child process of the bench. It has its own process group, so that Ctrl-C reaches it only
 * through the bench, and its channel tells it when the bench has ended.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { on, once } from "node:events";
import { tmpdir } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Cleaning } from "./cleaning.ts";

export interface ChildOptions {
  /** A TypeScript program and its arguments. */
  readonly file: string;
  readonly args?: readonly string[];
  /** Flags of Node, before the program. */
  readonly flags?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

const STOP_WITHIN_MS = 15_000;
const LAST_WORDS_MAX = 2_000;

export class Child {
  readonly #child: ChildProcess;
  readonly #inbox: AsyncIterator<unknown[]>;
  readonly #ended: Promise<unknown>;
  #lastWords = "";
  #isOver = false;

  constructor(cleaning: Cleaning, { file, args = [], flags = [], settings = {} }: ChildOptions) {
    cleaning.add(() => this.stop());
    this.#child = spawn(process.execPath, [...flags, file, ...args], {
      env: { PATH: process.env["PATH"], HOME: tmpdir(), TMPDIR: tmpdir(), ...settings },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      detached: true,
    });
    this.#inbox = on(this.#child, "message", { close: ["close"] });
    this.#ended = once(this.#child, "close").finally(() => {
      this.#isOver = true;
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (text) => {
        this.#lastWords = `${this.#lastWords}${text}`.slice(-LAST_WORDS_MAX);
        if (process.env["BENCH_LOG"]) process.stderr.write(text);
      });
    }
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The error for an ended process, with its last output. */
  error(): Error {
    return new Error(`a process of the bench has ended: ${this.#lastWords.trim() || "no word"}`);
  }

  /** Returns the next message. */
  async heard<Message>(): Promise<Message> {
    const { value, done } = await this.#inbox.next();
    if (done) throw this.error();
    return value[0] as Message;
  }

  async ask<Answer>(question: object): Promise<Answer> {
    this.#child.send(question, () => {});
    return this.heard<Answer>();
  }

  async stop(): Promise<void> {
    if (this.#isOver) return;
    this.#child.kill("SIGTERM");
    const late = pause(STOP_WITHIN_MS, "late", { ref: false });
    if ((await Promise.race([this.#ended, late])) !== "late") return;
    this.#child.kill("SIGKILL");
    await this.#ended;
  }
}
