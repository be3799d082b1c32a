/** Metrics in the text format of Prometheus, with one registry per process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import {
  type CardHostCall,
  type CountedAnswer,
  type CountedRequest,
  GAUGES,
  type GaugeName,
  LABELED_GAUGES,
  type LabeledGaugeName,
  type LabeledValues,
  type Metrics,
  SUMMED,
} from "../ports/metrics.ts";
import { LabeledTimes } from "./labeled-times.ts";

const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600];
const HOST_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

let ofProcess: Registry | undefined;

/**
 * Metrics of memory, garbage collection and delays. Their observers run until the process ends and keep
 * what they report to, so there is one set of them.
 */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess, prefix: "sixdoors_" });
  }
  return ofProcess;
}

export class PrometheusMetrics implements Metrics {
  readonly registry = new Registry();
  readonly #requests = new LabeledTimes({
    name: "sixdoors_request_seconds",
    help: "Requests by route and status, and how long they took.",
    labels: ["method", "route", "status"],
  });
  readonly #answers = new LabeledTimes({
    name: "sixdoors_answer_seconds",
    help: "Answers of the interfaces by their own outcome, whatever the HTTP status, and how long they took.",
    labels: ["interface", "outcome"],
  });
  /** The interfaces that have answered. */
  readonly #started = new Set<string>();
  readonly #jobs: Histogram<"name">;
  readonly #jobRuns: Counter<"name" | "outcome">;
  readonly #hostCalls: Counter<"host" | "interface" | "asked" | "outcome">;
  readonly #hostSeconds: Histogram<"host" | "asked">;
  readonly #verifications: Histogram<"outcome">;

  constructor() {
    const registers = [this.registry];
    const shared = processMetrics();
    for (const { name } of shared.getMetricsAsArray()) {
      const metric = shared.getSingleMetric(name);
      if (metric !== undefined) this.registry.registerMetric(metric);
    }
    this.registry.registerMetric(this.#requests.asMetric());
    this.registry.registerMetric(this.#answers.asMetric());
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
    this.#hostCalls = new Counter({
      name: "sixdoors_card_host_calls_total",
      help: "Orders, inquiries and reversals sent to card hosts, by interface and outcome.",
      labelNames: ["host", "interface", "asked", "outcome"],
      registers,
    });
    this.#hostSeconds = new Histogram({
      name: "sixdoors_card_host_seconds",
      help: "How long card hosts took to answer.",
      labelNames: ["host", "asked"],
      buckets: HOST_SECONDS,
      registers,
    });
    this.#verifications = new Histogram({
      name: "sixdoors_verification_seconds",
      help: "Questions to the provider that verifies bank accounts, by outcome, and how long they took.",
      labelNames: ["outcome"],
      buckets: HOST_SECONDS,
      registers,
    });
    // As with failed answers.
    this.#verifications.zero({ outcome: "unavailable" });
  }

  countRequest({ method, route, status, seconds }: CountedRequest): void {
    this.#requests.observe([method, route, status], seconds);
  }

  /**
   * Errors are shown as zero from the first answer on. Prometheus sees no growth in a series that begins
   * with its first errors.
   */
  countAnswer({ interfaceName, outcome, seconds }: CountedAnswer): void {
    if (!this.#started.has(interfaceName)) {
      this.#started.add(interfaceName);
      this.#answers.start([interfaceName, "failed"]);
    }
    this.#answers.observe([interfaceName, outcome], seconds);
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

  /** Lost orders are shown as zero from the first call on, as failed answers are. */
  countCardHostCall({ host, interfaceName, asked, outcome, seconds }: CardHostCall): void {
    for (const lost of ["unknown", "not_sent"]) {
      this.#hostCalls.labels(host, interfaceName, "order", lost).inc(0);
    }
    this.#hostCalls.labels(host, interfaceName, asked, outcome).inc();
    this.#hostSeconds.labels(host, asked).observe(seconds);
  }

  countVerification(outcome: string, seconds: number): void {
    this.#verifications.labels(outcome).observe(seconds);
  }

  /** A value that cannot be read is left out. */
  addLabeledGauge(
    name: LabeledGaugeName,
    read: () => LabeledValues | Promise<LabeledValues>,
  ): void {
    const { label, help } = LABELED_GAUGES[name];
    new Gauge({
      name,
      help,
      labelNames: [label],
      aggregator: SUMMED.has(name) ? "sum" : "max",
      registers: [this.registry],
      async collect() {
        const values = await Promise.try(read).catch(() => new Map<string, number>());
        this.reset();
        for (const [value, number] of values) this.set({ [label]: value }, number);
      },
    });
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }
}
