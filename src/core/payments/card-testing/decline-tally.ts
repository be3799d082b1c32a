/**
 * The small payments of one address or one account in the last ten minutes: how many, which were
 * declined, and whether that looks like trying out cards. Pure: it is told the time.
 */

export interface TallyRule {
  /** So many different things declined within the window are suspect. */
  readonly declinesMax: number;
  /** And only if more than half of all payments in the window were declined. */
  readonly needsMajority: boolean;
}

const MINUTE_MS = 60_000;
const WINDOW_MINUTES = 10;
const WINDOW_MS = WINDOW_MINUTES * MINUTE_MS;
/** Six a minute. */
export const SUSPECTS_EVERY_MS = 10_000;

export class DeclineTally {
  readonly #rule: TallyRule;
  /** Where there is no need to know the most part of what, nothing is counted. */
  readonly #counts: { readonly all: LastMinutes; readonly declined: LastMinutes } | undefined;
  /** The latest of each, with its time, the oldest first: never more than the rule asks for. */
  readonly #declined = new Map<number, number>();
  #declineNumber = 0;
  #suspectUntilMs = 0;
  #roomAtMs = 0;

  constructor(rule: TallyRule) {
    this.#rule = rule;
    this.#counts = rule.needsMajority
      ? { all: new LastMinutes(), declined: new LastMinutes() }
      : undefined;
  }

  /** Perhaps no more; but if false, nobody need look at a clock. */
  get wasSuspect(): boolean {
    return this.#suspectUntilMs !== 0;
  }

  count(atMs: number): void {
    this.#counts?.all.add(atMs);
  }

  /** A card that is declined again is no other card; without a card each decline is another. */
  countDecline(atMs: number, card: number = ++this.#declineNumber): boolean {
    const wasSuspect = atMs < this.#suspectUntilMs;
    this.#counts?.declined.add(atMs);
    this.#declined.delete(card);
    this.#declined.set(card, atMs);
    const [oldest] = this.#declined;
    if (oldest !== undefined && this.#declined.size > this.#rule.declinesMax) {
      this.#declined.delete(oldest[0]);
    }
    this.#suspectUntilMs = this.#untilMs(atMs);
    return !wasSuspect && this.#suspectUntilMs !== 0;
  }

  /** Whether one more may pass now. */
  hasRoom(nowMs: number): boolean {
    return nowMs >= this.#suspectUntilMs || nowMs >= this.#roomAtMs;
  }

  takeRoom(nowMs: number): void {
    if (nowMs < this.#suspectUntilMs) this.#roomAtMs = nowMs + SUSPECTS_EVERY_MS;
  }

  /** When the oldest of so many declines leaves the window; 0: there is nothing to suspect. */
  #untilMs(atMs: number): number {
    if (this.#declined.size < this.#rule.declinesMax || !this.#hasMajority(atMs)) return 0;
    const [oldestMs = 0] = this.#declined.values();
    return oldestMs + WINDOW_MS > atMs ? oldestMs + WINDOW_MS : 0;
  }

  #hasMajority(atMs: number): boolean {
    const counts = this.#counts;
    return counts === undefined || counts.declined.total(atMs) * 2 > counts.all.total(atMs);
  }
}

/** How often something happened in the window, to the minute. */
class LastMinutes {
  readonly #counts: number[] = new Array<number>(WINDOW_MINUTES).fill(0);
  #minute = 0;

  add(atMs: number): void {
    this.#moveTo(atMs);
    const place = this.#minute % WINDOW_MINUTES;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
  }

  total(atMs: number): number {
    this.#moveTo(atMs);
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** What happened earlier and is told of later counts as of now. */
  #moveTo(atMs: number): void {
    const minute = Math.floor(atMs / MINUTE_MS);
    const passed = Math.min(minute - this.#minute, WINDOW_MINUTES);
    for (let back = 0; back < passed; back++) this.#counts[(minute - back) % WINDOW_MINUTES] = 0;
    this.#minute = Math.max(minute, this.#minute);
  }
}
