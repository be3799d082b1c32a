/** The business clock for tests. Advancing it also resolves payments whose answer was lost. */
import type { BusinessWork } from "../../core/calendar/business-work.ts";
import { afterSpan, type MoveNeeds, moveClock } from "../../core/calendar/move-clock.ts";
import { workLabel } from "../../core/calendar/work-label.ts";
import type { PaymentNeeds } from "../../core/payments/payment-needs.ts";
import { reconcile } from "../../core/payments/recovery/reconcile.ts";
import { parseMoment, parseTimeSpan } from "../../values/time-span.ts";
import type { AdvancedClock } from "./contract.ts";
import { TestCallError } from "./test-error.ts";

export interface TestClockNeeds extends Omit<MoveNeeds, "work"> {
  readonly allWork: () => Promise<readonly BusinessWork[]>;
  readonly payments: PaymentNeeds;
  readonly onFailure: (error: unknown) => void;
}

const ACTOR = { kind: "system", name: "sixdoors/testing" } as const;
/** The console has the same limit: every day runs a dozen jobs. */
const ADVANCE_MAX_HOURS = 24 * 92;
/** Later than any lease. */
const LEASE_MAX_HOURS = 24;

export class TestClock {
  readonly #needs: TestClockNeeds;

  constructor(needs: TestClockNeeds) {
    this.#needs = needs;
  }

  now(): string {
    return this.#needs.clock.business().toString({ smallestUnit: "millisecond" });
  }

  async advance(by: string): Promise<AdvancedClock> {
    const to = this.#readTarget(by);
    await this.askCardHost();
    const work = await this.#needs.allWork();
    const advance = await moveClock({ ...this.#needs, work }, to, { actor: ACTOR });
    if (advance.kind === "not_forward") {
      throw new TestCallError(`The clock cannot be set back. It is ${this.now()} already.`);
    }
    if (advance.kind === "busy") {
      throw new TestCallError(`The job "${workLabel(advance.name)}" is still running. Try again.`);
    }
    const { runs } = advance;
    const last = runs.at(-1);
    if (advance.kind === "stopped" && last !== undefined) {
      throw new TestCallError(
        `The clock stopped at ${last.dueAt} because the job "${workLabel(last.name)}" failed: ${last.summary}`,
      );
    }
    const ran = runs.map(({ name, dueAt, summary }) => {
      return { job: workLabel(name), dueAt: dueAt.toString(), summary };
    });
    return { now: this.now(), ran };
  }

  /** Does not wait for leases, as the job does. Returns how many payments were asked about. */
  async askCardHost(): Promise<number> {
    const { payments, onFailure, clock } = this.#needs;
    return reconcile(payments, onFailure, clock.wall().add({ hours: LEASE_MAX_HOURS }));
  }

  #readTarget(by: string): Temporal.Instant {
    const now = this.#needs.clock.business();
    const span = parseTimeSpan(by.replaceAll(" ", ""));
    const to = span === undefined ? parseMoment(by) : afterSpan(now, span);
    if (to === undefined) {
      throw new TestCallError(
        `"${by}" is not a duration or a time. Use 3d, 2h, 1d12h or 2026-12-01T17:00:00Z.`,
      );
    }
    if (Temporal.Instant.compare(to, now.add({ hours: ADVANCE_MAX_HOURS })) > 0) {
      throw new TestCallError("Advance the clock by at most 92 days at a time.");
    }
    return to;
  }
}
