/** The readiness of a process, decided by its checks. */
import type {
  CheckReport,
  Readiness,
  ReadinessCheck,
  ReadinessState,
} from "../../ports/readiness.ts";

export class ReadinessChecks implements Readiness {
  readonly #checks: ReadinessCheck[] = [];
  #isDraining = false;

  add(...checks: readonly ReadinessCheck[]): void {
    this.#checks.push(...checks);
  }

  /** From now on the state is "shutting down", whatever the checks say. */
  drain(): void {
    this.#isDraining = true;
  }

  /** The first failing check decides. */
  state(): ReadinessState {
    if (this.#isDraining) return "shutting down";
    const failing = this.checks().find(({ level }) => level === "failing");
    if (failing === undefined) return "ready";
    return failing.state ?? "not ready";
  }

  checks(): readonly CheckReport[] {
    return this.#checks.map((check) => ({ name: check.name, ...check.result() }));
  }
}
