/**
 * One HSM session as the rest of the program sees it: a thread that answers one call at a time, with a
 * time limit. A call that is too late fails, but its thread is busy until the HSM returns.
 */
import { clearTimeout, setTimeout } from "node:timers";
import { Worker } from "node:worker_threads";
import type {
  HsmCallName,
  HsmFailure,
  HsmInput,
  HsmReply,
  HsmResult,
  HsmThreadSettings,
} from "./hsm-calls.ts";
import { describeHsmFailure, HsmError } from "./hsm-errors.ts";

export interface SessionThreadNeeds {
  readonly settings: HsmThreadSettings;
  readonly timeoutMs: number;
  /** The program of the thread. */
  readonly threadFile: string;
  /** Called when a call ends that was given up. The thread can take the next call then. */
  onLateEnd(thread: SessionThread): void;
}

interface RunningCall {
  readonly number: number;
  isLate: boolean;
  settle(reply: HsmReply): void;
}

const ENDED = { kind: "session_lost", code: "CKR_SESSION_CLOSED", call: "" } as const;

export class SessionThread {
  readonly #needs: SessionThreadNeeds;
  #worker: Worker | undefined;
  #running: RunningCall | undefined;
  #calls = 0;

  constructor(needs: SessionThreadNeeds) {
    this.#needs = needs;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  get isStarted(): boolean {
    return this.#worker !== undefined;
  }

  /** The caller makes sure that the thread is not busy. */
  call<Name extends HsmCallName>(name: Name, input: HsmInput<Name>): Promise<HsmResult<Name>> {
    const { promise, resolve, reject } = Promise.withResolvers<HsmResult<Name>>();
    const worker = this.#start();
    const timer = setTimeout(() => {
      running.isLate = true;
      reject(this.#lateError());
    }, this.#needs.timeoutMs);
    const settle = (reply: HsmReply) => {
      clearTimeout(timer);
      this.#running = undefined;
      worker.unref();
      if ("failure" in reply) reject(this.#toError(reply.failure));
      else resolve(reply.result as HsmResult<Name>);
      if (!running.isLate) return;
      if ("result" in reply && reply.result instanceof Uint8Array) reply.result.fill(0);
      this.#needs.onLateEnd(this);
    };
    const running: RunningCall = { number: ++this.#calls, isLate: false, settle };
    this.#running = running;
    // A process that waits for an answer must not end; one that does not wait may.
    worker.ref();
    worker.postMessage({ number: running.number, name, input });
    return promise;
  }

  /** Ends the thread. Waits for it only if it is not stuck in a call. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    const ended = worker?.terminate();
    if (!this.isBusy) await ended;
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(this.#needs.threadFile, {
      workerData: this.#needs.settings,
      // Flags of the program, such as a script in the command line, are not for the thread.
      execArgv: [],
    });
    worker.on("message", (reply: HsmReply) => {
      if (reply.number === this.#running?.number) this.#running.settle(reply);
    });
    // The thread of a module that crashes is replaced at the next call.
    worker.on("error", ({ message }) => this.#onEnd(worker, { kind: "broken", why: message }));
    worker.on("exit", () => this.#onEnd(worker, ENDED));
    this.#worker = worker;
    return worker;
  }

  /** Another thread may have replaced it already: both events come, one after the other. */
  #onEnd(worker: Worker, failure: HsmFailure): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const running = this.#running;
    running?.settle({ number: running.number, failure });
  }

  #lateError(): HsmError {
    return new HsmError(
      `The HSM did not answer within ${this.#needs.timeoutMs} ms (HSM_TIMEOUT_MS).`,
      "timeout",
    );
  }

  #toError(failure: HsmFailure): HsmError {
    return new HsmError(describeHsmFailure(failure, this.#needs.settings), failure);
  }
}
