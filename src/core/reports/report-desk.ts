/** How many reports may be under way: of one account, and of all together, in one process. */
export interface DeskLimits {
  readonly perAccount: number;
  readonly inAll: number;
}

export class ReportDesk {
  readonly #limits: DeskLimits;
  readonly #running = new Map<string, number>();
  #inAll = 0;

  constructor(limits: DeskLimits) {
    this.#limits = limits;
  }

  /** What to call at the end; undefined: there is no room now. */
  enter(accountId: string): (() => void) | undefined {
    const { perAccount, inAll } = this.#limits;
    const own = this.#running.get(accountId) ?? 0;
    if (own >= perAccount || this.#inAll >= inAll) return undefined;
    this.#running.set(accountId, own + 1);
    this.#inAll++;
    return this.#leaving(accountId);
  }

  #leaving(accountId: string): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#inAll--;
      const left = (this.#running.get(accountId) ?? 1) - 1;
      if (left === 0) this.#running.delete(accountId);
      else this.#running.set(accountId, left);
    };
  }
}
