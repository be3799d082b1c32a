/** Chains the audit within a second of each act, and has the chain's head put into the log. */
import { setTimeout as pause } from "node:timers/promises";
import { type Fingerprinter, markText } from "../core/audit/chain.ts";
import { Chainer } from "../core/audit/chainer.ts";
import type { DatabasePool } from "../db/database-pool.ts";
import type { Clock } from "../ports/clock.ts";

export interface ChainAuditNeeds {
  /** Works as the owner of the tables. */
  readonly owner: DatabasePool;
  readonly custody: Fingerprinter;
  readonly clock: Clock;
  /** Puts the head into the log: what the database alone cannot prove is proved by it. */
  readonly onHead: (head: string) => void;
  readonly onFailure: (error: unknown) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 500;
const AFTER_FAILURE_MS = 5_000;
const HEAD_EVERY_SECONDS = 60;

/** Gives the way to end it, which chains what is left and logs the last head. */
export function startChainingAudit(needs: ChainAuditNeeds): () => Promise<void> {
  const { owner, custody, onFailure, everyMs = EVERY_MS } = needs;
  const chainer = new Chainer({ db: owner, custody });
  const log = new HeadLog(needs);
  const ending = new AbortController();
  const pass = async () => {
    try {
      await chainer.chainAll();
      return true;
    } catch (error) {
      onFailure(error);
      return false;
    }
  };
  const run = async () => {
    while (!ending.signal.aborted) {
      const isDone = await pass();
      log.minutely(chainer);
      await nap(isDone ? everyMs : AFTER_FAILURE_MS, ending.signal);
    }
    await pass();
    log.now(chainer);
  };
  const running = run();
  return () => {
    ending.abort();
    return running;
  };
}

/** A head that was logged already is not logged again. */
class HeadLog {
  readonly #needs: Pick<ChainAuditNeeds, "clock" | "onHead">;
  #logged: string | undefined;
  #loggedAt: Temporal.Instant | undefined;

  constructor(needs: Pick<ChainAuditNeeds, "clock" | "onHead">) {
    this.#needs = needs;
  }

  minutely(chainer: Chainer): void {
    const now = this.#needs.clock.wall();
    if (this.#loggedAt && this.#loggedAt.until(now).total("seconds") < HEAD_EVERY_SECONDS) return;
    this.now(chainer);
  }

  now({ head }: Chainer): void {
    const text = head && markText(head);
    if (text === undefined || text === this.#logged) return;
    this.#logged = text;
    this.#loggedAt = this.#needs.clock.wall();
    this.#needs.onHead(text);
  }
}

async function nap(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
}
