/** Puts load on the product or its peer. One process sends it for both. */
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Child } from "../child.ts";
import type { Cleaning } from "../cleaning.ts";
import type { Turn } from "../turn.ts";
import type { LoadPlan, LoadReport } from "./plan.ts";

const CONNECTIONS = 64;
/** Gives the server time to finish running requests before the next turn. */
const LET_GO_MS = 100;

export type Target = Pick<
  LoadPlan,
  "url" | "contentType" | "headers" | "bodies" | "expected" | "rate"
> &
  Partial<Pick<LoadPlan, "connections">>;

export class Load {
  readonly #child: Child;

  constructor(cleaning: Cleaning) {
    const file = path.join(import.meta.dirname, "load-process.ts");
    this.#child = new Child(cleaning, { file });
  }

  /** Returns a turn in which this target answers as many requests as it can, or at its rate. */
  on(target: Target): Turn {
    return async (seconds) => {
      const plan: LoadPlan = { connections: CONNECTIONS, ...target, seconds };
      const report = await this.#child.ask<LoadReport>(plan);
      if (report.failures > 0 || report.answers === 0) throw loadError(target, report);
      await pause(LET_GO_MS);
      const { perSecond: value, p50Ms, p99Ms } = report;
      return { value, p99Ms, figures: { "p50 ms": p50Ms } };
    };
  }
}

function loadError({ url }: Target, { answers, failures, example }: LoadReport): Error {
  const { pathname } = new URL(url);
  const seen = example === undefined ? "" : `, such as: ${example}`;
  return new Error(`${failures} of ${answers} answers of ${pathname} were not good${seen}`);
}
