/**
 * Answers at every payment whether a partner and all partners above it are active. The answer "active"
 * is remembered for less than a second, the answer "disabled" is not.
 */
import { RecentMap } from "../../access/memory/recent-map.ts";
import type { PartnerStore } from "./partner-store.ts";

export interface ActivePartnersNeeds {
  readonly store: Pick<PartnerStore, "isPartnerActive">;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

interface Remembered {
  readonly isActive: Promise<boolean>;
  readonly untilMs: number;
}

const REMEMBERED_MAX = 10_000;
/** Counted from the start of the lookup, so that a disabled partner is refused within a second. */
const REMEMBERED_MS = 900;

export class ActivePartners {
  readonly #store: ActivePartnersNeeds["store"];
  readonly #nowMs: () => number;
  readonly #found = new RecentMap<Remembered>(REMEMBERED_MAX);

  constructor({ store, nowMs = () => performance.now() }: ActivePartnersNeeds) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  /** Concurrent callers share one lookup. */
  isPartnerActive(partnerId: string): Promise<boolean> {
    const nowMs = this.#nowMs();
    const known = this.#found.get(partnerId);
    if (known !== undefined && nowMs < known.untilMs) return known.isActive;
    const isActive = this.#store.isPartnerActive(partnerId);
    this.#found.set(partnerId, { isActive, untilMs: nowMs + REMEMBERED_MS });
    const forget = () => this.#found.delete(partnerId);
    isActive.then((is) => is || forget(), forget);
    return isActive;
  }
}
