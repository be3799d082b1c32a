/**
 * Counts the payments of the last day by minute and keeps the counts in memory: past minutes are
 * counted once, and each call counts only the latest ones. A call takes about a second at most.
 */
import type { Clock } from "../../../ports/clock.ts";
import { idRange, monthNumber } from "../../../values/transaction-id.ts";
import type { MinuteCount, TallyStore } from "./tally-store.ts";

export interface TallyNeeds {
  readonly store: Pick<TallyStore, "countByMinute">;
  readonly clock: Clock;
  /** How long an id stays valid after it was fetched. Its month is the month of the fetch. */
  readonly unspentIdsDays: number;
  readonly budgetMs?: number;
}

export interface Tally {
  readonly now: Temporal.Instant;
  /** Everything since then is counted. Less than a day ago while counting is not complete. */
  readonly from: Temporal.Instant;
  /** Minutes without a payment are left out. */
  readonly minutes: readonly MinuteCount[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A payment is dated before the card host is asked, and may be stored this much later. */
const OPEN_MS = 3 * MINUTE_MS;
/** After this time everything is counted again, to include payments that were stored even later. */
const RECOUNT_MS = 6 * HOUR_MS;
/** Calls within this time share one count. */
const FRESH_MS = 5_000;
const BUDGET_MS = 1_000;

export class PaymentTally {
  readonly #needs: TallyNeeds;
  #minutes = new Map<number, MinuteCount>();
  /** The counted span; minutes before `finalMs` are not counted again. Undefined: nothing counted. */
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
    // A failed count is not shared with later calls.
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

  /** Starts over from time to time, and when the business clock has jumped. */
  #begin(nowMs: number) {
    const known = this.#counted;
    const isGood =
      known !== undefined &&
      Math.abs(nowMs - known.finalMs) < HOUR_MS &&
      nowMs - known.begunMs < RECOUNT_MS;
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
