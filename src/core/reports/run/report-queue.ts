/**
 * Limits the running reports of a process, per account and in total. Most reports are short, so
 * another one waits for a while before it is refused.
 */
export interface ReportQueueLimits {
  readonly perAccount: number;
  readonly inAll: number;
  readonly waitMs: number;
}

/** With more callers waiting, a new one is refused immediately. */
const WAITING_MAX = 200;

/** Called at the end of the report. */
export type LeaveQueue = () => void;

interface Waiting {
  readonly accountId: string;
  readonly admit: () => void;
}

export class ReportQueue {
  readonly #limits: ReportQueueLimits;
  readonly #running = new Map<string, number>();
  /** In order of arrival. A caller is admitted as soon as there is room. */
  readonly #waiting = new Set<Waiting>();
  #inAll = 0;

  constructor(limits: ReportQueueLimits) {
    this.#limits = limits;
  }

  /** Returns undefined if there was no room in time or the caller has left. */
  async enter(accountId: string, left: AbortSignal): Promise<LeaveQueue | undefined> {
    if (this.#hasRoom(accountId)) return this.#admit(accountId);
    return this.#waiting.size < WAITING_MAX ? this.#wait(accountId, left) : undefined;
  }

  #hasRoom(accountId: string): boolean {
    const { perAccount, inAll } = this.#limits;
    return (this.#running.get(accountId) ?? 0) < perAccount && this.#inAll < inAll;
  }

  #wait(accountId: string, left: AbortSignal): Promise<LeaveQueue | undefined> {
    const { promise, resolve } = Promise.withResolvers<LeaveQueue | undefined>();
    const end = (leave?: LeaveQueue) => {
      clearTimeout(limit);
      left.removeEventListener("abort", giveUp);
      this.#waiting.delete(waiting);
      resolve(leave);
    };
    const giveUp = () => end();
    const waiting = { accountId, admit: () => end(this.#admit(accountId)) };
    const limit = setTimeout(giveUp, this.#limits.waitMs);
    left.addEventListener("abort", giveUp);
    this.#waiting.add(waiting);
    if (left.aborted) giveUp();
    return promise;
  }

  #admit(accountId: string): LeaveQueue {
    this.#running.set(accountId, (this.#running.get(accountId) ?? 0) + 1);
    this.#inAll++;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#free(accountId);
    };
  }

  /** Admits the first waiting caller with room. */
  #free(accountId: string): void {
    this.#inAll--;
    const left = (this.#running.get(accountId) ?? 1) - 1;
    if (left === 0) this.#running.delete(accountId);
    else this.#running.set(accountId, left);
    const next = this.#waiting.values().find((waiting) => this.#hasRoom(waiting.accountId));
    next?.admit();
  }
}
