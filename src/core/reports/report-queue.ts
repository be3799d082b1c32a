/**
 * How many reports may be under way: of one account, and of all together, in one process. Most take
 * a moment, so one more waits a while for its turn before it is sent away.
 */
export interface ReportQueueLimits {
  readonly perAccount: number;
  readonly inAll: number;
  readonly waitMs: number;
}

/** Who would stand behind so many is sent away at once. */
const LINE_MAX = 200;

/** What to call at the end. */
export type Leave = () => void;

interface Waiting {
  readonly accountId: string;
  readonly call: () => void;
}

export class ReportQueue {
  readonly #limits: ReportQueueLimits;
  readonly #running = new Map<string, number>();
  /** In order of arrival. Whoever has room is called at once, so nobody here has any. */
  readonly #line = new Set<Waiting>();
  #inAll = 0;

  constructor(limits: ReportQueueLimits) {
    this.#limits = limits;
  }

  /** Undefined: there was no room in time, or whoever wanted it has left. */
  async enter(accountId: string, left: AbortSignal): Promise<Leave | undefined> {
    if (this.#hasRoom(accountId)) return this.#seat(accountId);
    return this.#line.size < LINE_MAX ? this.#wait(accountId, left) : undefined;
  }

  #hasRoom(accountId: string): boolean {
    const { perAccount, inAll } = this.#limits;
    return (this.#running.get(accountId) ?? 0) < perAccount && this.#inAll < inAll;
  }

  #wait(accountId: string, left: AbortSignal): Promise<Leave | undefined> {
    const { promise, resolve } = Promise.withResolvers<Leave | undefined>();
    const end = (leave?: Leave) => {
      clearTimeout(limit);
      left.removeEventListener("abort", giveUp);
      this.#line.delete(waiting);
      resolve(leave);
    };
    const giveUp = () => end();
    const waiting = { accountId, call: () => end(this.#seat(accountId)) };
    const limit = setTimeout(giveUp, this.#limits.waitMs);
    left.addEventListener("abort", giveUp);
    this.#line.add(waiting);
    if (left.aborted) giveUp();
    return promise;
  }

  #seat(accountId: string): Leave {
    this.#running.set(accountId, (this.#running.get(accountId) ?? 0) + 1);
    this.#inAll++;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#free(accountId);
    };
  }

  /** One place is free, so one is called: the first who may have it. */
  #free(accountId: string): void {
    this.#inAll--;
    const left = (this.#running.get(accountId) ?? 1) - 1;
    if (left === 0) this.#running.delete(accountId);
    else this.#running.set(accountId, left);
    const next = this.#line.values().find((waiting) => this.#hasRoom(waiting.accountId));
    next?.call();
  }
}
