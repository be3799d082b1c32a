/**
 * Payments of the last day by the minute, kept in mind: what is over is counted once, and each look
 * counts the last minutes only. However big the day is, a look takes about a second at most.
 */
import type { Clock } from "../../ports/clock.ts";
import { idRange, monthNumber } from "../../values/transaction-id.ts";
import type { MinuteCount, TallyStore } from "./tally-store.ts";

export interface TallyNeeds {
  readonly store: Pick<TallyStore, "countByMinute">;
  readonly clock: Clock;
  /** How long an id may be spent after it was fetched: it names the month that it was fetched in. */
  readonly unspentIdsDays: number;
  readonly budgetMs?: number;
}

export interface Tally {
  readonly now: Temporal.Instant;
  /** Everything since then is counted; later than a day ago while there is more to count. */
  readonly from: Temporal.Instant;
  /** Minutes without a payment are left out. */
  readonly minutes: readonly MinuteCount[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A payment is dated before its host is asked: it may be written this much later. */
const OPEN_MS = 3 * MINUTE_MS;
/** What came later still is found when all is counted anew. */
const ANEW_MS = 6 * HOUR_MS;
/** Whoever looks at the same moment shares a count. */
const FRESH_MS = 5_000;
const BUDGET_MS = 1_000;

export class PaymentTally {
  readonly #needs: TallyNeeds;
  #minutes = new Map<number, MinuteCount>();
  /** Counted from here, and never again up to there; undefined: not begun. */
  #counted: { fromMs: number; finalMs: number; begunMs: number } | undefined;
  #looking: { readonly atMs: number; readonly tally: Promise<Tally> } | undefined;

  constructor(needs: TallyNeeds) {
    this.#needs = needs;
  }

  countLastDay(): Promise<Tally> {
    const atMs = this.#needs.clock.business().epochMilliseconds;
    if (this.#looking !== undefined && Math.abs(atMs - this.#looking.atMs) < FRESH_MS) {
      return this.#looking.tally;
    }
    const tally = this.#look(atMs);
    const looking = { atMs, tally };
    this.#looking = looking;
    // What failed is asked anew by the next who looks.
    tally.catch(() => {
      if (this.#looking === looking) this.#looking = undefined;
    });
    return tally;
  }

  async #look(nowMs: number): Promise<Tally> {
    const budgetMs = this.#needs.budgetMs ?? BUDGET_MS;
    const started = performance.now();
    const counted = this.#begin(nowMs);
    await this.#count(counted.finalMs, minuteOf(nowMs) + MINUTE_MS);
    counted.finalMs = Math.max(counted.finalMs, minuteOf(nowMs - OPEN_MS));
    const dayAgo = minuteOf(nowMs) - DAY_MS;
    while (counted.fromMs > dayAgo && performance.now() - started < budgetMs) {
      const fromMs = Math.max(dayAgo, counted.fromMs - HOUR_MS);
      await this.#count(fromMs, counted.fromMs);
      counted.fromMs = fromMs;
    }
    counted.fromMs = Math.max(counted.fromMs, dayAgo);
    return this.#tally(nowMs, counted.fromMs);
  }

  /** Begins anew now and then, and where business time has moved far. */
  #begin(nowMs: number) {
    const known = this.#counted;
    const isGood =
      known !== undefined &&
      Math.abs(nowMs - known.finalMs) < HOUR_MS &&
      nowMs - known.begunMs < ANEW_MS;
    if (isGood) return known;
    const startMs = minuteOf(nowMs - OPEN_MS);
    this.#minutes = new Map();
    this.#counted = { fromMs: startMs, finalMs: startMs, begunMs: nowMs };
    return this.#counted;
  }

  async #count(fromMs: number, toMs: number): Promise<void> {
    const [from, to] = [instantOf(fromMs), instantOf(toMs)];
    const rows = await this.#needs.store.countByMinute({ from, to, ids: this.#idsOf(from, to) });
    for (const row of rows) this.#minutes.set(row.minute.epochMilliseconds, row);
  }

  #idsOf(from: Temporal.Instant, to: Temporal.Instant) {
    const oldest = from.subtract({ hours: 24 * this.#needs.unspentIdsDays });
    return { first: idRange(monthNumber(oldest)).first, end: idRange(monthNumber(to)).end };
  }

  #tally(nowMs: number, fromMs: number): Tally {
    for (const minuteMs of this.#minutes.keys()) {
      if (minuteMs < fromMs) this.#minutes.delete(minuteMs);
    }
    const minutes = [...this.#minutes].sort(([one], [other]) => one - other);
    return {
      now: instantOf(nowMs),
      from: instantOf(fromMs),
      minutes: minutes.map(([, count]) => count),
    };
  }
}

function minuteOf(ms: number): number {
  return ms - (ms % MINUTE_MS);
}

function instantOf(ms: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(ms);
}
