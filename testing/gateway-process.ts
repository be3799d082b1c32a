/** The process of a gateway: starts it, sends it calls, keeps its last log lines, and ends it. */
import { type ChildProcess, spawn } from "node:child_process";
import type {
  CallAnswer,
  CallMessage,
  CallWish,
  GatewayCallName,
  GatewayMessage,
  ReadyGateway,
} from "../src/app/testing/contract.ts";
import { LogTail } from "./log-tail.ts";
import type { Program } from "./program.ts";

/** A call that failed, or a gateway that could not start or has ended. */
export class SixdoorsError extends Error {
  override readonly name = "SixdoorsError";
}

interface OpenCall {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

const EXIT_WITHIN_MS = 10_000;

export class GatewayProcess {
  readonly #child: ChildProcess;
  readonly #log: LogTail;
  readonly #calls = new Map<number, OpenCall>();
  readonly #exited: Promise<void>;
  #ready: ((ready: ReadyGateway) => void) | undefined;
  #ended: string | undefined;
  #isStopping = false;
  #count = 0;

  constructor({ node, args, cwd, env }: Program) {
    const stdio = ["ignore", "pipe", "pipe", "ipc"] as const;
    this.#child = spawn(node, args, { cwd, env, stdio: [...stdio], windowsHide: true });
    this.#log = new LogTail([this.#child.stdout, this.#child.stderr]);
    this.#child.on("message", (message) => this.#hear(message as GatewayMessage));
    this.#exited = new Promise((resolve) => {
      this.#child.once("error", (error) => resolve(this.#end(`cannot be run: ${error.message}`)));
      // "close", not "exit": the last lines of its log have arrived.
      this.#child.once("close", (code, signal) =>
        resolve(this.#end(`has ended (${signal ?? code})`)),
      );
    });
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN;
  }

  get lastLogLines(): readonly string[] {
    return this.#log.lines;
  }

  /** Resolves when the gateway answers requests. */
  async untilReady(limitMs: number): Promise<ReadyGateway> {
    const ready = new Promise<ReadyGateway>((resolve) => {
      this.#ready = resolve;
    });
    const failed = this.#exited.then(() => Promise.reject(this.#failure("could not start")));
    const late = `was not ready within ${limitMs} ms`;
    try {
      return await this.#within(Promise.race([ready, failed]), limitMs, late);
    } catch (error) {
      this.#child.kill("SIGKILL");
      throw error;
    }
  }

  /** An open call keeps the test process running. Between calls, the gateway does not. */
  async call<Name extends GatewayCallName>(
    method: Name,
    wish: CallWish<Name>,
    limitMs: number,
  ): Promise<CallAnswer<Name>> {
    if (this.#ended !== undefined) throw this.#failure(`has ended, so ${method} is not possible`);
    const id = ++this.#count;
    const answer = new Promise<CallAnswer<Name>>((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      // A message that cannot be sent is for a process that is ending, which rejects the call.
      this.#child.send({ id, method, wish } satisfies CallMessage, () => {});
    });
    this.#hold();
    const late = `did not answer ${method} within ${limitMs} ms`;
    return this.#within(answer, limitMs, late).finally(() => {
      this.#calls.delete(id);
      if (this.#calls.size === 0 && !this.#isStopping) this.letGo();
    });
  }

  async stop(): Promise<void> {
    if (this.#ended !== undefined) return;
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), EXIT_WITHIN_MS);
    // Its end is what counts, whether or not it answers before.
    this.call("stop", {}, EXIT_WITHIN_MS).catch(() => {});
    this.#isStopping = true;
    await this.#exited;
    clearTimeout(timer);
  }

  /** Lets the test process exit although the gateway runs. Then the gateway ends, too. */
  letGo(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    this.#log.unref();
  }

  #hold(): void {
    this.#child.ref();
    this.#child.channel?.ref();
    this.#log.ref();
  }

  #hear(message: GatewayMessage): void {
    if (message.kind === "ready") {
      this.#ready?.(message.ready);
      return;
    }
    const call = this.#calls.get(message.id);
    if (message.kind === "answer") call?.resolve(message.answer as never);
    else call?.reject(new SixdoorsError(message.message));
  }

  #end(how: string): void {
    this.#ended = how;
    for (const { reject } of this.#calls.values()) reject(this.#failure(how));
  }

  async #within<Result>(work: Promise<Result>, limitMs: number, late: string): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(this.#failure(late)), limitMs);
    });
    return Promise.race([work, limit]).finally(() => clearTimeout(timer));
  }

  #failure(what: string): SixdoorsError {
    const lines = this.#log.lines.map((line) => `  ${line}`).join("\n");
    const log = lines === "" ? "It logged nothing." : `Its last log lines:\n${lines}`;
    return new SixdoorsError(`The Sixdoors gateway ${what}. ${log}`);
  }
}
