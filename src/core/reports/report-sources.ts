/** Where reports are read: from the replica, while there is one and it is not behind. */
import type { ReplicaStore } from "./replica-store.ts";
import type { ReportStore } from "./report-store.ts";

export interface SourceNeeds {
  readonly primary: ReportStore;
  readonly replica?:
    | {
        readonly store: ReportStore;
        readonly state: Pick<ReplicaStore, "lagMs">;
        /** Further behind, it is not asked. */
        readonly lagMaxMs: number;
      }
    | undefined;
  /** Of a clock that only goes forward. */
  readonly nowMs: () => number;
  readonly onTrouble: (trouble: string) => void;
}

/** How long a replica that is away is left alone. */
const AWAY_MS = 5_000;

export class ReportSources {
  readonly #needs: SourceNeeds;
  #awayUntilMs = 0;
  #trouble: string | undefined;

  constructor(needs: SourceNeeds) {
    this.#needs = needs;
  }

  /** The best place first. The primary is always the last resort. */
  async inOrder(): Promise<readonly ReportStore[]> {
    const { primary, replica } = this.#needs;
    if (replica === undefined || this.#needs.nowMs() < this.#awayUntilMs) return [primary];
    const trouble = await this.#troubleOf(replica);
    this.#tell(trouble);
    return trouble === undefined ? [replica.store, primary] : [primary];
  }

  async #troubleOf({ state, lagMaxMs }: NonNullable<SourceNeeds["replica"]>) {
    try {
      const lagMs = await state.lagMs();
      return lagMs <= lagMaxMs ? undefined : "the report replica lags behind";
    } catch {
      this.#awayUntilMs = this.#needs.nowMs() + AWAY_MS;
      return "the report replica is away";
    }
  }

  /** Once, when it changes. */
  #tell(trouble: string | undefined): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#needs.onTrouble(trouble ?? "the report replica is used again");
  }
}
