/**
 * How many deliveries may be under way: in all, and to each line (an endpoint's origin, or the mail
 * server). A line that answers quickly earns more; one that is slow loses them, and all slow lines
 * together never hold more than half. In memory and pure: it starts anew with each process.
 */
export interface TrafficLimits {
  readonly overallMax: number;
  readonly perLineMax: number;
}

/** How a delivery ended, as far as it says something about the line. */
export type LineExperience = "quick" | "slow" | "timed_out";

interface Line {
  underWay: number;
  limit: number;
  isSlow: boolean;
}

export interface Caller {
  readonly accountId: string;
  readonly line: string;
}

const UNKNOWN_LIMIT = 4;
const LINES_REMEMBERED_MAX = 10_000;

export class Traffic {
  readonly #limits: TrafficLimits;
  readonly #lines = new Map<string, Line>();
  #underWay = 0;
  #slowUnderWay = 0;
  #isClosed = false;

  constructor(limits: TrafficLimits) {
    this.#limits = limits;
  }

  get free(): number {
    return this.#isClosed ? 0 : this.#limits.overallMax - this.#underWay;
  }

  /** Nothing more may begin. */
  close(): void {
    this.#isClosed = true;
  }

  /** What each account may begin now: one each, then another each, until the room is used. */
  share(callers: readonly Caller[]): Map<string, number> {
    const shares = new Map<string, number>();
    const slots = new Slots(this.free, this.#slowFree());
    let hopeful = callers;
    while (hopeful.length > 0) {
      hopeful = hopeful.filter(({ accountId, line }) => {
        if (!slots.take(line, this.#lines.get(line) ?? this.#unknown())) return false;
        shares.set(accountId, (shares.get(accountId) ?? 0) + 1);
        return true;
      });
    }
    return shares;
  }

  begin(name: string): void {
    const line = this.#lines.get(name) ?? this.#unknown();
    this.#lines.set(name, line);
    line.underWay++;
    this.#underWay++;
    if (line.isSlow) this.#slowUnderWay++;
  }

  end(name: string, experience: LineExperience): void {
    const line = this.#lines.get(name);
    if (line === undefined) return;
    if (line.isSlow) this.#slowUnderWay -= line.underWay;
    line.underWay--;
    this.#underWay--;
    this.#learn(line, experience);
    if (line.isSlow) this.#slowUnderWay += line.underWay;
    if (this.#lines.size > LINES_REMEMBERED_MAX) this.#forget();
  }

  #learn(line: Line, experience: LineExperience): void {
    line.isSlow = experience !== "quick";
    if (experience === "quick") line.limit = Math.min(line.limit + 1, this.#limits.perLineMax);
    if (experience === "slow") line.limit = Math.min(line.limit, UNKNOWN_LIMIT);
    if (experience === "timed_out") line.limit = 1;
  }

  #slowFree(): number {
    return Math.max(1, Math.floor(this.#limits.overallMax / 2)) - this.#slowUnderWay;
  }

  #unknown(): Line {
    return { underWay: 0, limit: Math.min(UNKNOWN_LIMIT, this.#limits.perLineMax), isSlow: false };
  }

  #forget(): void {
    for (const [name, line] of this.#lines) if (line.underWay === 0) this.#lines.delete(name);
  }
}

/** The room that is left while shares are being dealt out. */
class Slots {
  readonly #taken = new Map<string, number>();
  #free: number;
  #slowFree: number;

  constructor(free: number, slowFree: number) {
    this.#free = free;
    this.#slowFree = slowFree;
  }

  take(name: string, line: Line): boolean {
    const taken = this.#taken.get(name) ?? 0;
    if (this.#free <= 0 || line.underWay + taken >= line.limit) return false;
    if (line.isSlow && this.#slowFree <= 0) return false;
    this.#taken.set(name, taken + 1);
    this.#free--;
    if (line.isSlow) this.#slowFree--;
    return true;
  }
}
