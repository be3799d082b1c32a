/**
 * Counts the small payments of one address or account in the last ten minutes and their declines, and
 * decides whether that looks like card testing. The caller passes the time.
 */

export interface TallyRule {
  /** Suspect at this many declines within the window; an account counts different cards. */
  readonly declinesMax: number;
  /** Suspect only if more than half of all payments in the window were declined. */
  readonly needsMajority: boolean;
}

const MINUTE_MS = 60_000;
const WINDOW_MINUTES = 10;
const WINDOW_MS = WINDOW_MINUTES * MINUTE_MS;
/** A suspect may make six payments a minute. */
export const SUSPECTS_EVERY_MS = 10_000;

export class DeclineTally {
  readonly #rule: TallyRule;
  /** Undefined if the rule does not need a majority. */
  readonly #counts: { readonly all: LastMinutes; readonly declined: LastMinutes } | undefined;
  /** The latest decline of each card with its time, oldest first; at most `declinesMax`. */
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

  /** May be outdated, but if it is false, no clock is needed. */
  get wasSuspect(): boolean {
    return this.#suspectUntilMs !== 0;
  }

  count(atMs: number): void {
    this.#counts?.all.add(atMs);
  }

  /** Returns whether this decline made it suspect. Without a card, each decline counts as a new card. */
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

  /** Whether one more payment is allowed now. */
  hasRoom(nowMs: number): boolean {
    return nowMs >= this.#suspectUntilMs || nowMs >= this.#roomAtMs;
  }

  takeRoom(nowMs: number): void {
    if (nowMs < this.#suspectUntilMs) this.#roomAtMs = nowMs + SUSPECTS_EVERY_MS;
  }

  /** When the oldest counted decline leaves the window. 0: not suspect. */
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

/** Counts events in the window by minute. */
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

  /** An event with an earlier time than the last one counts in the current minute. */
  #moveTo(atMs: number): void {
    const minute = Math.floor(atMs / MINUTE_MS);
    const passed = Math.min(minute - this.#minute, WINDOW_MINUTES);
    for (let back = 0; back < passed; back++) this.#counts[(minute - back) % WINDOW_MINUTES] = 0;
    this.#minute = Math.max(minute, this.#minute);
  }
}
