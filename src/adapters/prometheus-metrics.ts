/** Metrics in the text format of Prometheus, with one registry per process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import {
  type CountedRequest,
  GAUGES,
  type GaugeName,
  type Metrics,
  SUMMED,
} from "../ports/metrics.ts";
import { RequestTimes } from "./request-times.ts";

const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600];

export class PrometheusMetrics implements Metrics {
  readonly registry = new Registry();
  readonly #requests = new RequestTimes();
  readonly #jobs: Histogram<"name">;
  readonly #jobRuns: Counter<"name" | "outcome">;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry, prefix: "sixdoors_" });
    this.registry.registerMetric(this.#requests.asMetric());
    this.#jobs = new Histogram({
      name: "sixdoors_job_seconds",
      help: "How long jobs took.",
      labelNames: ["name"],
      buckets: JOB_SECONDS,
      registers,
    });
    this.#jobRuns = new Counter({
      name: "sixdoors_job_runs_total",
      help: "Runs of jobs, by how they ended.",
      labelNames: ["name", "outcome"],
      registers,
    });
  }

  countRequest(seen: CountedRequest): void {
    this.#requests.addRequest(seen);
  }

  addGauge(name: GaugeName, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help: GAUGES[name],
      aggregator: SUMMED.has(name) ? "sum" : "max",
      registers: [this.registry],
      async collect() {
        // A value that cannot be read is NaN, so that all other metrics are still returned.
        this.set(await Promise.try(read).catch(() => Number.NaN));
      },
    });
  }

  countJobRun(name: string, outcome: "done" | "failed", seconds: number): void {
    this.#jobs.labels(name).observe(seconds);
    this.#jobRuns.labels(name, outcome).inc();
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }
}
