/**
 * Whether a partner is active, with every partner above it, for those who ask at every payment. A
 * partner that is active is remembered for less than a second, and one that is not never.
 */
import { RecentMap } from "../../access/recent-map.ts";
import type { PartnerStore } from "./partner-store.ts";

export interface ActivePartnersNeeds {
  readonly store: Pick<PartnerStore, "isPartnerActive">;
  /** Any clock that only goes forward. */
  readonly nowMs?: () => number;
}

interface Remembered {
  readonly isActive: Promise<boolean>;
  readonly untilMs: number;
}

const REMEMBERED_MAX = 10_000;
/** Since the beginning of the look: a partner that is disabled is refused within a second. */
const REMEMBERED_MS = 900;

export class ActivePartners {
  readonly #store: ActivePartnersNeeds["store"];
  readonly #nowMs: () => number;
  readonly #found = new RecentMap<Remembered>(REMEMBERED_MAX);

  constructor({ store, nowMs = () => performance.now() }: ActivePartnersNeeds) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  /** Those who ask at the same time share one look. */
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
