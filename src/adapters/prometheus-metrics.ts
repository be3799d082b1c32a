/** Metrics in Prometheus' text form. One registry a process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import {
  GAUGES,
  type GaugeName,
  type Metrics,
  type RequestSeen,
  SUMMED,
} from "../ports/metrics.ts";

const REQUEST_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600];

export class PrometheusMetrics implements Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram<"method" | "route" | "status">;
  /** As many as there are routes and the ways in which they answer. */
  readonly #seen = new Map<string, Histogram.Internal<"method" | "route" | "status">>();
  readonly #jobs: Histogram<"name">;
  readonly #jobRuns: Counter<"name" | "outcome">;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry, prefix: "sixdoors_" });
    this.#requests = new Histogram({
      name: "sixdoors_request_seconds",
      help: "Requests by route and status, and how long they took.",
      labelNames: ["method", "route", "status"],
      buckets: REQUEST_SECONDS,
      registers,
    });
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

  request({ method, route, status, seconds }: RequestSeen): void {
    const key = `${method} ${status} ${route}`;
    let requests = this.#seen.get(key);
    if (requests === undefined) {
      requests = this.#requests.labels(method, route, String(status));
      this.#seen.set(key, requests);
    }
    requests.observe(seconds);
  }

  watch(name: GaugeName, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help: GAUGES[name],
      aggregator: SUMMED.has(name) ? "sum" : "max",
      registers: [this.registry],
      async collect() {
        // A figure that cannot be had is not a number, and the others are still told.
        this.set(await Promise.try(read).catch(() => Number.NaN));
      },
    });
  }

  jobRun(name: string, outcome: "done" | "failed", seconds: number): void {
    this.#jobs.labels(name).observe(seconds);
    this.#jobRuns.labels(name, outcome).inc();
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }
}
