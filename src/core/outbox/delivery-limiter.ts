/**
 * Limits parallel deliveries, in total and per target (the origin of an endpoint, or the mail server). The
 * limit of a target grows while it answers quickly and shrinks when it is slow. All slow targets
 * together get at most half of all deliveries. Kept in memory, per process.
 */
export interface DeliveryLimits {
  readonly overallMax: number;
  readonly perTargetMax: number;
}

/** How quickly a target answered. */
export type TargetSpeed = "quick" | "slow" | "timed_out";

interface Target {
  underWay: number;
  limit: number;
  isSlow: boolean;
}

export interface WaitingReceiver {
  /** Its own name: receivers can share a target. */
  readonly key: string;
  readonly target: string;
}

const FIRST_LIMIT = 4;
const TARGETS_REMEMBERED_MAX = 10_000;

export class DeliveryLimiter {
  readonly #limits: DeliveryLimits;
  readonly #targets = new Map<string, Target>();
  #underWay = 0;
  #slowUnderWay = 0;
  #isClosed = false;

  constructor(limits: DeliveryLimits) {
    this.#limits = limits;
  }

  get free(): number {
    return this.#isClosed ? 0 : this.#limits.overallMax - this.#underWay;
  }

  /** After this no delivery may start. */
  close(): void {
    this.#isClosed = true;
  }

  /** How many deliveries each receiver may start now: one each, then another each, up to the limits. */
  share(callers: readonly WaitingReceiver[]): Map<string, number> {
    const shares = new Map<string, number>();
    const slots = new Slots(this.free, this.#slowFree());
    let waiting = callers;
    while (waiting.length > 0) {
      waiting = waiting.filter(({ key, target }) => {
        if (!slots.take(target, this.#targets.get(target) ?? this.#unknown())) return false;
        shares.set(key, (shares.get(key) ?? 0) + 1);
        return true;
      });
    }
    return shares;
  }

  begin(name: string): void {
    const target = this.#targets.get(name) ?? this.#unknown();
    this.#targets.set(name, target);
    target.underWay++;
    this.#underWay++;
    if (target.isSlow) this.#slowUnderWay++;
  }

  end(name: string, speed: TargetSpeed): void {
    const target = this.#targets.get(name);
    if (target === undefined) return;
    if (target.isSlow) this.#slowUnderWay -= target.underWay;
    target.underWay--;
    this.#underWay--;
    this.#learn(target, speed);
    if (target.isSlow) this.#slowUnderWay += target.underWay;
    if (this.#targets.size > TARGETS_REMEMBERED_MAX) this.#forget();
  }

  #learn(target: Target, speed: TargetSpeed): void {
    target.isSlow = speed !== "quick";
    if (speed === "quick") target.limit = Math.min(target.limit + 1, this.#limits.perTargetMax);
    if (speed === "slow") target.limit = Math.min(target.limit, FIRST_LIMIT);
    if (speed === "timed_out") target.limit = 1;
  }

  #slowFree(): number {
    return Math.max(1, Math.floor(this.#limits.overallMax / 2)) - this.#slowUnderWay;
  }

  #unknown(): Target {
    return { underWay: 0, limit: Math.min(FIRST_LIMIT, this.#limits.perTargetMax), isSlow: false };
  }

  #forget(): void {
    for (const [name, target] of this.#targets)
      if (target.underWay === 0) this.#targets.delete(name);
  }
}

/** The free deliveries while they are assigned to receivers. */
class Slots {
  readonly #taken = new Map<string, number>();
  #free: number;
  #slowFree: number;

  constructor(free: number, slowFree: number) {
    this.#free = free;
    this.#slowFree = slowFree;
  }

  take(name: string, target: Target): boolean {
    const taken = this.#taken.get(name) ?? 0;
    if (this.#free <= 0 || target.underWay + taken >= target.limit) return false;
    if (target.isSlow && this.#slowFree <= 0) return false;
    this.#taken.set(name, taken + 1);
    this.#free--;
    if (target.isSlow) this.#slowFree--;
    return true;
  }
}
