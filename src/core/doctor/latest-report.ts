/** The latest report of a process. Operators who ask at the same time share one run. */
import type { DoctorReport } from "./doctor-check.ts";

/** Opening the page again soon shows the same report. */
const FRESH_MS = 60_000;

export class LatestReport {
  readonly #examine: () => Promise<DoctorReport>;
  #latest: { readonly report: DoctorReport; readonly atMs: number } | undefined;
  #running: Promise<DoctorReport> | undefined;

  constructor(examine: () => Promise<DoctorReport>) {
    this.#examine = examine;
  }

  /** The latest report, or a new one if it is old. */
  async read(): Promise<DoctorReport> {
    const latest = this.#latest;
    if (latest !== undefined && performance.now() - latest.atMs < FRESH_MS) return latest.report;
    return this.renew();
  }

  renew(): Promise<DoctorReport> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<DoctorReport> {
    const report = await this.#examine();
    this.#latest = { report, atMs: performance.now() };
    return report;
  }
}
