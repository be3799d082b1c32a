/** A readiness check that runs repeatedly in the background, with a time limit for each run. */
import { clearTimeout, setTimeout } from "node:timers";
import type { CheckResult, ReadinessCheck } from "../ports/readiness.ts";

export interface WatchedCheckNeeds {
  readonly name: string;
  readonly everyMs: number;
  readonly answerWithinMs: number;
  /** Checks once. An exception is passed to `onFailure`. */
  runCheck(): Promise<CheckResult>;
  /** The result after an error or a timeout. Undefined keeps the last result. */
  onFailure(error: unknown): CheckResult | undefined;
}

export class WatchedCheck implements ReadinessCheck {
  readonly name: string;
  readonly #needs: WatchedCheckNeeds;
  #result: CheckResult = { level: "failing", state: "starting", reason: "Not checked yet." };
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(needs: WatchedCheckNeeds) {
    this.name = needs.name;
    this.#needs = needs;
  }

  result(): CheckResult {
    return this.#result;
  }

  /** Checks once, and then repeatedly until it is closed. */
  async start(): Promise<void> {
    const { runCheck, onFailure, everyMs } = this.#needs;
    const found = await this.#inTime(runCheck()).catch(onFailure);
    if (found !== undefined) this.#result = found;
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.start(), everyMs).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #inTime(look: Promise<CheckResult>): Promise<CheckResult> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const { name, answerWithinMs } = this.#needs;
    const timer = setTimeout(
      () => reject(new Error(`the ${name} check timed out`)),
      answerWithinMs,
    ).unref();
    try {
      return await Promise.race([look, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
