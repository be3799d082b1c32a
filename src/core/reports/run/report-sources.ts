/** Chooses where reports are read: from the replica if there is one and it is not too far behind. */
import type { ReplicaStore } from "./replica-store.ts";
import type { ReportStore } from "./report-store.ts";

export interface SourceNeeds {
  readonly primary: ReportStore;
  readonly replica?:
    | {
        readonly store: ReportStore;
        readonly state: Pick<ReplicaStore, "lagMs">;
        /** A replica that is further behind is not used. */
        readonly lagMaxMs: number;
      }
    | undefined;
  /** A monotonic clock. */
  readonly nowMs: () => number;
  readonly onTrouble: (trouble: string) => void;
}

/** How long an unavailable replica is not asked again. */
const UNAVAILABLE_MS = 5_000;

export class ReportSources {
  readonly #needs: SourceNeeds;
  #unavailableUntilMs = 0;
  #problem: string | undefined;

  constructor(needs: SourceNeeds) {
    this.#needs = needs;
  }

  /** The preferred source first. The primary is always the last one. */
  async listSources(): Promise<readonly ReportStore[]> {
    const { primary, replica } = this.#needs;
    if (replica === undefined || this.#needs.nowMs() < this.#unavailableUntilMs) return [primary];
    const problem = await this.#findProblem(replica);
    this.#reportChange(problem);
    return problem === undefined ? [replica.store, primary] : [primary];
  }

  async #findProblem({ state, lagMaxMs }: NonNullable<SourceNeeds["replica"]>) {
    try {
      const lagMs = await state.lagMs();
      return lagMs <= lagMaxMs
        ? undefined
        : "The report replica is too far behind. Reports use the primary.";
    } catch {
      this.#unavailableUntilMs = this.#needs.nowMs() + UNAVAILABLE_MS;
      return "The report replica is not available. Reports use the primary.";
    }
  }

  /** Reports a problem, or its end, once. */
  #reportChange(problem: string | undefined): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#needs.onTrouble(problem ?? "The report replica is used again.");
  }
}
