/** Adds new audit entries to the chain within a second, and logs the head of the chain. */
import { setTimeout as pause } from "node:timers/promises";
import { type Fingerprinter, markText } from "../core/audit/chain.ts";
import { Chainer } from "../core/audit/chainer.ts";
import type { DatabasePool } from "../db/database-pool.ts";
import type { Clock } from "../ports/clock.ts";

export interface ChainAuditNeeds {
  /** Uses the role that owns the tables. */
  readonly owner: DatabasePool;
  readonly custody: Fingerprinter;
  readonly clock: Clock;
  /** Logs the head, which proves what the database alone cannot prove: see core/audit/chain.ts. */
  readonly onHead: (head: string) => void;
  readonly onFailure: (error: unknown) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 500;
const AFTER_FAILURE_MS = 5_000;
const HEAD_EVERY_SECONDS = 60;

/** Returns a function that stops it, chains the remaining entries and logs the last head. */
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
      const pauseMs = isDone ? everyMs : AFTER_FAILURE_MS;
      await pause(pauseMs, undefined, { signal: ending.signal }).catch(() => {});
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

/** Logs a head once. */
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
